// Why not: what the rules say about an action, a counter or a place that somebody asks about.
import { placeOf, wanted, type Target } from '../lib/offers';
import type { TableModel } from '../lib/table.svelte';
import type { Action, View } from '../lib/wire';
import type { Point } from './kinds';
import type { Ui } from './ui.svelte';

/** Of an action that is known. */
export async function explainAction(ui: Ui, action: Action, title: string, at?: Point): Promise<void> {
  try {
    const { allowed, consulted } = await ui.table.questions.why(action);
    const no = consulted.filter((c) => !c.allows);
    const text = allowed ? 'The rules allow it.' : (no[0]?.why ?? 'The rules do not allow it.');
    ui.whyNot = { title, text, lines: allowed ? consulted : no, at };
    ui.table.say(text);
  } catch (e) {
    ui.whyNot = { title, text: e instanceof Error ? e.message : String(e), lines: [], at };
  }
}

/** Why nothing can be done with this counter or place. */
export async function explain(ui: Ui, target: Target, at?: Point): Promise<void> {
  const { view, table } = ui;
  if (!view) return;
  const counter = view.counters.find((c) => c.id === target.counter);
  const title = counter?.face.name ?? target.space ?? '';
  const plain = plainReason(table, view);
  if (plain) {
    ui.whyNot = { title, text: plain, lines: [], at };
    table.say(plain);
    return;
  }
  const space = target.space ?? placeOf(view, target.counter);
  const actions = wanted(view.offers.list, { ...target, space }, ui.selected);
  if (actions.length === 0) {
    ui.whyNot = {
      title,
      text: `Nothing is asked of it now. ${view.offers.prompt.text}`,
      lines: [{ case: view.offers.prompt.case, allows: false, why: view.turn.phase_name }],
      at,
    };
    return;
  }
  const answers = await Promise.all(actions.map((a) => table.questions.why(a).catch(() => null)));
  const no = answers.flatMap((a) => a?.consulted.filter((c) => !c.allows).slice(0, 2) ?? []);
  const unique = [...new Map(no.map((c) => [`${c.case} ${c.why}`, c])).values()];
  ui.whyNot = { title, text: unique[0]?.why ?? 'Nothing can be done with it now.', lines: unique, at };
  table.say(ui.whyNot.text);
}

/** It is not the rules that are in the way. */
function plainReason(table: TableModel, view: View): string | null {
  if (view.outcome) return 'The game is over.';
  if (table.side === null) return 'You are looking on; you play neither side.';
  return table.mine ? null : 'It is the other side that decides now.';
}
