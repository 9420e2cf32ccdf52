// The plan of one side as something with a history: what an order has changed, how it is taken back, and what staff proposes over it. Pure.
import type { DraftView, SlotView } from '../lib/protocol';

/** An order as the wire has it; null: none. */
export type Order = unknown;

/** What became of one slot. */
export interface Change {
  slot: string;
  before: Order;
  after: Order;
}

/** What one gesture did to the plan, named for whoever wants it back. */
export interface Diff {
  label: string;
  changes: Change[];
}

/** Orders to give; null takes one back. */
export type Orders = Record<string, Order>;

/** Are two orders the same? The server writes the fields of one kind of order in one sequence. */
export const sameOrder = (a: Order, b: Order): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const orderOf = (slot: SlotView | undefined): Order => slot?.order ?? null;

/** The slots by their ids. */
export const bySlot = (draft: DraftView | null): Map<string, SlotView> => new Map((draft?.slots ?? []).map((s) => [s.slot, s]));

/** The slot of a counter. */
export const slotOf = (draft: DraftView | null, counter: string | undefined): SlotView | undefined =>
  counter === undefined ? undefined : draft?.slots.find((s) => s.counter === counter);

/** The slots of counters that stand in a place. */
export function slotsAt(draft: DraftView | null, place: string | undefined, counters: { id: string; at: string }[]): SlotView[] {
  if (place === undefined) return [];
  const here = new Set(counters.filter((c) => c.at === place).map((c) => c.id));
  return draft?.slots.filter((s) => s.counter !== undefined && here.has(s.counter)) ?? [];
}

/**
 * The draft with what has come: whole, or the slots that an order has changed. A slot that did not change stays the very same, so that
 * nothing that shows it is made again.
 */
export function merged(old: DraftView | null, came: DraftView, part: boolean): DraftView {
  const known = bySlot(old);
  const kept = (slot: SlotView): SlotView => {
    const had = known.get(slot.slot);
    return had && JSON.stringify(had) === JSON.stringify(slot) ? had : slot;
  };
  const fault = came.fault ? { fault: came.fault } : {};
  if (!part || !old) return { slots: came.slots.map(kept), ...fault };
  const changed = new Map(came.slots.map((s) => [s.slot, kept(s)]));
  return { slots: old.slots.map((s) => changed.get(s.slot) ?? s), ...fault };
}

/** What the server's answer has changed, which may be more or less than was asked for. Null if nothing. */
export function diffOf(old: DraftView | null, now: DraftView, label?: string): Diff | null {
  const known = bySlot(old);
  const changes = now.slots.flatMap((s): Change[] => {
    const before = orderOf(known.get(s.slot));
    return known.get(s.slot) === s || sameOrder(before, s.order) ? [] : [{ slot: s.slot, before, after: orderOf(s) }];
  });
  return changes.length === 0 ? null : { label: label ?? labelOf(changes, now), changes };
}

/** 'the order of 16th Panzer', 'orders of 12 units'. */
function labelOf(changes: Change[], now: DraftView): string {
  const [only, ...more] = changes;
  const name = bySlot(now).get(only?.slot ?? '')?.label ?? only?.slot ?? '';
  return more.length === 0 ? `the order of ${name}` : `${changes.length} orders`;
}

/** The same change the other way. */
export const inverse = ({ label, changes }: Diff): Diff => ({
  label,
  changes: changes.map(({ slot, before, after }) => ({ slot, before: after, after: before })),
});

/**
 * The orders that make a change once more. A slot that somebody has told something else since is left alone: a plan has several
 * browsers, and each takes back only what is its own.
 */
export function ordersFor(diff: Diff, draft: DraftView | null): Orders {
  const known = bySlot(draft);
  const own = diff.changes.filter((c) => known.has(c.slot) && sameOrder(orderOf(known.get(c.slot)), c.before));
  return Object.fromEntries(own.map((c) => [c.slot, c.after]));
}

/** What was done and can be taken back, and what was taken back and can be done again. */
export interface History {
  past: Diff[];
  future: Diff[];
}

export const NO_HISTORY: History = { past: [], future: [] };
/** So many gestures are remembered. */
const DEEP = 200;

/** Something was done: what had been taken back is forgotten. */
export const did = (history: History, diff: Diff | null): History =>
  diff ? { past: [...history.past, diff].slice(-DEEP), future: [] } : history;

/** The last thing done that can still be taken back, and the history afterwards. What others have overwritten is passed over. */
export function back(history: History, draft: DraftView | null): { diff: Diff; orders: Orders; history: History } | null {
  for (let i = history.past.length - 1; i >= 0; i--) {
    const diff = history.past[i];
    const orders = diff ? ordersFor(inverse(diff), draft) : {};
    if (diff && Object.keys(orders).length > 0)
      return { diff, orders, history: { past: history.past.slice(0, i), future: [...history.future, diff] } };
  }
  return null;
}

/** The last thing taken back that can be done again. */
export function forward(history: History, draft: DraftView | null): { diff: Diff; orders: Orders; history: History } | null {
  for (let i = history.future.length - 1; i >= 0; i--) {
    const diff = history.future[i];
    const orders = diff ? ordersFor(diff, draft) : {};
    if (diff && Object.keys(orders).length > 0)
      return { diff, orders, history: { past: [...history.past, diff], future: history.future.slice(0, i) } };
  }
  return null;
}

/** Something that could be ordered, over the plan as it is. */
export interface Proposal {
  orders: Orders;
}

/** What a proposal would change: orders that the plan has already are no news. */
export function proposed(draft: DraftView | null, proposal: Proposal | null): SlotView[] {
  if (!proposal || !draft) return [];
  return draft.slots.flatMap((s) => {
    const order = proposal.orders[s.slot];
    return order === undefined || sameOrder(order, s.order) ? [] : [{ ...s, order, path: [] }];
  });
}

/** These of a proposal; without ids all that would change something. */
export function taken(draft: DraftView | null, proposal: Proposal, slots?: string[]): Orders {
  const news = proposed(draft, proposal).map((s) => s.slot);
  const wanted = slots === undefined ? news : news.filter((s) => slots.includes(s));
  return Object.fromEntries(wanted.map((s) => [s, proposal.orders[s]]));
}
