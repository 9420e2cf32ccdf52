// A server for tests without one: a table on which counters march from space to space, or are planned for. It knows what a test tells it, no game.
import { Refused, type Hooks, type Wire } from '../lib/client';
import type { ClientMsg, DraftView, Hello, MenuLine, ServerMsg, SlotView } from '../lib/protocol';
import type { Action, CounterView, Offer, Side, View } from '../lib/wire';

export interface Setting {
  /** Where own counters stand, or counters of the enemy, whose ids begin with E. */
  counters: Record<string, string>;
  /** What can be done, beside marching. */
  offers?: Offer[];
  /** Where each counter can march to; `!` before a space: a fight waits there. */
  reach?: Record<string, string[]>;
  /** A place from which fights stand better, for more points. */
  better?: string;
  /** What each slot of a plan can be told; then there are no marches. */
  plan?: Record<string, MenuLine[]>;
}

const face = (name: string) => ({
  name,
  nation: 'soviet',
  symbol: 'infantry',
  size: 'XX',
  factors: [],
  steps: 1,
  max_steps: 1,
  formation: '',
});

export class Server implements Wire {
  /** All that was said to it. */
  readonly said: ClientMsg[] = [];
  private n = 0;
  private v = 0;
  private past: Record<string, string>[] = [];
  private orders: Record<string, unknown> = {};

  constructor(
    private readonly setting: Setting,
    private readonly hooks: Hooks,
    readonly side: Side = 'soviet',
  ) {}

  /** Greets, and shows the table. */
  open(): void {
    const hello = { type: 'hello', kind: 'owner', sides: [this.side], as: this.side, game: 'test', scenario: 'test', title: 'Test', n: 0 };
    const rest = { seats: { axis: 'staff', soviet: 'person' }, hot_seat: false, pace: { ms: 0, paused: false }, advice: false };
    this.hooks.message({ ...hello, ...rest } as unknown as Hello);
    this.hooks.link('open', '');
    this.show();
  }

  /** Shows the table once more, as after something that changed nothing. */
  show(): void {
    this.v += 1;
    const undo = this.past.length > 0 ? this.n - this.past.length : this.n;
    this.hooks.message({
      type: 'state',
      as: this.side,
      v: this.v,
      n: this.n,
      undo,
      view: this.view,
      takeback: null,
    } as unknown as ServerMsg);
  }

  /** Another browser of the side orders something. */
  elsewhere(orders: Record<string, unknown>): void {
    const draft = this.order(orders);
    this.hooks.message({ type: 'draft', part: true, draft } as unknown as ServerMsg);
  }

  get view(): View {
    const { counters, offers = [], reach = {}, plan } = this.setting;
    const lifts = Object.keys(reach).map((counter): Offer => ({
      kind: 'select',
      group: 'March',
      counter,
      action: { lift: counter },
      label: counter,
    }));
    const list = plan ? [] : [...offers, ...lifts];
    const stand = (id: string): Partial<CounterView> => ({
      id,
      kind: 'unit',
      side: id.startsWith('E') ? 'axis' : this.side,
      at: counters[id] ?? '',
    });
    return {
      viewer: this.side,
      turn: { number: 1, of: 9, label: '', phase: 'move', phase_name: 'Movement', side: this.side, case: '1' },
      to_act: plan ? 'both' : this.side,
      offers: { prompt: { text: 'Move.', case: '1', reminders: [] }, list },
      counters: Object.keys(counters).map((id) => ({ ...stand(id), face: face(id) })),
      spaces: [],
      tracks: [],
      layers: [],
      calendar: [],
    } as unknown as View;
  }

  tell(msg: ClientMsg): void {
    this.said.push(msg);
  }

  close(): void {
    this.hooks.link('closed', '');
  }

  async ask(msg: ClientMsg): Promise<ServerMsg[]> {
    this.said.push(msg);
    const answer = this.answer(msg);
    if (answer.type === 'refused') throw new Refused(answer as Extract<ServerMsg, { type: 'refused' }>);
    return [{ id: 0, ...answer } as unknown as ServerMsg];
  }

  private answer(msg: ClientMsg): { type: string } & Record<string, unknown> {
    switch (msg.type) {
      case 'reach':
        return { type: 'reach', n: this.n, reach: this.reaches(msg.counters) };
      case 'way':
        return { type: 'way', n: this.n, ...this.way(msg.counters, msg.via) };
      case 'act':
        return this.act('actions' in msg ? msg.actions : [msg.action]);
      case 'undo':
        return this.back(msg.to);
      case 'draft':
        return { type: 'draft', draft: this.draft() };
      case 'menu':
        return { type: 'menu', menu: this.setting.plan?.[msg.slot] ?? [] };
      case 'pick':
        return {
          type: 'draft',
          part: true,
          draft: this.order({ [msg.slot]: msg.target === undefined ? msg.verb : { [msg.verb]: msg.target } }),
        };
      case 'order':
        return { type: 'draft', part: true, draft: this.order(msg.orders) };
      case 'why':
        return { type: 'why', allowed: false, consulted: [{ case: '7', allows: false, why: 'It may not.' }] };
      case 'replay':
        return { type: 'replay', n: 0, frames: [], last: true };
      default:
        return { type: 'accepted', n: this.n };
    }
  }

  private goals(counter: string): { space: string; fight: boolean }[] {
    return (this.setting.reach?.[counter] ?? []).map((s) => ({ space: s.replace('!', ''), fight: s.startsWith('!') }));
  }

  private reaches(counters: string[]): object[] {
    return counters
      .filter((c) => this.goals(c).length > 0)
      .map((c) => ({
        counters: [c],
        verb: 'march',
        label: '',
        from: this.setting.counters[c],
        left: 0,
        parts: 1,
        goals: this.goals(c).map(({ space, fight }) => ({ space, left: 0, ...(fight ? { fight } : {}) })),
      }));
  }

  private way(counters: string[], via: string[]): Record<string, unknown> {
    const to = via.at(-1) ?? '';
    const come = counters.filter((c) => this.goals(c).some((g) => g.space === to));
    const stay = counters.filter((c) => !come.includes(c));
    const fight = come.some((c) => this.goals(c).some((g) => g.space === to && g.fight));
    return {
      actions: come.map((c) => ({ go: c, to })),
      come,
      stay,
      ...(fight ? { fight: { kind: 'attack', group: '', label: `Attack ${to}`, cost: '3:1' } } : {}),
      ...(fight && this.setting.better ? { dearer: this.dearer(come, to, this.setting.better) } : {}),
      ...(come.length === 0 ? { why: { case: '7.1', why: 'The river is in the way.' } } : {}),
    };
  }

  private dearer(come: string[], to: string, from: string): object {
    const fight = { kind: 'attack', group: '', label: `Attack ${to} from ${from}`, cost: '5:1' };
    return { actions: come.flatMap((c) => [from, to].map((space) => ({ go: c, to: space }))), fight, from };
  }

  private act(actions: Action[]): { type: string } & Record<string, unknown> {
    this.past.push({ ...this.setting.counters });
    for (const a of actions) if (typeof a === 'object' && 'go' in a) this.setting.counters[String(a['go'])] = String(a['to']);
    this.n += 1;
    this.show();
    return { type: 'accepted', n: this.n };
  }

  private back(to: number): { type: string; n: number } {
    while (this.n > to) {
      const before = this.past.pop();
      if (before) Object.assign(this.setting.counters, before);
      this.n -= 1;
    }
    this.show();
    return { type: 'accepted', n: this.n };
  }

  private slot(id: string): SlotView {
    const order = this.orders[id];
    const text = order === undefined ? 'holds' : JSON.stringify(order);
    return { slot: id, label: id, counter: id, text, ...(order === undefined ? {} : { order }) };
  }

  private draft(): DraftView {
    return { slots: Object.keys(this.setting.plan ?? {}).map((id) => this.slot(id)) };
  }

  private order(orders: Record<string, unknown>): DraftView {
    for (const [id, order] of Object.entries(orders)) {
      if (order === null) delete this.orders[id];
      else this.orders[id] = order;
    }
    return { slots: Object.keys(orders).map((id) => this.slot(id)) };
  }
}
