// The table as this page knows it: the last state, the log, and the queue of what is still to be shown.
import { marchers } from '../model/rules';
import { Client, Refused, socketUrl, type Hooks, type Link, type Wire } from './client';
import { http } from './http';
import { scenesOf } from './film';
import { eachOf, Watch } from './pacing';
import { expanded, isWorded, keyOf } from './levels';
import { LogBook } from './logbook.svelte';
import { LookBack } from './lookback';
import { patched } from './patch';
import { Stage } from '../model/stage';
import { Planning } from '../model/planning.svelte';
import { People } from '../people/people.svelte';
import { keptSetup, SetupNotes, type Where } from './setups';
import { Wording } from './wording';
import type { ClientMsg, EventsMsg, Hello, Pace, Frame, PatchMsg, Rule, ServerMsg, StateMsg, Takeback, UndoneMsg } from './protocol';
import { Questions } from './questions';
import { WayBack } from './wayback.svelte';
import { atRest, ended, othersAtRest, type AtRest } from './atrest';
import { withGoals, type Hand } from './reach';
import type { Action, Advice, Event, Offer, Outcome, Sheet, Side, View, Viewer } from './wire';

export interface Notice {
  text: string;
  case?: string;
  /** Where on the screen the click was that was refused. */
  at?: { x: number; y: number };
}

type Step = StateMsg | EventsMsg | UndoneMsg | Extract<ServerMsg, { type: 'over' }>;

/** With more than this waiting the page stops animating and catches up. */
const PATIENCE = 24;
/** So long an answer's view is waited for, in milliseconds. */
const LATE = 2000;

export class TableModel {
  link = $state<Link>('joining');
  linkText = $state('');
  hello = $state.raw<Hello | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  rules = $state.raw<Rule[]>([]);
  view = $state.raw<View | null>(null);
  /** The same for the map, which is not laid out again when nothing but words has arrived. */
  mapView = $state.raw<View | null>(null);
  /** How often words have arrived. */
  told = $state(0);
  as = $state<Viewer>('spectator');
  n = $state(0);
  /** How many views were shown: each has its own number. */
  v = $state(0);
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
  /** What people settle beside the game. */
  readonly people: People;
  /** What is asked for because no view has it. */
  readonly past: LookBack;
  /** What may be done, in words. */
  readonly wording: Wording;

  /** Shows what has come. */
  readonly stage = new Stage();
  /** Told of every action that the log has heard of. */
  heard: (frame: Frame) => void = () => undefined;
  /** Told when an own action is under way. */
  acting: () => void = () => undefined;
  /** Milliseconds an event of the other side is shown; 0 shows only the outcome. */
  eventMs = 0;

  private readonly client: Wire;
  private queue: Step[] = [];
  /** The view that is shown, as it came. */
  private bare: View | null = null;
  /** The last view that has arrived, shown or not: the next patch is for it. */
  private latest: StateMsg | null = null;
  private skipping = false;
  private greetings = 0;

  constructor(
    readonly key: string,
    connect: (hooks: Hooks, key: string) => Wire = (hooks, key) => new Client(socketUrl(), hooks, undefined, key),
  ) {
    const ask = (msg: ClientMsg) => this.client.ask(msg);
    this.people = new People(ask);
    this.past = new LookBack(ask);
    this.wording = new Wording(ask, {
      offers: () => (this.side === null ? [] : (this.view?.offers.list ?? [])),
      aimed: () => {
        this.spread();
        this.mapView = this.forMap();
      },
      worded: (words) => this.worded(words),
    });
    const hooks = {
      message: (msg: ServerMsg) => this.receive(msg),
      link: (state: Link, text: string) => {
        if (state === 'open' && this.link === 'lost') this.say('The line is back; nothing was lost.');
        this.link = state;
        this.linkText = text;
      },
    };
    this.client = connect(hooks, key);
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

  private begin(): void {
    this.pending = true;
    this.notice = null;
    this.acting();
  }

  /** Does it; true if the rules allowed it. */
  async act(action: Action, at?: { x: number; y: number }): Promise<boolean> {
    if (this.pending) return false;
    this.begin();
    try {
      const [answer] = await this.client.ask({ type: 'act', n: this.n, as: this.as, action });
      if (answer?.type === 'accepted') this.back.did(answer.n, [action], false);
      return true;
    } catch (e) {
      this.refused(e, at);
      return false;
    } finally {
      this.pending = false;
    }
  }

  /** Does several actions as one: all or none. What is given back, because dice fell or something was shown; null if it was refused. */
  async actAll(actions: Action[], again = false): Promise<Action[] | null> {
    if (this.pending || actions.length === 0) return null;
    this.begin();
    try {
      const { v } = this;
      const [answer] = await this.client.ask({ type: 'act', n: this.n, as: this.as, actions });
      const rest = answer?.type === 'accepted' ? (answer.rest ?? []) : [];
      if (answer?.type === 'accepted') this.back.did(answer.n, actions.slice(0, actions.length - rest.length), again);
      await this.shownAfter(v);
      return rest;
    } catch (e) {
      this.refused(e);
      return null;
    } finally {
      this.pending = false;
    }
  }

  /** Does what is offered. False if it was refused, or if pointing at it does not say which of several is meant. */
  async take(offer: Offer, at?: { x: number; y: number }): Promise<boolean> {
    const [only, ...more] = await this.wording.word(offer);
    if (only?.action === undefined || more.length > 0) return false;
    const [n, first, where] = [this.n, this.log.lastOf(this.side) === null, this.setupOf];
    const done = await this.act(only.action, at);
    if (done && where) this.setups.note(n, only.action, only.kind, first, where);
    return done;
  }

  private readonly setups = new SetupNotes();

  private get setupOf(): Where | null {
    const { hello, side } = this;
    return hello && side ? { game: hello.game, scenario: hello.scenario, side } : null;
  }

  /** A set-up made before for this side of the scenario, while it has done nothing yet. */
  get keptSetup(): Action[] {
    const { setupOf } = this;
    return setupOf && this.mine && this.log.lastOf(this.side) === null ? keptSetup(setupOf) : [];
  }

  /** Told of every new view before anybody draws it. */
  laid: () => void = () => undefined;

  /** Places of the plan that an order can be aimed at: the map shows them like goals. */
  private aims: Offer[] = [];

  aimed(offers: Offer[]): void {
    this.aims = offers;
    this.mapView = this.forMap();
  }

  /** Counters in hand and where they can go: the map shows their goals instead of single steps. */
  hand = $state.raw<Hand | null>(null);

  setHand(hand: Hand | null): void {
    if (this.hand === hand) return;
    this.hand = hand;
    this.mapView = this.forMap();
  }

  /** What is asked without changing anything. */
  readonly questions = new Questions(
    (msg) => this.client.ask(msg),
    () => this.v,
  );

  /** What this side plans in secret, while it is asked for a plan. */
  readonly plans = new Planning(
    (msg) => this.client.ask(msg),
    (work) => this.attempt(work),
  );

  /** Nothing is offered though this side is asked: is a plan wanted? */
  private lookForDraft(): void {
    const { view, side, v } = this;
    const asked =
      view && side !== null && !view.outcome && view.offers.list.length === 0 && (view.to_act === side || view.to_act === 'both');
    this.plans.turnTo(asked ? `${side} ${view.turn.number}` : '');
    if (asked) void this.plans.look(() => v === this.v);
  }

  /** The plan is final. */
  async commit(): Promise<void> {
    if (this.pending) return;
    this.begin();
    await this.plans.commit(this.n);
    this.pending = false;
  }

  /** Does what may be refused, and says so if it is. */
  private async attempt<T>(work: () => Promise<T>): Promise<T | null> {
    this.notice = null;
    try {
      return await work();
    } catch (e) {
      this.refused(e);
      return null;
    }
  }

  /** What staff would do here; nothing if it does not say. */
  async advise(): Promise<Advice | null> {
    try {
      const [answer] = await this.client.ask({ type: 'advice' });
      return answer?.type === 'advice' ? answer : null;
    } catch (e) {
      this.refused(e);
      return null;
    }
  }

  /** Words have arrived: offers on the map get theirs in place. */
  private worded(words: Map<string, Offer[]>): void {
    this.spread();
    for (const offer of this.mapView?.offers.list ?? []) {
      const [only, ...more] = isWorded(offer) ? [] : (words.get(keyOf(offer)) ?? []);
      if (only && more.length === 0) Object.assign(offer, only);
    }
    this.told += 1;
  }

  /** Lays the offers out, as far as they are known. */
  private spread(): void {
    const { bare } = this;
    if (bare)
      this.view = bare.offers.sets ? { ...bare, offers: { ...bare.offers, list: expanded(bare.offers, this.wording.known) } } : bare;
  }

  /** What was offered before the march that is under way. */
  rest = $state.raw<AtRest | null>(null);

  /** A view whose offers may get their words in place. */
  private forMap(): View | null {
    const { view, hand } = this;
    const others = view ? othersAtRest(this.rest, view) : [];
    const aims = this.plans.draft ? this.aims : [];
    if (!view || !(view.offers.sets || hand || others.length > 0 || aims.length > 0)) return view;
    const list = [...view.offers.list.map((o) => ({ ...o })), ...others, ...aims];
    return { ...view, offers: { ...view.offers, list: hand ? withGoals(list, hand) : list } };
  }

  private lay(came: View): void {
    for (const go of this.waiting.splice(0)) go();
    const view = this.outcome ? ended(came, this.outcome) : came;
    if (this.outcome) [this.undo, this.takeback] = [this.n, null];
    this.bare = view;
    if (this.side !== null && view.turn.side === this.side && view.offers.list.length + (view.offers.sets?.length ?? 0) > 0)
      this.watch.over(this.eventMs);
    this.wording.forget();
    this.questions.forget();
    this.hand = null;
    this.spread();
    this.rest = this.view && this.side !== null ? atRest(this.rest, this.view) : null;
    this.lookForDraft();
    this.laid();
    this.mapView = this.forMap();
    // The game itself has put it into the player's hand.
    const marching = marchers(view)[0];
    if (marching !== undefined) void this.wording.aimAt(marching).catch(() => undefined);
  }

  /** The ways back. */
  readonly back = new WayBack(this);

  tell(text: string): void {
    this.notice = { text };
  }

  /** Goes back to after action `to`. */
  async takeBack(to: number): Promise<boolean> {
    try {
      await this.client.ask({ type: 'undo', n: this.n, to });
      return true;
    } catch (e) {
      this.refused(e);
      return false;
    }
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
    this.stage.skip();
    this.client.tell({ type: 'skip' });
    void this.drain();
  }

  say(text: string): void {
    // A changed text is spoken; the same text again needs a change.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  private waiting: (() => void)[] = [];

  /** Resolves when a later view than this one is shown; what comes too late is not waited for. */
  async shownAfter(v: number): Promise<void> {
    if (this.v !== v) return;
    const late = new Promise<void>((resolve) => setTimeout(resolve, LATE));
    await Promise.race([new Promise<void>((resolve) => this.waiting.push(resolve)), late]);
  }

  private receive(msg: ServerMsg): void {
    if (msg.type === 'hello') this.people.greet(msg);
    if (this.people.receive(msg)) return;
    switch (msg.type) {
      case 'hello':
        return this.greet(msg);
      case 'state':
        this.latest = msg;
        return this.enqueue(msg);
      case 'patch':
        return this.renew(msg);
      case 'events':
      case 'undone':
      case 'over': // after what led to it, which may still be shown
        return this.enqueue(msg);
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
        if (msg.status === 'refused' && msg.by === this.side) this.people.tell('The other side does not grant the take-back.');
        if (msg.status === 'lapsed' && msg.by === this.side)
          this.people.tell('The table went on: your request for a take-back has lapsed.');
        return;
      case 'draft':
        // From another browser of the same side; an answer has come to whoever asked.
        if (msg.id === undefined) this.plans.take(msg);
        return;
      case 'error':
        this.notice = { text: msg.text };
        return;
      default:
        return;
    }
  }

  private enqueue(step: Step): void {
    this.queue.push(step);
    void this.drain();
  }

  /** A patch leads from the last view to the next; whoever has missed one asks for the whole table. */
  private renew({ patch, ...rest }: PatchMsg): void {
    const { latest } = this;
    if (!latest || latest.as !== rest.as || rest.v !== latest.v + 1) {
      this.latest = null;
      void this.client.ask({ type: 'show' }).catch((e) => this.refused(e));
      return;
    }
    this.latest = { ...rest, type: 'state', view: patched(latest.view, patch) };
    this.enqueue(this.latest);
  }

  private greet(hello: Hello): void {
    this.hello = hello;
    this.pace = hello.pace;
    this.queue = [];
    this.latest = null;
    this.thinking = null;
    if (this.greetings++ === 0) {
      if (hello.kind === 'owner' && hello.pace.ms !== this.eventMs) this.client.tell({ type: 'speed', ms: this.eventMs });
      http.sheet(hello.game, hello.scenario).then(
        (sheet) => (this.sheet = sheet),
        (e: Error) => (this.notice = { text: e.message }),
      );
      http.rules(hello.game).then(
        (rules) => (this.rules = rules),
        () => undefined,
      );
    }
    void this.loadLog(hello.as);
  }

  private async loadLog(as: Viewer): Promise<void> {
    const ticket = this.log.begin(as);
    for (let from = 0; ;) {
      const { n, frames } = await this.past.frames(from, undefined, 'none').catch(() => ({ n: 0, frames: [] }));
      if (!this.log.add(ticket, frames)) return;
      const last = frames.at(-1);
      if (!last || last.n >= n) return this.log.finish(ticket);
      from = last.n + 1;
    }
  }

  /** Shows what waits, one after the other. */
  private async drain(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    try {
      for (let step = await this.due(); step; step = await this.due()) await this.show(step);
    } finally {
      this.showing = false;
      this.skipping = false;
    }
  }

  /** The next step; what the other side does waits while a window lies over the table. */
  private async due(): Promise<Step | undefined> {
    const theirs = () => this.queue[0]?.type === 'events' && this.queue[0].side !== this.side;
    while (this.stage.covered && !this.skipping && theirs()) await this.stage.uncovered();
    return this.queue.shift();
  }

  private async show(step: Step): Promise<void> {
    if (step.type === 'state') {
      if (step.as !== this.log.as) void this.loadLog(step.as);
      this.as = step.as;
      this.n = step.n;
      this.v += 1;
      this.undo = step.undo;
      this.takeback = step.takeback;
      if (step.view.outcome) this.outcome = step.view.outcome;
      this.lay(step.view);
      return;
    }
    if (step.type === 'over') {
      this.outcome = step.outcome;
      this.v += 1;
      if (this.bare) this.lay(this.bare);
      return;
    }
    if (step.type === 'undone') {
      this.log.cut(step.n);
      this.setups.cut(step.n);
      return;
    }
    const own = step.side === this.side;
    const ms = own ? Math.min(this.eventMs, 160) : eachOf(this.watch.pace(this.eventMs), step.events.length);
    const hurried = this.skipping || this.queue.length > PATIENCE || document.hidden || ms === 0;
    // Nobody has seen what follows from both plans, whoever came last; the log tells it when it has been watched.
    const film = scenesOf(step.events).length > 0;
    if (film && this.stage.played && !hurried) await this.stage.play(step.events, this.eventMs);
    this.log.append(step);
    this.heard({ n: step.n, side: step.side, turn: step.turn, events: step.events });
    if (!own) this.speakOf(step.events);
    if (!film && step.events.length > 0 && !hurried && !own) await this.stage.play(step.events, ms);
  }

  private readonly watch = new Watch((ms) => {
    if (this.side !== null && !this.pace.paused) this.client.tell({ type: 'speed', ms });
  });

  private speakOf(events: Event[]): void {
    const text = events.filter((e) => e.kind !== 'marker' && e.kind !== 'track').map((e) => e.text);
    if (text.length > 0) this.say(text.slice(-3).join('. '));
  }

  private refused(e: unknown, at?: { x: number; y: number }): void {
    const place = at ? { at } : {};
    if (e instanceof Refused && e.msg.type === 'refused') {
      const rule = e.msg.case === undefined ? {} : { case: e.msg.case };
      this.notice =
        e.msg.kind === 'stale' ? { text: 'The table has moved on; look again.', ...place } : { text: e.msg.why, ...rule, ...place };
    } else {
      this.notice = { text: e instanceof Error ? e.message : String(e), ...place };
    }
    this.say(this.notice.text);
  }
}
