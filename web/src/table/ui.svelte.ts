// The hands of the player: what is picked, hovered and open. Decides what a click means and asks the table to do it.
import { together } from '../lib/company';
import { isWorded } from '../lib/levels';
import { actors, mainButton, placeOf, type Target } from '../lib/offers';
import { isGoal } from '../lib/reach';
import { settings } from '../lib/settings.svelte';
import type { Camera } from '../map/camera';
import type { TableModel } from '../lib/table.svelte';
import { takenWords } from '../model/meaning';
import { NONE, one, together as mates, type Selection } from '../model/selection';
import type { Action, Offer, View } from '../lib/wire';
import { explain, explainAction } from './explain';
import { Clicks } from './clicks.svelte';
import { Counsel } from './counsel.svelte';
import { Forced } from './forced.svelte';
import { Fights, isPlanned } from './fights.svelte';
import { Foresight } from './foresight.svelte';
import type { Tab, Window, Point, MapHandle, WhyNot } from './kinds';
import { March } from './march.svelte';
import { menuOf, undoMenu, type Menu } from './menu';

export class Ui {
  /** What is taken up. */
  selection = $state.raw<Selection>(NONE);
  hovered = $state.raw<Target | null>(null);
  pinned = $state.raw<Target | null>(null);
  tab = $state<Tab>('log');
  rule = $state('');
  layers = $state<string[]>([]);
  chooser = $state.raw<{ offers: Offer[]; title: string; at: Point } | null>(null);
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

  readonly clicks: Clicks;
  readonly march: March;
  readonly fights: Fights;
  readonly foresight: Foresight;
  readonly forced: Forced;
  readonly counsel: Counsel;
  /** The view in which a step was ended by its button, until the next one is here. */
  ended: number | null = null;
  /** The menu at the pointer. */
  menu = $state.raw<Menu | null>(null);
  /** Somebody wants to keep looking at this, wherever the hand goes. */
  kept = $state.raw<Target | null>(null);

  constructor(readonly table: TableModel) {
    this.foresight = new Foresight(table);
    this.forced = new Forced(table);
    this.counsel = new Counsel(table, (places) => this.map?.makeRoom(places));
    this.fights = new Fights(table, () => this.march.drop());
    this.march = new March(this, table);
    this.clicks = new Clicks(this, table);
    table.laid = () => this.clicks.turned();
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

  /** The counter in hand. */
  get selected(): string | null {
    return this.selection.lead;
  }

  /** Counters that were picked to go together. */
  get chosen(): readonly string[] {
    return mates(this.selection);
  }

  /** Taken up; its places are asked for. */
  takeInHand(counter: string): void {
    const { view } = this;
    this.selection = one(counter);
    void this.table.wording.aimAt(counter).catch(() => undefined);
    if (view) this.table.say(takenWords(view, counter));
  }

  /** Lets go of what is taken up. */
  select(selection: Selection): void {
    this.selection = selection;
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

  /** One of these is taken from its box, or put back into it. */
  takeFromBox(ids: string[]): void {
    const [first] = ids;
    const { view } = this;
    if (first === undefined || !view) return;
    this.chooser = null;
    this.whyNot = null;
    const held = this.selected !== null && ids.includes(this.selected);
    this.sheetUp = false;
    if (held) {
      this.selection = NONE;
      this.table.say('Put back.');
      return;
    }
    this.takeInHand(ids.find((id) => view.offers.list.some((o) => o.counter === id)) ?? first);
    requestAnimationFrame(() => this.map?.reveal());
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
    if (isPlanned(offer)) void this.table.take(offer);
    else this.take(offer);
  }

  /** Takes an offer; a battle is shown first. */
  take(offer: Offer, at?: Point): void {
    this.chooser = null;
    if (isGoal(offer)) {
      void this.march.go(offer, at);
      return;
    }
    if (isPlanned(offer)) {
      void this.fights.plan(offer, at);
      return;
    }
    if (offer.many || !isWorded(offer) || (offer.battle && !offer.preview)) {
      void this.learn(offer, at).catch((e: unknown) => (this.table.notice = { text: e instanceof Error ? e.message : String(e) }));
      return;
    }
    if (offer.preview) {
      this.fights.show({ report: offer.preview, offer });
      return;
    }
    this.selection = NONE;
    void this.table.take(offer, at);
  }

  /** Asks for what has to be known of an offer before it can be taken, then takes it. */
  private async learn(offer: Offer, at?: Point): Promise<void> {
    if (offer.many && offer.counter !== undefined) {
      this.selection = one(offer.counter);
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

  /** The main button: ends the step, after a question if ending it now loses something or leaves it in danger. */
  end(offer: Offer): void {
    const undone = this.view?.offers.prompt.reminders.filter((r) => r.stake && !settings.kept.quiet.includes(r.case)) ?? [];
    if (offer.group === '' && undone.length > 0) this.ending = offer;
    else {
      this.ended = this.table.v;
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
    this.ended = this.table.v;
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
