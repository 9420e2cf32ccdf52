// What a click means: the one place that decides it, for mouse, finger and keys, in every game, while playing and while planning. Pure: it is
// told what lies on the table and what is in the hand, and says what is to be done; Ui does it.
import { nameOf, pick, placeOf, type Target } from '../lib/offers';
import { goals, isGoal, mayGo, type Aimed, type Hand } from '../lib/reach';
import type { DraftView } from '../lib/protocol';
import type { Offer, Side, View } from '../lib/wire';
import { slotOf } from './draft';
import { marchers, marching } from './rules';
import { dragged, toggled, type Selection } from './selection';

/** A verb of an open slot that waits for its target. */
export interface Aim {
  slot: string;
  verb: string;
  label: string;
  targets: readonly string[];
}

/** Who was in hand and could have gone to a place, when somebody else there was taken up in their stead. */
export interface GaveWay {
  hand: Hand;
  to: string;
  goal: Aimed;
}

/** What lies on the table and in the hand. */
export interface Situation {
  view: View;
  side: Side | null;
  /** Something is asked of this player, and nothing of his is under way. */
  free: boolean;
  selection: Selection;
  hand: Hand | null;
  gaveWay: GaveWay | null;
  /** The question at the pointer, if it could be read. */
  asked: Offer | undefined;
  draft: DraftView | null;
  aims: readonly Aim[];
}

export interface Keys {
  /** Shift: one of several, or by this place. */
  more: boolean;
  /** By a key of the keyboard. */
  keyed: boolean;
}

export type Meaning =
  | { kind: 'act'; offer: Offer }
  | { kind: 'choose'; offers: Offer[]; title: string }
  /** Taken into the hand, to go somewhere. */
  | { kind: 'hold'; ids: readonly string[]; instead: boolean }
  /** Taken up, and its places asked for. */
  | { kind: 'take'; counter: string }
  /** Let go of. */
  | { kind: 'drop' }
  | { kind: 'go'; goal: Aimed }
  /** Those who gave way go after all. */
  | { kind: 'back'; to: GaveWay }
  /** By this place, and on. */
  | { kind: 'via'; goal: Aimed }
  /** What is in the way there? */
  | { kind: 'blocked'; space: string }
  /** An order of the plan; without a verb its slot is opened. */
  | { kind: 'order'; slot: string; verb?: string; target?: string }
  /** One of several verbs is meant. */
  | { kind: 'which'; orders: { aim: Aim; target: string }[] }
  | { kind: 'explain' }
  | { kind: 'nothing' };

const NOTHING: Meaning = { kind: 'nothing' };

/** What a click on this counter or place means. */
export function meaning(now: Situation, target: Target, keys: Keys): Meaning {
  if (now.draft) return planned(now, target);
  if (!now.free) return NOTHING;
  const goal = goalAt(now, target);
  if (goal) return keys.more ? { kind: 'via', goal } : { kind: 'go', goal: confirmed(now, goal) };
  const { counter } = target;
  if (counter !== undefined && mayHold(now, counter)) return held(now, counter, keys);
  const space = target.space ?? placeOf(now.view, counter);
  if (now.hand && space !== undefined && counter === undefined) return { kind: 'blocked', space };
  return offered(now, target);
}

/** While planning: a place that an open order can be aimed at, or the slot of a counter. */
function planned({ view, side, draft, aims }: Situation, target: Target): Meaning {
  const slot = slotOf(draft, target.counter);
  // A click on an own unit is about that unit, wherever it stands.
  const own = target.counter !== undefined && view.counters.some((c) => c.id === target.counter && c.side === side);
  const space = target.space ?? placeOf(view, target.counter);
  const fits = own || space === undefined ? [] : aims.filter((a) => a.targets.includes(space));
  const [only, ...more] = fits;
  if (only && space !== undefined && more.length === 0) return { kind: 'order', slot: only.slot, verb: only.verb, target: space };
  if (space !== undefined && fits.length > 0) return { kind: 'which', orders: fits.map((aim) => ({ aim, target: space })) };
  return slot ? { kind: 'order', slot: slot.slot } : NOTHING;
}

/** The place that the counters in hand would be sent to. */
export function goalAt(now: Pick<Situation, 'view' | 'side' | 'hand'>, target: Target): Aimed | undefined {
  const { hand, view, side } = now;
  if (!hand) return undefined;
  const space = target.space ?? placeOf(view, target.counter);
  const own = target.counter !== undefined && view.counters.some((c) => c.id === target.counter && c.side === side);
  // Whoever has come to his goal and could go on gives way to another that is taken up.
  if (own && (!hand.fresh || hand.counters.includes(target.counter ?? ''))) return undefined;
  // An own counter that could be taken up is taken up: marching onto its place is a second click, or a drag.
  if (own && target.counter !== undefined && mayHold(now, target.counter)) return undefined;
  return space === undefined ? undefined : goals(hand).find((goal) => goal.space === space);
}

/** The same goal once more is a yes, if the question could be read. */
const confirmed = ({ asked }: Situation, goal: Aimed): Aimed => (asked && isGoal(asked) && asked.space === goal.space ? asked : goal);

/** Can a click on this counter mean that it shall go somewhere? While one marches, another may be taken up in its stead. */
export function mayHold({ view, side }: Pick<Situation, 'view' | 'side'>, id: string): boolean {
  if (view.counters.find((c) => c.id === id)?.side !== side) return false;
  if (mayGo(view, id) || marching(view, id)) return true;
  return marchers(view).length > 0 && !view.offers.list.some((o) => o.counter === id);
}

function held(now: Situation, counter: string, { more }: Keys): Meaning {
  const { hand, view, gaveWay } = now;
  if (!more && gaveWay && gaveWay.to === counter && hand?.lead === counter) return { kind: 'back', to: gaveWay };
  if (hand?.fresh && counter === hand.lead) return { kind: 'drop' };
  if (!more) return { kind: 'hold', ids: [counter], instead: true };
  const here = hand?.counters.filter((c) => placeOf(view, c) === placeOf(view, counter)) ?? [];
  return { kind: 'hold', ids: toggled(here, counter), instead: false };
}

/** What is offered there. */
function offered({ view, selection }: Situation, target: Target): Meaning {
  const found = pick(view, target, selection.lead);
  switch (found.kind) {
    case 'act':
      return tidies(view, target, found.offer) ? NOTHING : found;
    case 'choose':
      return found;
    case 'select':
      return selection.lead === found.counter ? { kind: 'drop' } : { kind: 'take', counter: found.counter };
    case 'nothing':
      return target.counter === undefined || selection.lead !== null ? { kind: 'explain' } : NOTHING;
  }
}

/** Looking never acts: while there is something to move or attack with, what only tidies a stack is done from the inspector. */
const tidies = (view: View, target: Target, offer: Offer): boolean =>
  offer.kind === 'other' && target.counter !== undefined && view.offers.list.some((o) => ['select', 'move', 'attack'].includes(o.kind));

/** Counters that go nowhere: what else a click on them can mean. Looking at one alone does nothing. */
export function elseMeant(view: View, ids: readonly string[]): Meaning | { kind: 'each'; offers: Offer[] } {
  if (ids.length > 1)
    return {
      kind: 'each',
      offers: view.offers.list.filter((o) => o.counter !== undefined && ids.includes(o.counter) && o.kind !== 'other'),
    };
  const found = pick(view, { counter: ids[0] }, null);
  if (found.kind === 'act') return found.offer.kind === 'other' ? NOTHING : found;
  return found.kind === 'choose' ? found : NOTHING;
}

/** What dragging a counter to a place means: something offered of it just there, or that it goes. */
export function dropped(now: Situation, counter: string, space: string): Meaning | { kind: 'drag'; ids: readonly string[] } {
  if (now.draft) {
    const slot = slotOf(now.draft, counter)?.slot;
    const orders = now.aims.filter((a) => a.slot === slot && a.targets.includes(space)).map((aim) => ({ aim, target: space }));
    const [only, ...more] = orders;
    if (only && more.length === 0) return { kind: 'order', slot: only.aim.slot, verb: only.aim.verb, target: space };
    return only ? { kind: 'which', orders } : slot === undefined ? NOTHING : { kind: 'order', slot };
  }
  if (!now.free) return NOTHING;
  const there = now.view.offers.list.filter((o) => o.counter === counter && o.space === space && o.kind !== 'move' && o.kind !== 'attack');
  const [only, ...more] = there;
  if (only && more.length === 0) return { kind: 'act', offer: only };
  if (only) return { kind: 'choose', offers: there, title: space };
  return { kind: 'drag', ids: dragged(now.selection, counter) };
}

/** The words for what has been taken up. */
export const takenWords = (view: View, id: string): string => `${nameOf(view, id)} taken up. Choose a place.`;
