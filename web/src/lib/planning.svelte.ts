// A plan made in secret: the draft as it stands, what each of its slots may be told, the orders given.
import { unpacked } from './menus';
import type { ClientMsg, DraftView, MenuLine, ServerMsg } from './protocol';

type Ask = (msg: ClientMsg) => Promise<ServerMsg[]>;
/** Does what may be refused; null if it was, and whoever sits at the table has been told. */
type Attempt = <T>(work: () => Promise<T>) => Promise<T | null>;

export class Planning {
  draft = $state.raw<DraftView | null>(null);

  constructor(
    private readonly ask: Ask,
    private readonly attempt: Attempt,
  ) {}

  /** Asks for the draft; it is kept if it still belongs to what is shown. */
  async look(isStill: () => boolean): Promise<void> {
    const [answer] = await this.ask({ type: 'draft' }).catch(() => []);
    if (isStill() && answer?.type === 'draft' && answer.draft.slots.length > 0) this.draft = answer.draft;
  }

  /** What a slot of the plan may be told. */
  async menu(slot: string): Promise<MenuLine[]> {
    const [answer] = await this.ask({ type: 'menu', slot });
    return answer?.type === 'menu' ? answer.menu.map(unpacked) : [];
  }

  /** Gives an order, or with no verb takes it back. */
  order(slot: string, verb: string | null, target?: string): Promise<void> {
    return this.give(
      verb === null
        ? { type: 'order', orders: { [slot]: null } }
        : { type: 'pick', slot, verb, ...(target === undefined ? {} : { target }) },
    );
  }

  /** Gives many orders at once: all or none. */
  orderAll(orders: Record<string, unknown>): Promise<void> {
    return this.give({ type: 'order', orders });
  }

  private async give(msg: ClientMsg): Promise<void> {
    const answers = await this.attempt(() => this.ask(msg));
    const answer = answers?.[0];
    if (answer?.type === 'draft') this.take(answer);
  }

  /** A draft, or what an order has changed in it. */
  take({ draft, part }: Extract<ServerMsg, { type: 'draft' }>): void {
    if (!part) this.draft = draft;
    else if (this.draft) {
      const changed = new Map(draft.slots.map((s) => [s.slot, s]));
      const slots = this.draft.slots.map((s) => changed.get(s.slot) ?? s);
      this.draft = { slots, ...(draft.fault ? { fault: draft.fault } : {}) };
    }
  }

  /** Closes the plan, unless the table has gone on since. */
  async commit(n: number): Promise<void> {
    const done = await this.attempt(() => this.ask({ type: 'commit', n }));
    if (done) this.draft = null;
  }
}
