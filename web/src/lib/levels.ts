// Offers in two levels: the server says what a hand can point at; the spaces of one counter and the words of an offer are asked for.
import type { Action, Offer, OfferSet, Offers } from './wire';

/** What tells an offer from the others before it has words. */
export const keyOf = (offer: Offer): string =>
  offer.verb === undefined ? JSON.stringify(offer.action) : `${offer.verb}|${offer.kind}|${offer.counter ?? ''}|${offer.space ?? ''}`;

/**
 * What tells an offer from all others in a list. One that is named by what a hand points at keeps its id when its words arrive, and with it the
 * focus; others are told apart by their actions, which pointing alone may not tell.
 */
export const idOf = (offer: Offer): string =>
  offer.action === undefined || offer.example !== undefined ? keyOf(offer) : JSON.stringify(offer.action);

/** What an offer is called; until its words are here, the heading under which it stands. */
export const labelOf = (offer: Offer): string => offer.label ?? offer.group;

/** Are its words here? */
export const isWorded = (offer: Offer): boolean => offer.action !== undefined;

/** What was asked for since the last view. */
export interface Known {
  /** The offers about a counter, with their spaces. */
  targets: Map<string, OfferSet[]>;
  /** Offers with their words, by `keyOf`. Several if pointing does not tell them apart. */
  words: Map<string, Offer[]>;
}

export const nothingKnown = (): Known => ({ targets: new Map(), words: new Map() });

/** Everything that can be done, as far as it is known: one entry for whatever a hand can point at. */
export function expanded(offers: Offers, known: Known): Offer[] {
  if (!offers.sets) return offers.list;
  return [...offers.list, ...offers.sets.flatMap((set) => pointed(set, known))].map((offer) => worded(offer, known));
}

function worded(offer: Offer, known: Known): Offer {
  if (isWorded(offer)) return offer;
  const found = known.words.get(keyOf(offer));
  const [only] = found ?? [];
  return only && found?.length === 1 ? { ...only, ...(offer.example ? { example: offer.example } : {}) } : offer;
}

/** The spaces of a set one by one: those numbered one after the other come as one, `0101..03`. */
export function unrolled(spaces: string[] | undefined): string[] {
  return (spaces ?? []).flatMap((space) => {
    const run = /^(.*)(\d\d)\.\.(\d\d)$/.exec(space);
    if (!run) return [space];
    const [row = '', from, to] = [run[1], Number(run[2]), Number(run[3])];
    return Array.from({ length: to - from + 1 }, (_, i) => row + String(from + i).padStart(2, '0'));
  });
}

function pointed(set: OfferSet, known: Known): Offer[] {
  const plain: Offer = {
    kind: set.kind,
    group: set.group,
    verb: set.verb,
    example: set.example,
    ...(set.all ? { all: true } : {}),
    ...(set.battle ? { battle: true } : {}),
  };
  const { counters = [] } = set;
  const spaces = unrolled(set.spaces);
  if (counters.length === 0) return spaces.length > 0 ? spaces.map((space) => ({ ...plain, space })) : [{ ...plain, times: set.count }];
  if (set.single) return counters.map((counter, i) => ({ ...plain, counter, ...(spaces[i] ? { space: spaces[i] } : {}) }));
  return counters.flatMap((counter): Offer[] => {
    const own = known.targets.get(counter)?.find((s) => s.verb === set.verb && s.kind === set.kind);
    if (!own) return [{ ...plain, counter, many: true }];
    const there = unrolled(own.spaces);
    return there.length > 0 ? there.map((space) => ({ ...plain, counter, ...(space ? { space } : {}) })) : [{ ...plain, counter }];
  });
}

/** The action of an offer, or what it would look like: good enough to ask why it is refused. */
export function likely(offer: Offer): Action | undefined {
  if (offer.action !== undefined || !offer.example) return offer.action;
  const { action, counter, space } = offer.example;
  return put(put(action, counter, offer.counter), space, offer.space);
}

/** The same action about something else. */
export function put(action: Action, from: string | undefined, to: string | undefined): Action {
  if (typeof action === 'string' || from === undefined || to === undefined) return action;
  return Object.fromEntries(Object.entries(action).map(([k, v]) => [k, v === from ? to : v]));
}
