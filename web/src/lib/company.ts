// Several counters of one place that go the same way: who may go along. The page knows no game: what can be taken up is read from the offers.
import { paceOf } from '../model/rules';
import { placeOf, shape } from './offers';
import type { Offer, View } from './wire';

/** Does the offer take its counter up where it stands, so that places to go are asked for next? */
export function isLift(view: View, offer: Offer): boolean {
  return (
    offer.counter !== undefined &&
    offer.kind === 'select' &&
    offer.all !== true &&
    offer.preview === undefined &&
    !offer.battle &&
    !offer.many &&
    (offer.space ?? placeOf(view, offer.counter)) === placeOf(view, offer.counter)
  );
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
  return [...ways.values()]
    .filter((offers) => offers.length > 1)
    .map((offers) => [...offers].sort((a, b) => pace(view, a) - pace(view, b)));
}

/** The movement printed on the counter: where the slowest comes the others come too. */
function pace(view: View, offer: Offer): number {
  return paceOf(view.counters.find((c) => c.id === offer.counter)?.face);
}
