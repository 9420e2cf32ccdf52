// The hands of the player: what is picked, hovered and open. Decides what a click means and asks the table to do it.
import { stepOf } from '../model/rules';
import { together } from '../lib/company';
import { isWorded } from '../lib/levels';
import { actors, mainButton, nameOf, nextBattle, pick, placeOf, type Target } from '../lib/offers';
import { isGoal } from '../lib/reach';
import { settings } from '../lib/settings.svelte';
import type { Camera } from '../map/camera';
import type { TableModel } from '../lib/table.svelte';
import type { Action, BattleReport, Consulted, Event, Muster, Offer, View } from '../lib/wire';
import { explain, explainAction } from './explain';
import { Counsel } from './counsel.svelte';
import { Forced } from './forced.svelte';
import { Foresight } from './foresight.svelte';
import { March } from './march.svelte';
import { menuOf, undoMenu, type Menu } from './menu';

export type Tab = 'log' | 'battle' | 'oob' | 'track' | 'rules' | 'victory';
export type Window = 'none' | 'menu' | 'help' | 'invite' | 'people' | 'legend' | 'briefing' | 'end';

export interface Point {
  x: number;
  y: number;
}

/** What the page needs of the map. */
export interface MapHandle {
  fit(): void;
  centerOn(id: string): void;
  focusMap(): void;
  restOnMap(): void;
  /** Brings something to do into sight, if nothing of it is. */
  reveal(): void;
  skip(): void;
  /** Moves the map so that these lie in a part of its window, or anywhere in it. */
  makeRoom(ids: string[], free?: { x: number; y: number; w: number; h: number }): void;
  /** In pixels of the map. */
  whereIs(id: string): Point | undefined;
  play(events: Event[], ms: number): Promise<void>;
  /** What happens at the same time. */
  together(events: Event[], ms: number): Promise<void>;
  /** Counters stand where they stood at another moment, or with nothing where they stand. */
  hold(stands: ReadonlyMap<string, string> | null): void;
}

export interface Battle {
  report: BattleReport;
  /** The offer that would start it; absent for one that was fought. */
  offer?: Offer;
  /** The march that leads into it, with it at the end. */
  actions?: Action[];
  /** What came of it, in a sentence. */
  text?: string;
  /** Where it stands in the log. */
  log?: { n: number; nth: number };
  /** The number of the action that fought it: shown once the table has come so far. */
  n?: number;
  /** All of it is wanted, in a window. */
  whole?: boolean;
}

export interface WhyNot {
  title: string;
  text: string;
  lines: Consulted[];
  at?: Point | undefined;
}

export class Ui {
  selected = $state<string | null>(null);
  /** Counters of one place that were picked to go together. */
  chosen = $state.raw<string[]>([]);
  hovered = $state.raw<Target | null>(null);
  pinned = $state.raw<Target | null>(null);
  tab = $state<Tab>('log');
  rule = $state('');
  layers = $state<string[]>([]);
  chooser = $state.raw<{ offers: Offer[]; title: string; at: Point } | null>(null);
  battle = $state.raw<Battle | null>(null);
  /** A battle the player has just started: its result opens by itself. */
  awaiting = false;
  /** The phase in which battles are fought one after the other: the next one is laid out by itself, until one is put off. */
  private fighting: string | null = null;
  /** When the question of a fight was asked. */
  askedAt = 0;
  ending = $state.raw<Offer | null>(null);
  /** The window of declarations is open. */
  declaring = $state(false);
  whyNot = $state.raw<WhyNot | null>(null);
  window = $state<Window>('none');
  /** On a phone: is the sheet up? */
  sheetUp = $state(false);
  map: MapHandle | null = null;
  /** Where the map was looked at last: the same when it comes back from behind the curtain. */
  looked: Camera | undefined;
  private nextActor = 0;

  readonly march: March;
  readonly foresight: Foresight;
  readonly forced: Forced;
  readonly counsel: Counsel;
  /** A step was just ended by its button. */
  ended = false;
  /** The menu at the pointer. */
  menu = $state.raw<Menu | null>(null);
  /** Somebody wants to keep looking at this, wherever the hand goes. */
  kept = $state.raw<Target | null>(null);

  constructor(readonly table: TableModel) {
    this.foresight = new Foresight(table);
    this.forced = new Forced(table);
    this.counsel = new Counsel(table, (places) => this.map?.makeRoom(places));
    this.march = new March(this, table);
  }

  get view(): View | null {
    return this.table.view;
  }

  /** What the inspector looks at: what is under the hand, else what was picked last. */
  get focus(): Target | null {
    return this.kept ?? this.hovered ?? this.pinned;
  }

  openTab(tab: Tab): void {
    this.tab = tab;
    this.sheetUp = true;
  }

  openRule(id: string): void {
    this.rule = id;
    this.openTab('rules');
  }

  showPlace(id: string): void {
    const at = this.view ? (placeOf(this.view, id) ?? id) : id;
    this.pinned = { space: at };
    this.sheetUp = false;
    this.map?.centerOn(at);
  }

  /** Keeps something in the inspector until it is let go. */
  pin(target: Target | null): void {
    this.kept = target;
    if (target) {
      this.pinned = target;
      this.sheetUp = true;
    }
  }

  /** The other button of the mouse, or the key for it. */
  openMenu(target: Target, at: Point): void {
    this.chooser = null;
    this.whyNot = null;
    this.table.notice = null;
    this.menu = menuOf(this, target, at);
  }

  /** How far back? */
  openUndo(beside: { left: number; bottom: number }): void {
    this.menu = undoMenu(this, { x: beside.left - 160, y: beside.bottom });
  }

  /** A click, a tap or Enter on the map; `keyed`: by a key. */
  picked(target: Target, at: Point, more = false, keyed = false): void {
    const { view } = this;
    if (!view) return;
    if (this.march.busy) {
      void this.march.busy.then(
        () => this.picked(target, at, more, keyed),
        () => undefined,
      );
      return;
    }
    const [asked] = this.chooser?.offers ?? [];
    this.hovered = null;
    this.pinned = target;
    this.menu = null;
    this.chooser = null;
    this.whyNot = null;
    this.table.notice = null;
    if (!this.table.mine || this.table.pending) return;
    const goal = this.march.goalAt(target);
    if (goal) {
      // The same goal once more is a yes, if the question could be read.
      const sure = asked && isGoal(asked) && asked.space === goal.space && performance.now() - this.askedAt > 400 ? asked : goal;
      void (more ? this.march.waypoint(goal) : this.march.go(sure, at, keyed));
      return;
    }
    if (target.counter !== undefined && this.march.mayHold(target.counter)) {
      if (!more && this.march.secondClick(target.counter, at, keyed)) return;
      if (this.table.hand?.fresh && target.counter === this.table.hand.lead) this.march.drop();
      else if (more) void this.march.hold(this.withChosen(view, target.counter), at);
      else void this.march.takeOver(target.counter, at);
      return;
    }
    const space = target.space ?? placeOf(view, target.counter);
    if (this.table.hand && space !== undefined && target.counter === undefined) {
      void this.march.why(space, at);
      return;
    }
    const found = pick(view, target, this.selected);
    switch (found.kind) {
      case 'act':
        // Looking never acts: while there is something to move or attack with, what only tidies a stack is done from the inspector.
        if (
          found.offer.kind === 'other' &&
          target.counter !== undefined &&
          view.offers.list.some((o) => ['select', 'move', 'attack'].includes(o.kind))
        )
          return;
        return this.take(found.offer, at);
      case 'choose':
        return this.ask(found.offers, found.title, at);
      case 'select':
        this.selected = this.selected === found.counter ? null : found.counter;
        if (this.selected !== null) void this.table.wording.aimAt(this.selected).catch(() => undefined);
        this.table.say(this.selected === null ? 'Put back.' : `${nameOf(view, found.counter)} taken up. Choose a place.`);
        return;
      case 'nothing':
        if (target.counter === undefined || this.selected !== null) void this.explain(target, at);
    }
  }

  /** Which of several? The question opens when all of them have words: what has the focus is not taken away again. */
  ask(offers: Offer[], title: string, at: Point): void {
    const open = (list: Offer[]) => (this.chooser = { offers: list, title, at });
    if (offers.every((o) => isWorded(o) || o.many)) {
      open(offers);
      return;
    }
    const { v } = this.table;
    void this.table.wording.words(offers).then(
      (worded) => v === this.table.v && open(worded.length > 0 ? worded : offers),
      () => open(offers),
    );
  }

  /** A counter is being dragged. */
  carried(counter: string): void {
    this.march.carry(this.chosen.length > 1 && this.chosen.includes(counter) ? this.chosen : [counter]);
  }

  /** A counter was dragged to a place. */
  async dropped(drop: { counter: string; space: string }, at: Point): Promise<void> {
    const { view } = this;
    if (!view || !this.table.mine || this.table.pending) return;
    await this.table.wording.aimAt(drop.counter).catch(() => undefined);
    const there =
      this.view?.offers.list.filter(
        (o) => o.counter === drop.counter && o.space === drop.space && o.kind !== 'move' && o.kind !== 'attack',
      ) ?? [];
    const [only, ...more] = there;
    if (only && more.length === 0) return this.take(only, at);
    if (only) return this.ask(there, drop.space, at);
    const ids = this.chosen.length > 1 && this.chosen.includes(drop.counter) ? this.chosen : [drop.counter];
    await this.march.drag(ids, drop.space, at);
  }

  /** One of these is taken from its box, or put back into it. */
  takeFromBox(ids: string[]): void {
    const [first] = ids;
    const { view } = this;
    if (first === undefined || !view) return;
    this.chooser = null;
    this.whyNot = null;
    const held = this.selected !== null && ids.includes(this.selected);
    this.selected = held ? null : (ids.find((id) => view.offers.list.some((o) => o.counter === id)) ?? first);
    this.sheetUp = false;
    if (this.selected !== null) void this.table.wording.aimAt(this.selected).catch(() => undefined);
    this.table.say(held ? 'Put back.' : `${nameOf(view, first)} taken up. Choose a place.`);
    if (!held) requestAnimationFrame(() => this.map?.reveal());
  }

  /** Those in hand with one more of their place, or one less. */
  private withChosen(view: View, id: string): string[] {
    const held = this.table.hand?.counters.filter((c) => placeOf(view, c) === placeOf(view, id)) ?? [];
    const others = held.filter((c) => c !== id);
    return held.includes(id) && others.length > 0 ? others : [...others, id];
  }

  /** The whole stack under the hand is taken into the hand. */
  takeStack(): void {
    const { view } = this;
    const at = view ? (this.focus?.space ?? placeOf(view, this.focus?.counter)) : undefined;
    if (!view || at === undefined || !this.table.mine || this.table.pending) return;
    const [offers] = together(view, at);
    if (offers) this.takeUp(offers);
    else this.table.say('No stack there can be taken up.');
  }

  /** Takes several counters into the hand; the slowest leads. */
  takeUp(offers: Offer[], at: Point = { x: innerWidth / 2, y: innerHeight / 3 }): void {
    this.chooser = null;
    void this.march.hold(
      offers.flatMap((o) => o.counter ?? []),
      at,
    );
  }

  /** What is offered of several is done with each of them, as one list. */
  async eachOf(offers: Offer[]): Promise<void> {
    const words = await Promise.all(offers.map((o) => this.table.wording.word(o)));
    await this.table.actAll(words.flatMap(([only, ...more]) => (only?.action !== undefined && more.length === 0 ? [only.action] : [])));
  }

  /** Takes just this offer, from the list of all: an attack is declared without a plan. */
  takeOne(offer: Offer): void {
    if (this.plans(offer)) void this.table.take(offer);
    else this.take(offer);
  }

  private plans(offer: Offer): boolean {
    return offer.kind === 'attack' && offer.space !== undefined && offer.counter === undefined && !offer.battle && !offer.preview;
  }

  /** Takes an offer; a battle is shown first. */
  take(offer: Offer, at?: Point): void {
    this.chooser = null;
    if (isGoal(offer)) {
      void this.march.go(offer, at);
      return;
    }
    if (this.plans(offer)) {
      void this.plan(offer, at);
      return;
    }
    if (offer.many || !isWorded(offer) || (offer.battle && !offer.preview)) {
      void this.learn(offer, at).catch((e: unknown) => (this.table.notice = { text: e instanceof Error ? e.message : String(e) }));
      return;
    }
    if (offer.preview) {
      this.battle = { report: offer.preview, offer };
      return;
    }
    this.selected = null;
    this.chosen = [];
    void this.table.take(offer, at);
  }

  /** The attack that is being thought about. */
  planned = $state.raw<{ muster: Muster; offer: Offer } | null>(null);

  /** An attack is planned before it is declared. Where there is nothing to plan it is declared at once. */
  private async plan(offer: Offer, at?: Point): Promise<void> {
    const { v } = this.table;
    const muster = await this.table.muster(offer.space ?? '').catch(() => null);
    if (v !== this.table.v) return;
    if (muster && (muster.parties.length > 0 || muster.preview)) this.planned = { muster, offer };
    else void this.table.take(offer, at);
  }

  /** Somebody joins the attack that is planned or stays out, something is spent on it or not. */
  async replan(join: string[], spend: Action[]): Promise<void> {
    const { planned } = this;
    if (!planned) return;
    const muster = await this.table.muster(planned.muster.space, join, spend).catch(() => null);
    if (muster && this.planned?.offer === planned.offer) this.planned = { ...planned, muster };
  }

  /** The attack that was planned is made. */
  async attack(): Promise<void> {
    const { planned } = this;
    if (!planned) return;
    this.planned = null;
    this.awaiting = true;
    this.march.drop();
    if ((await this.table.actAll(planned.muster.actions as Action[])) === null) this.awaiting = false;
  }

  /** Asks for what has to be known of an offer before it can be taken, then takes it. */
  private async learn(offer: Offer, at?: Point): Promise<void> {
    if (offer.many && offer.counter !== undefined) {
      this.selected = offer.counter;
      this.sheetUp = false;
      await this.table.wording.aimAt(offer.counter);
      this.map?.reveal();
      return;
    }
    const { v } = this.table;
    const [only, ...more] = await this.table.wording.word(offer);
    if (!only || v !== this.table.v) return;
    if (more.length > 0) this.chooser = { offers: [only, ...more], title: only.group, at: at ?? { x: innerWidth / 2, y: innerHeight / 3 } };
    else this.take(await this.table.wording.whole(only), at);
  }

  /** What the hand is over: its words are asked for, and where it could go. */
  point(target: Target | null): void {
    this.hovered = target;
    clearTimeout(this.resting);
    // The hand passes over many things on its way.
    if (!target) this.foresight.look(null, undefined);
    else this.resting = setTimeout(() => this.rested(target), 80);
  }

  private resting: ReturnType<typeof setTimeout> | undefined;

  private rested(target: Target): void {
    const { view } = this;
    if (!view || !this.table.mine) return;
    const held = this.selected;
    const near = view.offers.list.filter(
      (o) =>
        (target.counter !== undefined && o.counter === target.counter) ||
        (target.space !== undefined && o.space === target.space && (o.counter === undefined || o.counter === held)),
    );
    if (target.counter !== undefined) void this.table.wording.aimAt(target.counter).catch(() => undefined);
    if (near.length <= 4) this.table.wording.wordAll(near);
    this.foresight.look(target, target.space ?? placeOf(view, target.counter));
  }

  /** Takes all offers of a group as one list. */
  takeAll(group: string): Promise<void> {
    return this.eachOf(this.view?.offers.list.filter((o) => o.group === group && o.all === true) ?? []);
  }

  /** The offer of a battle with its sums, if there is just one such battle. */
  async foresee(offer: Offer): Promise<Offer | null> {
    if (offer.preview) return offer;
    const { v } = this.table;
    const [only, ...more] = await this.table.wording.word(offer);
    if (!only || more.length > 0) return null;
    const whole = await this.table.wording.whole(only);
    return v === this.table.v && whole.preview ? whole : null;
  }

  /** Fights a battle whose sums have just been shown beside the result of the one before. */
  fight(offer: Offer): void {
    if (!offer.preview) return;
    this.battle = { report: offer.preview, offer };
    this.commit();
  }

  /** Commits to the battle in the window. */
  commit(): void {
    const { offer, actions } = this.battle ?? {};
    if (!offer) return;
    this.awaiting = true;
    this.selected = null;
    this.fighting = settings.kept.onward ? this.step : null;
    if (actions) {
      this.battle = null;
      this.march.drop();
      void this.table.actAll(actions).then((rest) => {
        if (rest === null) this.awaiting = false;
      });
      return;
    }
    void this.table.take(offer).then((done) => {
      if (!done) this.awaiting = false;
    });
  }

  private get step(): string {
    return stepOf(this.view);
  }

  /** The window of a battle is put away. Whoever puts off the next one wants to choose it himself. */
  closeBattle(): void {
    if (this.battle?.offer || nextBattle(this.view)) this.fighting = null;
    this.battle = null;
  }

  /** Between battles that are fought one after the other: lays out the next one. Nothing is done by it. */
  async fightOn(): Promise<void> {
    const next = this.table.mine && !this.battle ? nextBattle(this.view) : undefined;
    if (this.fighting !== null && this.fighting !== this.step) this.fighting = null;
    if (!next || this.fighting === null) return;
    const offer = await this.foresee(next).catch(() => null);
    if (offer?.preview && !this.battle && this.fighting !== null) this.battle = { report: offer.preview, offer };
  }

  /** The main button: ends the step, after a question if ending it now loses something or leaves it in danger. */
  end(offer: Offer): void {
    const undone = this.view?.offers.prompt.reminders.filter((r) => r.stake && !settings.kept.quiet.includes(r.case)) ?? [];
    if (offer.group === '' && undone.length > 0) this.ending = offer;
    else {
      this.ended = true;
      this.take(offer);
    }
  }

  /** Ends the phase from the middle of a march: the march is ended first. */
  async endPhase(halt: Offer): Promise<void> {
    const { v } = this.table;
    this.march.drop();
    if (!(await this.table.take(halt))) return;
    await this.table.shownAfter(v);
    const main = this.view ? mainButton(this.view.offers) : { kind: 'none' as const };
    if (main.kind === 'done' && main.ends) this.end(main.offer);
  }

  endAnyway(): void {
    const offer = this.ending;
    this.ending = null;
    this.ended = true;
    if (offer) this.take(offer);
  }

  /** The next counter that can still do something. */
  next(): void {
    const { view } = this;
    if (!view) return;
    const all = actors(view);
    const id = all[this.nextActor % Math.max(1, all.length)];
    if (id === undefined) {
      this.table.say('No counter can act now.');
      return;
    }
    this.nextActor += 1;
    const space = placeOf(view, id);
    this.pinned = { counter: id, space };
    if (space !== undefined) this.map?.centerOn(space);
    this.table.say(`${view.counters.find((c) => c.id === id)?.face.name ?? id}, ${space ?? ''}`);
  }

  focusMap(): void {
    this.sheetUp = false;
    this.map?.focusMap();
  }

  toggleLayer(id: string): void {
    this.layers = this.layers.includes(id) ? this.layers.filter((l) => l !== id) : [...this.layers, id];
  }

  /** Lets go of everything, the last thing opened first. */
  escape(): void {
    if (this.menu) this.menu = null;
    else if (this.chooser) this.chooser = null;
    else if (this.whyNot) this.whyNot = null;
    else if (this.table.notice) this.table.notice = null;
    else if (this.selected !== null || this.table.hand?.fresh) this.march.drop();
    else if (this.sheetUp) this.sheetUp = false;
    else if (this.kept) this.kept = null;
    else this.pinned = null;
  }

  /** Why (not): of an action that is known. */
  explainAction(action: Action, title: string, at?: Point): Promise<void> {
    return explainAction(this, action, title, at);
  }

  /** Why nothing can be done with this counter or place. */
  explain(target: Target, at?: Point): Promise<void> {
    return explain(this, target, at);
  }
}
