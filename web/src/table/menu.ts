// The menu at the pointer: what can be done with the thing that was clicked with the other button, and what can be asked about it.
import { together } from '../lib/company';
import { labelOf } from '../lib/levels';
import { nameOf, placeOf, type Target } from '../lib/offers';
import { mayGo } from '../lib/reach';
import type { Offer } from '../lib/wire';
import { actionOf } from './actions';
import type { Point } from './kinds';
import type { Ui } from './ui.svelte';

export interface MenuItem {
  text: string;
  note?: string | undefined;
  run(): void;
}

export interface Menu {
  title: string;
  items: MenuItem[];
  at: Point;
}

/** So many offers of one thing are listed; the rest is found in the list beside the map. */
const MOST = 6;
/** The server answers for so many counters at once. */
const AT_ONCE = 24;

export function menuOf(ui: Ui, target: Target, at: Point): Menu | null {
  const { view, table } = ui;
  const space = target.space ?? (view ? placeOf(view, target.counter) : undefined);
  if (!view || space === undefined) return null;
  const items: MenuItem[] = [];
  const name = target.counter === undefined ? undefined : nameOf(view, target.counter);
  if (table.mine && !table.pending) {
    items.push(...sending(ui, space), ...taking(ui, target, space, name, at));
    const here = view.offers.list.filter(
      (o) => !isLifted(o) && (o.counter === undefined ? o.space === space : o.counter === target.counter),
    );
    for (const offer of here.slice(0, MOST)) items.push({ text: labelOf(offer), note: offer.cost, run: () => ui.take(offer, at) });
    if (view.offers.list.some((o) => o.counter !== undefined && mayGo(view, o.counter)))
      items.push({ text: 'Who can get here?', run: () => void whoGets(ui, space, at) });
    items.push({ text: 'Why not?', run: () => void ui.explain({ ...target, space }, at) });
  }
  items.push({ text: 'Keep it in the inspector', run: () => ui.pin({ ...target, space }) });
  items.push({ text: 'Centre the map here', run: () => ui.map?.centerOn(space) });
  return { title: name ?? placeTitle(ui, space), items, at };
}

/** The ways back: an action, a unit's whole move, the phase; and forward again. */
export function undoMenu(ui: Ui, at: Point): Menu {
  const { table, view } = ui;
  const moved = table.log.frames.at(-1)?.events.findLast((e) => e.kind === 'move');
  const items: MenuItem[] = [{ text: 'The last action', note: actionOf('undo').shown, run: () => void table.back.last() }];
  if (moved?.kind === 'move' && view)
    items.push({ text: `The whole move of ${nameOf(view, moved.counter)}`, run: () => void table.back.move(moved.counter) });
  items.push({ text: actionOf('undo-phase').button ?? '', note: actionOf('undo-phase').shown, run: () => void table.back.phase() });
  if (table.back.redoable)
    items.push({ text: 'Do again what was taken back', note: actionOf('redo').shown, run: () => void table.back.redo() });
  return { title: 'Take back', items, at };
}

const placeTitle = (ui: Ui, space: string): string => {
  const named = ui.table.sheet?.hexes.find((h) => h.id === space)?.name;
  return named ? `${named} (${space})` : space;
};

/** What takes a counter up is offered under its own name. */
const isLifted = (offer: Offer): boolean => offer.kind === 'select' && offer.counter !== undefined && offer.all !== true;

/** Those in hand can be sent here, or by here. */
function sending(ui: Ui, space: string): MenuItem[] {
  const goal = ui.march.goalAt({ space });
  if (!goal) return [];
  return [
    { text: labelOf(goal), note: goal.cost, run: () => void ui.march.go(goal) },
    ...(goal.goal.fight ? [] : [{ text: 'Go by here', note: 'Shift+click', run: () => void ui.march.waypoint(goal) }]),
  ];
}

function taking(ui: Ui, target: Target, space: string, name: string | undefined, at: Point): MenuItem[] {
  const { view } = ui;
  const { counter } = target;
  const one =
    counter !== undefined && ui.march.mayHold(counter) ? [{ text: `Take up ${name}`, run: () => void ui.march.hold([counter], at) }] : [];
  const all = view ? together(view, space) : [];
  return [
    ...one,
    ...all.map((offers) => ({
      text: `Take up all ${offers.length}: ${offers[0]?.group.toLowerCase()}`,
      note: actionOf('stack').shown,
      run: () => ui.takeUp(offers, at),
    })),
  ];
}

/** Everybody who could be sent to a place, as a menu to take one up. */
async function whoGets(ui: Ui, space: string, at: Point): Promise<void> {
  const { view, table } = ui;
  if (!view) return;
  const movers = [...new Set(view.offers.list.flatMap((o) => (o.counter !== undefined && mayGo(view, o.counter) ? [o.counter] : [])))];
  const { v } = table;
  const found: MenuItem[] = [];
  for (let i = 0; i < movers.length; i += AT_ONCE) {
    const reaches = await table.questions.reach(movers.slice(i, i + AT_ONCE)).catch(() => []);
    if (v !== table.v) return;
    for (const reach of reaches) {
      const goal = reach.goals.find((g) => g.space === space);
      const [lead] = reach.counters;
      if (!goal || lead === undefined || found.some((f) => f.text.startsWith(`${nameOf(view, lead)}, `))) continue;
      const waits = goal.fight ? 'a fight' : goal.unsupplied ? 'out of supply there' : undefined;
      found.push({ text: `${nameOf(view, lead)}, ${placeOf(view, lead) ?? ''}`, note: waits, run: () => void ui.march.hold([lead], at) });
    }
  }
  const title = found.length === 0 ? `Nobody can get to ${placeTitle(ui, space)}` : `Who can get to ${placeTitle(ui, space)}`;
  table.say(`${title}. ${found.map((f) => f.text).join('; ')}`);
  ui.menu = { title, items: found, at };
}
