// The table as this page knows it: the last state, the log, and the queue of what is still to be shown.
import { Client, Refused, socketUrl, type Link } from './client';
import { http } from './http';
import { LogBook } from './logbook.svelte';
import type { EventsMsg, Hello, Pace, Rule, ServerMsg, StateMsg, Takeback, UndoneMsg } from './protocol';
import type { Action, Consulted, Event, Offer, Outcome, Sheet, Side, View, Viewer } from './wire';

/** How the map shows events; resolves when they have been seen. */
export type Player = (events: Event[], ms: number) => Promise<void>;

export interface Notice {
  text: string;
  case?: string;
  /** Where on the screen the click was that was refused. */
  at?: { x: number; y: number };
}

type Step = StateMsg | EventsMsg | UndoneMsg;

/** With more than this waiting the page stops animating and catches up. */
const PATIENCE = 24;

export class TableModel {
  link = $state<Link>('joining');
  linkText = $state('');
  hello = $state.raw<Hello | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  rules = $state.raw<Rule[]>([]);
  view = $state.raw<View | null>(null);
  as = $state<Viewer>('spectator');
  n = $state(0);
  undo = $state(0);
  pace = $state.raw<Pace>({ ms: 450, paused: false });
  thinking = $state.raw<{ side: Side; ms: number } | null>(null);
  presence = $state.raw<{ axis: boolean; soviet: boolean; watchers: number } | null>(null);
  takeback = $state.raw<Takeback | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** What a screen reader hears next. */
  spoken = $state('');
  /** An own action is under way. */
  pending = $state(false);
  /** Something has arrived that is not shown yet. */
  showing = $state(false);
  readonly log = new LogBook();

  /** Set by the map when it is there. */
  player: Player | null = null;
  /** Ends what the map is showing at once. */
  stopPlayer: (() => void) | null = null;
  /** Milliseconds an event of the other side is shown; 0 shows only the outcome. */
  eventMs = 0;

  private readonly client: Client;
  private queue: Step[] = [];
  private skipping = false;
  private greetings = 0;
  private replays: Promise<unknown> = Promise.resolve();

  constructor(readonly key: string) {
    this.client = new Client(socketUrl(key), {
      message: (msg) => this.receive(msg),
      link: (state, text) => {
        if (state === 'open' && this.link === 'lost') this.say('The line is back; nothing was lost.');
        this.link = state;
        this.linkText = text;
      },
    });
  }

  close(): void {
    this.client.close();
  }

  /** The side this page plays now, if it plays one. */
  get side(): Side | null {
    return this.as === 'axis' || this.as === 'soviet' ? this.as : null;
  }

  /** Is this page asked to decide? */
  get mine(): boolean {
    return this.view !== null && this.side !== null && this.view.offers.list.length > 0;
  }

  /** The other side of a hot seat, when it is its turn to sit down. */
  get handOver(): Side | null {
    const { hello, view } = this;
    if (!hello?.hot_seat || !view || view.outcome || view.to_act === 'nobody' || view.offers.list.length > 0) return null;
    const other = this.as === 'axis' ? 'soviet' : 'axis';
    return view.to_act === other || view.to_act === 'both' ? other : null;
  }

  /** Does it; true if the rules allowed it. */
  async act(action: Action, at?: { x: number; y: number }): Promise<boolean> {
    if (this.pending) return false;
    this.pending = true;
    this.notice = null;
    try {
      await this.client.ask({ type: 'act', n: this.n, as: this.as, action });
      return true;
    } catch (e) {
      this.refused(e, at);
      return false;
    } finally {
      this.pending = false;
    }
  }

  take(offer: Offer, at?: { x: number; y: number }): Promise<boolean> {
    return this.act(offer.action, at);
  }

  /** Takes back the last action; what was done in one gesture goes back in one. */
  async undoLast(): Promise<void> {
    if (this.undo >= this.n) {
      this.notice = { text: 'There is nothing to take back: the last thing was a roll, a revelation, or not yours.' };
      return;
    }
    const whole = this.gestures.findLast((g) => g.to === this.n && g.from >= this.undo && g.as === this.as);
    await this.client.ask({ type: 'undo', n: this.n, to: whole?.from ?? this.n - 1 }).catch((e) => this.refused(e));
  }

  /** Several actions that are one to the hand, from before the first to after the last. */
  private gestures: { from: number; to: number; as: Viewer }[] = [];

  /** Does several actions as one gesture. */
  async gesture(acts: () => Promise<void>): Promise<void> {
    const from = this.n;
    await acts();
    this.gestures = this.gestures.filter((g) => g.to <= from);
    if (this.n > from + 1) this.gestures.push({ from, to: this.n, as: this.as });
  }

  /** Asks the other side to go back before the own last action. */
  async askTakeback(): Promise<void> {
    const last = this.log.lastOf(this.side);
    if (last === null) return;
    await this.client.ask({ type: 'takeback', n: this.n, to: last - 1 }).catch((e) => this.refused(e));
  }

  async answerTakeback(grant: boolean): Promise<void> {
    await this.client.ask({ type: grant ? 'grant' : 'refuse' }).catch((e) => this.refused(e));
    this.takeback = null;
  }

  /** Every rule consulted about an action. */
  async why(action: Action): Promise<{ allowed: boolean; consulted: Consulted[] }> {
    const [answer] = await this.client.ask({ type: 'why', action });
    if (answer?.type !== 'why') throw new Error('the server answered something else');
    return { allowed: answer.allowed, consulted: answer.consulted };
  }

  async sit(side: Side): Promise<void> {
    await this.client.ask({ type: 'sit', side }).catch((e) => this.refused(e));
  }

  speed(ms: number): void {
    this.eventMs = ms;
    this.client.tell({ type: 'speed', ms });
  }

  pause(on: boolean): void {
    this.client.tell({ type: 'pause', on });
  }

  /** Shows at once what is still waiting, and lets the computer play on without pauses. */
  skip(): void {
    this.skipping = true;
    this.stopPlayer?.();
    this.client.tell({ type: 'skip' });
    void this.drain();
  }

  /** Frames of the replay, with their views if asked for. */
  frames(from: number, to: number | undefined, views: 'none' | 'last' | 'all', as?: Viewer) {
    const ask = { type: 'replay' as const, from, views, ...(to === undefined ? {} : { to }), ...(as ? { as } : {}) };
    // The server answers one replay at a time.
    const answer = this.replays.then(() => this.client.ask(ask));
    this.replays = answer.catch(() => undefined);
    return answer.then((parts) => {
      const replays = parts.filter((p) => p.type === 'replay');
      return { n: replays.at(-1)?.n ?? 0, frames: replays.flatMap((p) => p.frames) };
    });
  }

  say(text: string): void {
    // A changed text is spoken; the same text again needs a change.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  /** Resolves when another view than this one is shown. */
  async shownAfter(view: View): Promise<void> {
    for (let i = 0; i < 200 && this.view === view; i++) await new Promise((r) => setTimeout(r, 10));
  }

  private receive(msg: ServerMsg): void {
    switch (msg.type) {
      case 'hello':
        return this.greet(msg);
      case 'state':
      case 'events':
      case 'undone':
        this.queue.push(msg);
        void this.drain();
        return;
      case 'thinking':
        this.thinking = msg.done ? null : { side: msg.side, ms: msg.ms };
        return;
      case 'pace':
        this.pace = { ms: msg.ms, paused: msg.paused };
        return;
      case 'presence':
        this.presence = msg;
        return;
      case 'takeback':
        this.takeback = msg.status === 'asked' ? msg : null;
        if (msg.status === 'refused') this.notice = { text: 'The other side does not grant the take-back.' };
        return;
      case 'over':
        this.outcome = msg.outcome;
        return;
      case 'error':
        this.notice = { text: msg.text };
        return;
      default:
        return;
    }
  }

  private greet(hello: Hello): void {
    this.hello = hello;
    this.pace = hello.pace;
    this.queue = [];
    this.thinking = null;
    if (this.greetings++ === 0) {
      if (hello.kind === 'owner' && hello.pace.ms !== this.eventMs) this.client.tell({ type: 'speed', ms: this.eventMs });
      http.sheet(hello.game, hello.scenario).then((sheet) => (this.sheet = sheet), (e: Error) => (this.notice = { text: e.message }));
      http.rules(hello.game).then((rules) => (this.rules = rules), () => undefined);
    }
    void this.loadLog(hello.as);
  }

  private async loadLog(as: Viewer): Promise<void> {
    const ticket = this.log.begin(as);
    for (let from = 0; ; ) {
      const { n, frames } = await this.frames(from, undefined, 'none').catch(() => ({ n: 0, frames: [] }));
      if (!this.log.add(ticket, frames)) return;
      const last = frames.at(-1);
      if (!last || last.n >= n) return;
      from = last.n + 1;
    }
  }

  /** Shows what waits, one after the other. */
  private async drain(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    try {
      for (let step = this.queue.shift(); step; step = this.queue.shift()) await this.show(step);
    } finally {
      this.showing = false;
      this.skipping = false;
    }
  }

  private async show(step: Step): Promise<void> {
    if (step.type === 'state') {
      if (step.as !== this.log.as) void this.loadLog(step.as);
      this.as = step.as;
      this.n = step.n;
      this.undo = step.undo;
      this.takeback = step.takeback;
      this.view = step.view;
      if (step.view.outcome) this.outcome = step.view.outcome;
      return;
    }
    if (step.type === 'undone') {
      this.log.cut(step.n);
      this.gestures = this.gestures.filter((g) => g.to <= step.n);
      return;
    }
    this.log.append(step);
    if (step.side !== this.side) this.speakOf(step.events);
    const own = step.side === this.side;
    const ms = own ? Math.min(this.eventMs, 160) : this.eventMs;
    const hurried = this.skipping || this.queue.length > PATIENCE || document.hidden || ms === 0;
    if (this.player && step.events.length > 0 && !hurried && !own) await this.player(step.events, ms);
  }

  private speakOf(events: Event[]): void {
    const text = events.filter((e) => e.kind !== 'marker' && e.kind !== 'track').map((e) => e.text);
    if (text.length > 0) this.say(text.slice(-3).join('. '));
  }

  private refused(e: unknown, at?: { x: number; y: number }): void {
    const place = at ? { at } : {};
    if (e instanceof Refused && e.msg.type === 'refused') {
      const rule = e.msg.case === undefined ? {} : { case: e.msg.case };
      this.notice = e.msg.kind === 'stale' ? { text: 'The table has moved on; look again.', ...place } : { text: e.msg.why, ...rule, ...place };
    } else {
      this.notice = { text: e instanceof Error ? e.message : String(e), ...place };
    }
    this.say(this.notice.text);
  }
}
