// The player aids: which charts belong to a rule, and which part of a chart holds now.
import { within } from './rules';
import type { Chart, Sheet, SheetHex, View } from './wire';

/** What is the case now, as far as a chart can ask for it. */
export interface Now {
  turn?: { number: number; label: string };
  /** The column of the battle looked at. */
  battle?: string;
  /** The hex looked at. */
  hex?: SheetHex;
}

/** The lit part: a row, a column, or the whole of one of several charts. */
export interface LitPart {
  row: number;
  column: number;
  whole: boolean;
}

const NONE: LitPart = { row: -1, column: -1, whole: false };

/** The charts of a rule: those that name it or the section it stands in. */
export const chartsOf = (charts: Chart[], rule: string): Chart[] => charts.filter((c) => c.cases.some((id) => within(rule, id)));

export function nowOf(view: View, sheet: Sheet | null, space: string | undefined, battle?: string): Now {
  const hex = sheet?.hexes.find((h) => h.id === space);
  const column = battle ?? view.battle?.column;
  return { turn: view.turn, ...(hex ? { hex } : {}), ...(column === undefined ? {} : { battle: column }) };
}

/** Which part of the chart holds now. */
export function litPart(chart: Chart, now: Now): LitPart {
  const fits = comparer(chart, now);
  if (!fits) return NONE;
  if (chart.key) return { ...NONE, whole: fits(chart.key) };
  const rows = chart.rows.map((r) => r[0] ?? '');
  const row =
    chart.lit === 'turn' && rows.every((r) => /^\d+$/.test(r))
      ? rows.findLastIndex((r) => Number(r) <= (now.turn?.number ?? 0))
      : rows.findIndex(fits);
  return { row, column: chart.heads.findIndex((h, i) => i > 0 && fits(h)), whole: false };
}

function comparer(chart: Chart, { turn, battle, hex }: Now): ((head: string) => boolean) | null {
  if (chart.lit === 'turn' && turn)
    return (head) =>
      head
        .split(', ')
        .some(
          (part) =>
            part === turn.label || turn.label.startsWith(`${part},`) || turn.label.startsWith(`${part} `) || part === String(turn.number),
        );
  // '1:2, two columns to the right: 2:1' is fought on the last of them.
  if (chart.lit === 'battle' && battle)
    return (head) => battle === head || battle.endsWith(`: ${head}`) || battle.endsWith(`likely ${head}`);
  if (chart.lit === 'terrain' && hex) {
    const grounds = [...(hex.marks ?? []), hex.terrain];
    const best = grounds.find((g) => chart.rows.some((r) => kebab(r[0] ?? '') === g));
    return (head) => kebab(head) === best;
  }
  return null;
}

const kebab = (text: string): string => text.toLowerCase().replaceAll(' ', '-');
