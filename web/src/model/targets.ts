// Which counters and spaces can be taken: what glows on the map is what a click can mean. Read from the offers once, for eye and hand.
import type { CounterView, Offer, OfferKind, View } from '../lib/wire';

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

const WEIGHT: OfferKind[] = ['attack', 'retreat', 'loss', 'move', 'place', 'spend', 'select', 'other', 'done'];

export const weightiest = (offers: Offer[]): OfferKind => WEIGHT.find((kind) => offers.some((o) => o.kind === kind)) ?? 'other';

const known = new WeakMap<readonly CounterView[], Map<string, CounterView>>();

/** The counters by their ids; made once for each list of them. */
export function byId(view: View): Map<string, CounterView> {
  const made = known.get(view.counters) ?? new Map(view.counters.map((c) => [c.id, c]));
  known.set(view.counters, made);
  return made;
}

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

/** What can be taken, with `selected` in hand (its own destinations only, if it has some). */
export function targetsOf(view: View, selected: string | null, counters = byId(view)): Targets {
  const found: Targets = { counters: new Map(), spaces: new Map(), order: [] };
  const list = view.offers.list;
  const inHand = list.filter((o) => o.counter === selected && leadsAway(counters, o));
  const add = (map: Map<string, Target>, id: string, offer: Offer, entry: Targets['order'][number]): void => {
    const old = map.get(id);
    if (old) old.offers.push(offer);
    else {
      map.set(id, { offers: [offer], kind: offer.kind });
      found.order.push(entry);
    }
  };
  for (const offer of list) {
    const away = leadsAway(counters, offer);
    if (offer.counter !== undefined) add(found.counters, offer.counter, offer, { counter: offer.counter });
    if (offer.space === undefined) continue;
    const ofAnother = inHand.length > 0 && offer.counter !== undefined && offer.counter !== selected;
    if (offer.counter === undefined || (away && !ofAnother)) add(found.spaces, offer.space, offer, { space: offer.space });
  }
  for (const map of [found.counters, found.spaces]) for (const target of map.values()) target.kind = weightiest(target.offers);
  if (inHand.length > 0) found.order.sort((a, b) => Number(a.space === undefined) - Number(b.space === undefined));
  return found;
}
