// The hands of the player: what is picked, hovered and open. Decides what a click means and asks the table to do it.
import { actors, pick, placeOf, wanted, type Target } from '../lib/offers';
import { settings } from '../lib/settings.svelte';
import type { Camera } from '../map/camera';
import type { TableModel } from '../lib/table.svelte';
import type { Action, BattleReport, Consulted, Event, Offer, View } from '../lib/wire';

export type Tab = 'log' | 'battle' | 'oob' | 'track' | 'rules' | 'victory';
export type Window = 'none' | 'menu' | 'help' | 'invite' | 'legend';

export interface Point {
  x: number;
  y: number;
}

/** What the page needs of the map. */
export interface MapHandle {
  fit(): void;
  centerOn(id: string): void;
  focusMap(): void;
  /** Brings something to do into sight, if nothing of it is. */
  reveal(): void;
  skip(): void;
  /** In pixels of the map. */
  whereIs(id: string): Point | undefined;
  play(events: Event[], ms: number): Promise<void>;
}

export interface Battle {
  report: BattleReport;
  /** The offer that would start it; absent for one that was fought. */
  offer?: Offer;
  /** What came of it, in a sentence. */
  text?: string;
}

export interface WhyNot {
  title: string;
  text: string;
  lines: Consulted[];
  at?: Point | undefined;
}

export class Ui {
  selected = $state<string | null>(null);
  hovered = $state.raw<Target | null>(null);
  pinned = $state.raw<Target | null>(null);
  tab = $state<Tab>('log');
  rule = $state('');
  layers = $state<string[]>([]);
  chooser = $state.raw<{ offers: Offer[]; title: string; at: Point } | null>(null);
  battle = $state.raw<Battle | null>(null);
  /** A battle the player has just started: its result opens by itself. */
  awaiting = false;
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

  constructor(readonly table: TableModel) {}

  get view(): View | null {
    return this.table.view;
  }

  /** What the inspector looks at: what is under the hand, else what was picked last. */
  get focus(): Target | null {
    return this.hovered ?? this.pinned;
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

  /** A click, a tap or Enter on the map. */
  picked(target: Target, at: Point): void {
    const { view } = this;
    if (!view) return;
    this.hovered = null;
    this.pinned = target;
    this.chooser = null;
    this.whyNot = null;
    this.table.notice = null;
    if (!this.table.mine || this.table.pending) return;
    const found = pick(view, target, this.selected);
    switch (found.kind) {
      case 'act':
        return this.take(found.offer, at);
      case 'choose':
        this.chooser = { offers: found.offers, title: found.title, at };
        return;
      case 'select':
        this.selected = this.selected === found.counter ? null : found.counter;
        this.table.say(`${found.counter} taken up. Choose a place.`);
        return;
      case 'nothing':
        void this.explain(target, at);
    }
  }

  /** A counter was dragged to a place. Where taking it up is an action of its own, that is done first. */
  async dropped(drop: { counter: string; space: string; offers: Offer[] }, at: Point): Promise<void> {
    const { view } = this;
    if (!view || !this.table.mine || this.table.pending) return;
    const [only, ...more] = drop.offers;
    if (only && more.length === 0) return this.take(only, at);
    if (only) {
      this.chooser = { offers: drop.offers, title: drop.space, at };
      return;
    }
    const lift = view.offers.list.find((o) => o.counter === drop.counter && (o.kind === 'move' || o.kind === 'select') && placeOf(view, drop.counter) === (o.space ?? placeOf(view, drop.counter)));
    if (!lift) return this.explain({ counter: drop.counter, space: drop.space }, at);
    if (!(await this.table.take(lift, at))) return;
    await this.table.shownAfter(view);
    const step = this.view?.offers.list.filter((o) => o.space === drop.space && (o.counter ?? drop.counter) === drop.counter) ?? [];
    if (step.length === 1 && step[0]) this.take(step[0], at);
    else if (step.length > 1) this.chooser = { offers: step, title: drop.space, at };
    else void this.explain({ space: drop.space }, at);
  }

  /** Takes an offer; a battle is shown first. */
  take(offer: Offer, at?: Point): void {
    this.chooser = null;
    if (offer.preview) {
      this.battle = { report: offer.preview, offer };
      return;
    }
    this.selected = null;
    void this.table.take(offer, at);
  }

  /** Takes all offers of a group one after the other, as long as they are offered. */
  async takeAll(group: string): Promise<void> {
    for (let i = 0; i < 40; i++) {
      const next = this.view?.offers.list.find((o) => o.group === group && o.all === true);
      const before = this.view;
      if (!next || !before || !this.table.mine) return;
      if (!(await this.table.take(next))) return;
      await this.table.shownAfter(before);
    }
  }

  /** Commits to the battle in the window. */
  commit(): void {
    const offer = this.battle?.offer;
    if (!offer) return;
    this.awaiting = true;
    this.selected = null;
    void this.table.take(offer).then((done) => {
      if (!done) this.awaiting = false;
    });
  }

  /** The main button: ends the step, after a question if something valuable is undone. */
  end(offer: Offer): void {
    const undone = this.view?.offers.prompt.reminders.filter((r) => !settings.kept.quiet.includes(r.case)) ?? [];
    if (offer.group === '' && undone.length > 0) this.ending = offer;
    else this.take(offer);
  }

  endAnyway(): void {
    const offer = this.ending;
    this.ending = null;
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
    if (this.chooser) this.chooser = null;
    else if (this.whyNot) this.whyNot = null;
    else if (this.table.notice) this.table.notice = null;
    else if (this.selected !== null) this.selected = null;
    else if (this.sheetUp) this.sheetUp = false;
    else this.pinned = null;
  }

  /** Why (not): of an action that is known. */
  async explainAction(action: Action, title: string, at?: Point): Promise<void> {
    try {
      const { allowed, consulted } = await this.table.why(action);
      const no = consulted.filter((c) => !c.allows);
      const text = allowed ? 'The rules allow it.' : (no[0]?.why ?? 'The rules do not allow it.');
      this.whyNot = { title, text, lines: allowed ? consulted : no, at };
      this.table.say(text);
    } catch (e) {
      this.whyNot = { title, text: e instanceof Error ? e.message : String(e), lines: [], at };
    }
  }

  /** Why nothing can be done with this counter or place. */
  async explain(target: Target, at?: Point): Promise<void> {
    const { view, table } = this;
    if (!view) return;
    const counter = view.counters.find((c) => c.id === target.counter);
    const title = counter?.face.name ?? target.space ?? '';
    const plain = this.plainReason(view, counter?.side ?? null);
    if (plain) {
      this.whyNot = { title, text: plain, lines: [], at };
      table.say(plain);
      return;
    }
    const space = target.space ?? placeOf(view, target.counter);
    const actions = wanted(view.offers.list, { ...target, space }, this.selected);
    if (actions.length === 0) {
      this.whyNot = { title, text: `Nothing is asked of it now. ${view.offers.prompt.text}`, lines: [{ case: view.offers.prompt.case, allows: false, why: view.turn.phase_name }], at };
      return;
    }
    const answers = await Promise.all(actions.map((a) => table.why(a).catch(() => null)));
    const no = answers.flatMap((a) => a?.consulted.filter((c) => !c.allows).slice(0, 2) ?? []);
    const unique = [...new Map(no.map((c) => [`${c.case} ${c.why}`, c])).values()];
    this.whyNot = { title, text: unique[0]?.why ?? 'Nothing can be done with it now.', lines: unique, at };
    table.say(this.whyNot.text);
  }

  private plainReason(view: View, side: string | null): string | null {
    if (view.outcome) return 'The game is over.';
    if (this.table.side === null) return 'You are looking on; you play neither side.';
    if (!this.table.mine) return 'It is the other side that decides now.';
    if (side !== null && side !== this.table.side && !view.offers.list.some((o) => o.counter !== undefined)) return null;
    return null;
  }
}
