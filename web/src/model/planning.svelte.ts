// A plan made in secret: the draft as it stands, what each of its slots may be told, the orders given, and the way back. The diffs are in draft.ts.
import { unpacked } from '../lib/menus';
import type { ClientMsg, DraftView, MenuLine, ServerMsg } from '../lib/protocol';
import {
  back,
  did,
  diffOf,
  forward,
  merged,
  NO_HISTORY,
  proposed,
  taken,
  type Diff,
  type History,
  type Orders,
  type Proposal,
} from './draft';

type Ask = (msg: ClientMsg) => Promise<ServerMsg[]>;
/** Does what may be refused; null if it was, and whoever sits at the table has been told. */
type Attempt = <T>(work: () => Promise<T>) => Promise<T | null>;

export class Planning {
  draft = $state.raw<DraftView | null>(null);
  private history = $state.raw<History>(NO_HISTORY);
  private offered = $state.raw<Proposal | null>(null);
  /** Whose plan of which turn it is. */
  private key = '';
  /** Histories of plans that are not in sight: at one screen two sides plan in turn, and a commitment can be taken back. */
  private readonly kept = new Map<string, History>();
  /** The plan of this side has been committed. */
  committed = $state(false);

  constructor(
    private readonly ask: Ask,
    private readonly attempt: Attempt,
  ) {}

  /** Another view has come. The draft of the same plan stays in sight until the server has said it again. */
  turnTo(key: string): void {
    if (key === this.key) return;
    this.kept.set(this.key, this.history);
    this.key = key;
    this.draft = null;
    this.history = this.kept.get(key) ?? NO_HISTORY;
    this.offered = null;
    if (key !== '') this.committed = false;
  }

  /** Asks for the draft; it is kept if it still belongs to what is shown. */
  async look(isStill: () => boolean): Promise<void> {
    const [answer] = await this.ask({ type: 'draft' }).catch(() => []);
    if (!isStill() || answer?.type !== 'draft') return;
    this.draft = answer.draft.slots.length > 0 ? merged(this.draft, answer.draft, false) : null;
  }

  /** Nothing is planned now. */
  close(): void {
    this.turnTo('');
  }

  /** What a slot of the plan may be told. */
  async menu(slot: string): Promise<MenuLine[]> {
    const [answer] = await this.ask({ type: 'menu', slot });
    return answer?.type === 'menu' ? answer.menu.map(unpacked) : [];
  }

  /** Gives an order, or with no verb takes it back. */
  async order(slot: string, verb: string | null, target?: string): Promise<boolean> {
    return this.give(
      verb === null
        ? { type: 'order', orders: { [slot]: null } }
        : { type: 'pick', slot, verb, ...(target === undefined ? {} : { target }) },
    );
  }

  /** Gives many orders at once: all or none. */
  orderAll(orders: Orders, label?: string): Promise<boolean> {
    return this.give({ type: 'order', orders }, label);
  }

  /** What is taken back next, in words; null: nothing. */
  get undoes(): string | null {
    return back(this.history, this.draft)?.diff.label ?? null;
  }

  /** What is done again next. */
  get redoes(): string | null {
    return forward(this.history, this.draft)?.diff.label ?? null;
  }

  /** Takes back the last gesture. */
  undo(): Promise<Diff | null> {
    return this.step(back(this.history, this.draft));
  }

  /** Does again what was taken back. */
  redo(): Promise<Diff | null> {
    return this.step(forward(this.history, this.draft));
  }

  private async step(way: ReturnType<typeof back>): Promise<Diff | null> {
    if (!way) return null;
    const { key } = this;
    const answer = await this.send({ type: 'order', orders: way.orders });
    if (!answer || key !== this.key) return null;
    this.take(answer);
    this.history = way.history;
    return way.diff;
  }

  /** What staff proposes, as far as the plan does not have it already. */
  get proposal(): ReturnType<typeof proposed> {
    return proposed(this.draft, this.offered);
  }

  propose(orders: Orders | null): void {
    this.offered = orders && { orders };
  }

  /** Puts the proposal into the plan, or these slots of it; what is not taken stays proposed. */
  async accept(slots?: string[]): Promise<boolean> {
    const { offered } = this;
    if (!offered) return false;
    const orders = taken(this.draft, offered, slots);
    const done = Object.keys(orders).length === 0 || (await this.orderAll(orders, 'what staff proposed'));
    if (done && (slots === undefined || this.proposal.length === 0)) this.offered = null;
    return done;
  }

  private async give(msg: ClientMsg, label?: string): Promise<boolean> {
    const { key } = this;
    const answer = await this.send(msg);
    if (!answer || key !== this.key) return false;
    const old = this.draft;
    this.take(answer);
    if (this.draft) this.history = did(this.history, diffOf(old, this.draft, label));
    return true;
  }

  private async send(msg: ClientMsg): Promise<Extract<ServerMsg, { type: 'draft' }> | null> {
    const answers = await this.attempt(() => this.ask(msg));
    const answer = answers?.[0];
    return answer?.type === 'draft' ? answer : null;
  }

  /** A draft, or what an order has changed in it: one's own, or of another browser of the same side. */
  take({ draft, part }: Extract<ServerMsg, { type: 'draft' }>): void {
    if (this.draft || !part) this.draft = merged(this.draft, draft, part === true);
  }

  /** Closes the plan, unless the table has gone on since. */
  async commit(n: number): Promise<void> {
    const done = await this.attempt(() => this.ask({ type: 'commit', n }));
    if (!done) return;
    this.close();
    this.committed = true;
  }
}
