// The second level of offers: the spaces of a counter and the words of an offer are asked for when somebody looks at them, once for a view.
import { isWorded, keyOf, nothingKnown } from './levels';
import type { ClientMsg, ServerMsg, Wanted } from './protocol';
import type { Offer } from './wire';

type Ask = (msg: ClientMsg) => Promise<ServerMsg[]>;

/** What the table is told when something has arrived. */
export interface Hearer {
  /** What may be done now, as far as it is known. */
  offers(): Offer[];
  /** The spaces of a counter are here. */
  aimed(): void;
  /** The words of offers are here, by `keyOf`. */
  worded(words: Map<string, Offer[]>): void;
}

export class Wording {
  /** What was asked for since the last view. */
  known = nothingKnown();
  private asking = new Map<string, Promise<unknown>>();

  constructor(
    private readonly ask: Ask,
    private readonly hearer: Hearer,
  ) {}

  /** A new view: nothing is known of it. */
  forget(): void {
    this.known = nothingKnown();
    this.asking.clear();
  }

  /** Asks for the spaces of a counter, if they are not known. */
  async aimAt(counter: string): Promise<void> {
    const many = this.hearer.offers().some((o) => o.counter === counter && o.many);
    if (many) await this.once(`targets ${counter}`, () => this.askTargets(counter));
  }

  private async askTargets(counter: string): Promise<void> {
    const { known } = this;
    const [answer] = await this.ask({ type: 'targets', counter });
    if (answer?.type !== 'targets' || known !== this.known) return;
    known.targets.set(counter, answer.sets);
    this.hearer.aimed();
  }

  /** An offer in words; several if pointing does not tell them apart. */
  async word(offer: Offer): Promise<Offer[]> {
    if (isWorded(offer) || offer.verb === undefined) return [offer];
    const key = keyOf(offer);
    const told = this.known.words.get(key);
    if (told) return told;
    await this.once(`words ${key}`, () => this.askWords({ verb: offer.verb ?? '', ...pointedAt(offer) }, key));
    return this.known.words.get(key) ?? [];
  }

  /** Several offers in words, those about one counter or one space with one question. */
  async words(offers: Offer[]): Promise<Offer[]> {
    const [first] = offers;
    const mute = offers.filter((o) => !isWorded(o) && !o.many);
    if (first && mute.length > 1) {
      const { counter, space } = first;
      if (counter !== undefined && offers.every((o) => o.counter === counter))
        await this.once(`words of ${counter}`, () => this.askWords({ counter }));
      else if (space !== undefined && offers.every((o) => o.space === space))
        await this.once(`words at ${space}`, () => this.askWords({ space }));
    }
    return (await Promise.all(offers.slice(0, 40).map((o) => (o.many ? [o] : this.word(o))))).flat();
  }

  /** Asks for the words of what is in sight: those about one counter, and many of one kind, with one question. */
  wordAll(offers: Offer[]): void {
    const mute = offers.filter((o) => !isWorded(o) && !o.many && !this.known.words.has(keyOf(o)));
    const groups = new Map<string, Offer[]>();
    for (const offer of mute) {
      const key = offer.counter === undefined || mute.length > 12 ? (offer.verb ?? '') : `${offer.verb} of ${offer.counter}`;
      groups.set(key, [...(groups.get(key) ?? []), offer]);
    }
    for (const [key, [first, ...more]] of groups) {
      if (!first) continue;
      if (more.length === 0) {
        void this.word(first).catch(() => undefined);
        continue;
      }
      const { verb = '', counter } = first;
      const only = counter !== undefined && more.every((o) => o.counter === counter) ? { counter } : {};
      const alike = this.hearer.offers().filter((o) => o.verb === verb && (!('counter' in only) || o.counter === counter));
      const from = Math.max(0, alike.indexOf(first));
      void this.once(`words of ${key} from ${from}`, () =>
        this.askWords({ verb, ...only, from, most: Math.min(25, more.length + 1) }),
      ).catch(() => undefined);
    }
  }

  /** Offers whose label holds these words. */
  async find(words: string): Promise<Offer[]> {
    const [answer] = await this.ask({ type: 'offer', find: words, most: 30 });
    return answer?.type === 'offer' ? answer.list : [];
  }

  /** The offer with its preview and its consequences. */
  async whole(offer: Offer): Promise<Offer> {
    if (offer.preview || !offer.battle) return offer;
    const [answer] = await this.ask({ type: 'offer', verb: offer.verb ?? '', whole: true, ...pointedAt(offer) });
    const list = answer?.type === 'offer' ? answer.list : [];
    return list.find((o) => JSON.stringify(o.action) === JSON.stringify(offer.action)) ?? list[0] ?? offer;
  }

  private async askWords(wanted: Wanted, key?: string): Promise<void> {
    const { known } = this;
    const [answer] = await this.ask({ type: 'offer', ...wanted });
    if (answer?.type !== 'offer' || known !== this.known) return;
    const by = new Map<string, Offer[]>(key === undefined ? [] : [[key, []]]);
    for (const offer of answer.list) by.set(keyOf(offer), [...(by.get(keyOf(offer)) ?? []), offer]);
    for (const [k, list] of by) if (list.length > 0) known.words.set(k, list);
    this.hearer.worded(by);
  }

  /** Asks the same thing only once for a view. */
  private once(what: string, ask: () => Promise<unknown>): Promise<unknown> {
    const before = this.asking.get(what);
    if (before) return before;
    const answer = ask();
    this.asking.set(what, answer);
    answer.catch(() => this.asking.delete(what));
    return answer;
  }
}

/** The counter and the space of an offer, where it has them. */
const pointedAt = ({ counter, space }: Offer) => ({
  ...(counter === undefined ? {} : { counter }),
  ...(space === undefined ? {} : { space }),
});
