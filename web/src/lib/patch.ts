// What changed between two views, applied: the counterpart of crates/kernel/src/patch.rs.
import type { CounterPatch, ListPatch, Patch } from './protocol';
import type { CounterView, View } from './wire';

/** The view that the patch leads to. What did not change is the same object as before. */
export function patched(view: View, patch: Patch): View {
  const { spaces, counters, tracks, layers, prompt, list, sets, battle, outcome, ...plain } = patch;
  const next: View = { ...view, ...plain };
  if (spaces) next.spaces = changed(view.spaces, spaces, (_, now) => now);
  if (counters) next.counters = changed(view.counters, counters, counterAfter);
  if (tracks) next.tracks = changed(view.tracks, tracks, (_, now) => now);
  if (layers) next.layers = changed(view.layers, layers, (_, now) => now);
  if (prompt || list || sets) {
    next.offers = { ...view.offers, ...(prompt ? { prompt } : {}), ...(list ? { list } : {}), ...(sets ? { sets } : {}) };
    if (next.offers.sets?.length === 0) delete next.offers.sets;
  }
  if (battle) next.battle = battle;
  if (battle === null) delete next.battle;
  if (outcome) next.outcome = outcome;
  if (outcome === null) delete next.outcome;
  return next;
}

function counterAfter(was: CounterView, change: CounterPatch): CounterView {
  const now: CounterView = { ...was, ...change };
  // What is empty is left out of a view.
  if (now.flags?.length === 0) delete now.flags;
  return now;
}

function changed<T extends { id: string }, C extends { id: string }>(
  items: T[],
  patch: ListPatch<T, C>,
  after: (was: T, change: C) => T,
): T[] {
  if (patch.all) return patch.all;
  const gone = new Set(patch.gone ?? []);
  const put = new Map((patch.put ?? []).map((c) => [c.id, c]));
  const next = items.flatMap((item) => {
    const change = put.get(item.id);
    return gone.has(item.id) ? [] : [change ? after(item, change) : item];
  });
  for (const [at, item] of patch.new ?? []) next.splice(at, 0, item);
  return next;
}
