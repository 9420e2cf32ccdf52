// The order of battle as a tree: sides, formations, counters with what is assigned to them; and who of them is looked for.
import { hasMoved, supplyTrouble } from '../model/rules';
import { actors, placeOf } from './offers';
import type { CalendarView, CounterView, Sheet, Side, View } from './wire';

export interface Leaf {
  counter: CounterView;
  assigned: CounterView[];
  /** How many others of its side stand with it. */
  others: number;
  /** When it comes, where the calendar knows. */
  due?: CalendarView;
}

export interface Formation {
  name: string;
  leaves: Leaf[];
  steps: number;
  max: number;
  /** Some steps are not known to the viewer. */
  hidden: boolean;
}

/** Where a counter is that is not on the sheet: gone for good, or still to come. */
export const besideOf = (sheet: Sheet | null, c: CounterView) => sheet?.beside?.find((b) => b.id === c.at);
export const isGone = (sheet: Sheet | null, c: CounterView): boolean => besideOf(sheet, c)?.gone === true;
export const isToCome = (sheet: Sheet | null, c: CounterView): boolean => besideOf(sheet, c)?.gone === false;

export type Filter = 'all' | 'act' | 'unmoved' | 'attack' | 'supply' | 'due';

export const FILTERS: [Filter, string][] = [
  ['all', 'All'],
  ['act', 'Can act'],
  ['unmoved', 'Not yet moved'],
  ['attack', 'Can attack'],
  ['supply', 'Out of supply'],
  ['due', 'To come'],
];

/** Whether a counter is one of those looked for. */
export function sieve(view: View, sheet: Sheet | null, filter: Filter, words: string): (c: CounterView) => boolean {
  const acting = new Set(actors(view));
  const attacking = new Set(view.offers.list.flatMap((o) => (o.kind === 'attack' ? (o.counter ?? []) : [])));
  const trouble = supplyTrouble(sheet);
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const name = (c: CounterView): string => `${c.face.name} ${c.face.formation} ${c.face.symbol} ${c.face.nation} ${c.at}`.toLowerCase();
  const present = (c: CounterView): boolean => besideOf(sheet, c) === undefined;
  const fits: Record<Filter, (c: CounterView) => boolean> = {
    all: () => true,
    act: (c) => acting.has(c.id),
    unmoved: (c) => present(c) && c.kind === 'unit' && !hasMoved(c),
    attack: (c) => attacking.has(c.id),
    supply: (c) => present(c) && trouble(c),
    due: (c) => isToCome(sheet, c),
  };
  return (c) => fits[filter](c) && parts.every((p) => name(c).includes(p));
}

export function orderOfBattle(view: View, sheet: Sheet | null, side: Side, wanted: (c: CounterView) => boolean = () => true): Formation[] {
  const own = view.counters.filter((c) => c.side === side);
  const ids = new Set(own.map((c) => c.id));
  const hosts = own.filter((c) => !ids.has(c.at));
  const due = new Map(view.calendar.flatMap((e) => (e.counter === undefined ? [] : [[e.counter, e] as const])));
  const at = new Map<string, number>();
  for (const c of hosts) at.set(c.at, (at.get(c.at) ?? 0) + 1);
  const formations = new Map<string, Leaf[]>();
  for (const counter of hosts) {
    const assigned = own.filter((a) => a.at === counter.id);
    if (!wanted(counter) && !assigned.some(wanted)) continue;
    const name = counter.face.formation || kindName(counter.kind);
    const entry = due.get(counter.id);
    const others = besideOf(sheet, counter) || placeOf(view, counter.id) === undefined ? 0 : (at.get(counter.at) ?? 1) - 1;
    formations.set(name, [...(formations.get(name) ?? []), { counter, assigned, others, ...(entry ? { due: entry } : {}) }]);
  }
  return [...formations].map(([name, leaves]) => ({ name, leaves, ...strength(sheet, leaves) }));
}

function strength(sheet: Sheet | null, leaves: Leaf[]): { steps: number; max: number; hidden: boolean } {
  const present = leaves.map((l) => l.counter).filter((c) => !isToCome(sheet, c));
  const known = present.filter((c) => c.face.steps !== null || isGone(sheet, c));
  return {
    steps: known.reduce((sum, c) => sum + (isGone(sheet, c) ? 0 : (c.face.steps ?? 0)), 0),
    max: known.reduce((sum, c) => sum + (c.face.max_steps ?? 0), 0),
    hidden: known.length < present.length,
  };
}

const kindName = (kind: string): string =>
  ({ unit: 'Other units', asset: 'Assets not assigned', hq: 'Headquarters', air: 'Air', marker: 'Markers', support: 'Supports' })[kind] ??
  kind;
