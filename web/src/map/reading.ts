// The map for those who hear it: what is under the cursor, and what can be done there.
import type { Offer, Sheet } from '../lib/wire';
import type { MapState, Spot } from './state';
import { counterWords, offerWords, placeName, spaceWords } from './words';

/** What lies here and what may be done with it. */
export function spotWords(state: MapState, sheet: Sheet, spot: Spot): string {
  const { targets, view, plan } = state;
  if (spot.counter !== undefined) {
    const counter = state.counter(spot.counter);
    if (!counter) return '';
    const offers = targets.counters.get(spot.counter)?.offers ?? [];
    const where = spot.space === undefined ? '' : ` in ${placeName(plan, spot.space)}`;
    const may = offers.length > 0 ? `. You may: ${offerWords(offers)}` : '';
    return `${counterWords(counter, state.layout.attached.get(counter.id), sheet)}${where}${may}`;
  }
  const offers: Offer[] = spot.space === undefined ? [] : (targets.spaces.get(spot.space)?.offers ?? []);
  return spot.space === undefined || !view ? '' : spaceWords(plan, view, spot.space, offers);
}

/** As many things that can be done as are listed; Tab walks them all. */
const LISTED = 200;

/** The list of what can be done, in the order in which Tab walks it. */
export function readList(state: MapState, sheet: Sheet): { spot: Spot; text: string }[] {
  return state.targets.order.slice(0, LISTED).map((entry) => {
    const spot: Spot = entry.counter === undefined ? entry : { counter: entry.counter, space: state.placeOf(entry.counter)?.id ?? '' };
    return { spot: entry, text: spotWords(state, sheet, spot) };
  });
}
