// Several counters of one place that go the same way: who may go along, and which way the first has taken. The page knows no game: what can
// be taken up is read from the offers, and what is sent are the ordinary actions, one after the other.
import { marching, placeOf, shape } from './offers';
import type { Offer, View } from './wire';

export interface Company {
  /** The counter that is led by hand. */
  leader: string;
  /** Where all of them stood. */
  from: string;
  /** How the leader was taken up: the others are taken up likewise. */
  shape: string;
  /** Those who could be taken up with it. */
  mates: string[];
  /** Those of them who are to follow. */
  followers: string[];
  /** The places that the leader has come to. */
  path: string[];
}

/** Does the offer take its counter up where it stands, so that places to go are asked for next? */
export function isLift(view: View, offer: Offer): boolean {
  return offer.counter !== undefined && offer.kind === 'select' && offer.all !== true && offer.preview === undefined && !offer.battle && !offer.many && (offer.space ?? placeOf(view, offer.counter)) === placeOf(view, offer.counter);
}

/** The offers that take up others of the same place in the same way. */
export function likeLifts(view: View, offer: Offer): Offer[] {
  const at = placeOf(view, offer.counter);
  const same = shape(offer);
  return view.offers.list.filter((o) => o.counter !== undefined && isLift(view, o) && shape(o) === same && placeOf(view, o.counter) === at);
}

/** Ways in which several counters of a place can be taken up together: their offers, the slowest counter first. */
export function together(view: View, space: string, among?: string[]): Offer[][] {
  const ways = new Map<string, Offer[]>();
  for (const offer of view.offers.list) {
    if (offer.counter === undefined || !isLift(view, offer) || placeOf(view, offer.counter) !== space) continue;
    if (among && !among.includes(offer.counter)) continue;
    ways.set(shape(offer), [...(ways.get(shape(offer)) ?? []), offer]);
  }
  return [...ways.values()].filter((offers) => offers.length > 1).map((offers) => [...offers].sort((a, b) => pace(view, a) - pace(view, b)));
}

/** The movement printed on the counter: where the slowest comes the others come too. */
function pace(view: View, offer: Offer): number {
  const factor = view.counters.find((c) => c.id === offer.counter)?.face.factors.find((f) => /^mov/i.test(f.name));
  return Number.parseFloat(factor?.value ?? '') || 0;
}

/** The leader has been taken up: who could follow. */
export function gathered(view: View, lift: Offer, followers: string[]): Company | null {
  const from = placeOf(view, lift.counter);
  if (lift.counter === undefined || from === undefined) return null;
  const mates = likeLifts(view, lift).flatMap((o) => (o.counter === undefined || o.counter === lift.counter ? [] : [o.counter]));
  if (mates.length === 0) return null;
  return { leader: lift.counter, from, shape: shape(lift), mates, followers: followers.filter((id) => mates.includes(id)), path: [] };
}

/**
 * The company after something was done: its path grows with each place the leader comes to, and shrinks when a step is taken back.
 * `ends`: the leader has come to rest, now the others follow. Null: there is no company any more.
 */
export function watched(company: Company, view: View): { company: Company; ends: boolean } | null {
  const at = placeOf(view, company.leader);
  if (at === undefined || view.outcome) return null;
  const { path, from } = company;
  const last = path.at(-1) ?? from;
  const back = path.length > 1 ? path.at(-2) : from;
  const next = at === from ? [] : at === last ? path : at === back ? path.slice(0, -1) : [...path, at];
  const goes = marching(view, company.leader);
  if (!goes && next.length === 0) return null;
  // Whoever goes along by the rules of the game itself need not follow.
  const left = (ids: string[]): string[] => ids.filter((id) => placeOf(view, id) === from && !marching(view, id));
  return { company: { ...company, path: next, followers: left(company.followers) }, ends: !goes };
}

/** The offer that takes this follower up like the leader. */
export const liftOf = (company: Company, view: View, id: string): Offer | undefined => view.offers.list.find((o) => o.counter === id && shape(o) === company.shape);

/** The offer that brings a counter on the march to this place; a step to where the enemy stands is shown as an attack. */
export function stepTo(view: View, id: string, space: string): Offer | undefined {
  const there = view.offers.list.filter((o) => o.space === space && (o.counter ?? id) === id && !o.preview && !o.battle);
  return there.find((o) => o.kind === 'move') ?? there.find((o) => o.kind === 'attack');
}

/** The offer that ends a march, not the phase. */
export const haltOf = (view: View): Offer | undefined => view.offers.list.find((o) => o.kind === 'done' && o.group !== '' && o.counter === undefined && (o.notes?.length ?? 0) === 0);
