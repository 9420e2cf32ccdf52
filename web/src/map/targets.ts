// Which counters and spaces can be taken, and what taking them would mean.
import type { CounterView, Offer, OfferKind, View } from '../lib/wire';
import { HEX, type Plan, type Point } from './geometry';
import type { Stack } from './stacks';

export interface Target {
  /** What would happen here. */
  offers: Offer[];
  /** The kind that decides colour and outline: the weightiest of them. */
  kind: OfferKind;
}

export interface Targets {
  counters: Map<string, Target>;
  spaces: Map<string, Target>;
  /** Counters and spaces in the order of the offers, each once: what Tab walks. */
  order: ({ counter: string; space?: never } | { space: string; counter?: never })[];
}

export interface Picked {
  counter?: string;
  space?: string;
  offers: Offer[];
  /** In CSS pixels of the window: for a small menu at the place. */
  at: { x: number; y: number };
  /** Picked with Shift: one of several. */
  more: boolean;
  /** By a key. */
  keyed: boolean;
}

const WEIGHT: OfferKind[] = ['attack', 'retreat', 'loss', 'move', 'place', 'spend', 'select', 'other', 'done'];

export const weightiest = (offers: Offer[]): OfferKind => WEIGHT.find((kind) => offers.some((o) => o.kind === kind)) ?? 'other';

/** Where a counter stands: what is assigned to a counter stands with it. Empty if nobody may know. */
export function standing(counters: Map<string, CounterView>, id: string): string {
  let at = counters.get(id)?.at ?? '';
  for (let i = 0; i < 4; i++) {
    const host = counters.get(at);
    if (!host) break;
    at = host.at;
  }
  return at;
}

/** An offer leads away if its place is not where its counter stands: then the place is what one points at. */
export const leadsAway = (counters: Map<string, CounterView>, offer: Offer): boolean =>
  offer.counter !== undefined && offer.space !== undefined && standing(counters, offer.counter) !== offer.space;

/** Is it part of what is being done: on the march, or in the attack? */
export const inUse = (counter: CounterView): boolean => counter.flags?.some((f) => f === 'on-march' || f === 'attacking') ?? false;

/** What can be taken, with `selected` in hand (its own destinations only, if it has some). */
export function targetsOf(view: View, selected: string | null, known = byId(view)): Targets {
  const found: Targets = { counters: new Map(), spaces: new Map(), order: [] };
  const list = view.offers.list;
  const inHand = list.filter((o) => o.counter === selected && leadsAway(known, o));
  const add = (map: Map<string, Target>, id: string, offer: Offer, entry: Targets['order'][number]): void => {
    const old = map.get(id);
    if (old) old.offers.push(offer);
    else {
      map.set(id, { offers: [offer], kind: offer.kind });
      found.order.push(entry);
    }
  };
  for (const offer of list) {
    const away = leadsAway(known, offer);
    if (offer.counter !== undefined) add(found.counters, offer.counter, offer, { counter: offer.counter });
    if (offer.space === undefined) continue;
    const ofAnother = inHand.length > 0 && offer.counter !== undefined && offer.counter !== selected;
    if (offer.counter === undefined || (away && !ofAnother)) add(found.spaces, offer.space, offer, { space: offer.space });
  }
  for (const map of [found.counters, found.spaces]) for (const target of map.values()) target.kind = weightiest(target.offers);
  if (inHand.length > 0) found.order.sort((a, b) => Number(a.space === undefined) - Number(b.space === undefined));
  return found;
}

/** More places than this are no choice one can see at a glance. */
export const MANY = 30;

/**
 * Where something can be put nearly everywhere, the places far from the front: no counter beside them, or no enemies near those. What is
 * put there helps and hinders nobody.
 */
export function farPlaces(plan: Plan, targets: Targets, stacks: Stack[]): Set<string> {
  const places = [...targets.spaces].filter(([, t]) => t.kind === 'place' || t.kind === 'spend').flatMap(([id]) => plan.get(id) ?? []);
  if (places.length <= MANY) return new Set();
  const near = (p: Point, s: Stack, hexes: number): boolean => Math.hypot(p.x - s.x, p.y - s.y) < (hexes + 0.5) * HEX;
  const useful = (p: Point): boolean => {
    const beside = stacks.filter((s) => s.side !== null && near(p, s, 1));
    return beside.some((s) => stacks.some((e) => e.side !== null && e.side !== s.side && near(s, e, 1)));
  };
  const far = places.filter((p) => p.hex && !useful(p));
  return far.length < places.length ? new Set(far.map((p) => p.id)) : new Set();
}

export const byId = (view: View): Map<string, CounterView> => new Map(view.counters.map((c) => [c.id, c]));

/** The offers that a click on this counter or space can mean. */
export function matching(view: View, selected: string | null, counter: string | undefined, space: string | undefined): Offer[] {
  const known = byId(view);
  const targets = targetsOf(view, selected, known);
  const there = space === undefined ? [] : (targets.spaces.get(space)?.offers ?? []);
  if (selected !== null && counter !== selected) {
    const carried = there.filter((o) => o.counter === selected);
    if (carried.length > 0) return carried;
  }
  const own = counter === undefined ? [] : (targets.counters.get(counter)?.offers ?? []);
  return own.length > 0 ? [...own, ...there.filter((o) => !own.includes(o) && o.counter === undefined)] : there;
}
