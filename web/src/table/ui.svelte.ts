// The hands of the player: what is picked, hovered and open. Decides what a click means and asks the table to do it.
import { gathered, haltOf, isLift, liftOf, stepTo, together, watched, type Company } from '../lib/company';
import { isWorded } from '../lib/levels';
import { actors, marching, nameOf, pick, placeOf, same, wanted, type Target } from '../lib/offers';
import { settings } from '../lib/settings.svelte';
import type { Camera } from '../map/camera';
import type { TableModel } from '../lib/table.svelte';
import type { Action, BattleReport, Consulted, Event, Offer, View } from '../lib/wire';

export type Tab = 'log' | 'battle' | 'oob' | 'track' | 'rules' | 'victory';
export type Window = 'none' | 'menu' | 'help' | 'invite' | 'legend' | 'briefing' | 'end';

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
  /** Moves the map so that these lie in a part of its window. */
  makeRoom(ids: string[], free: { x: number; y: number; w: number; h: number }): void;
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
  /** Counters of one place that were picked to go together. */
  chosen = $state.raw<string[]>([]);
  /** The counter on the march and those who could follow it. */
  company = $state.raw<Company | null>(null);
  /** The others follow now, one after the other. */
  following = $state(false);
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
  picked(target: Target, at: Point, more = false): void {
    const { view } = this;
    if (!view || this.following) return;
    this.hovered = null;
    this.pinned = target;
    this.chooser = null;
    this.whyNot = null;
    this.table.notice = null;
    if (!this.table.mine || this.table.pending) return;
    if (more && target.counter !== undefined && this.choose(view, target.counter)) return;
    if (this.chosen.length > 0) {
      const ids = this.chosen;
      this.chosen = [];
      const here = placeOf(view, ids[0]);
      const space = target.space ?? placeOf(view, target.counter);
      if (ids.length > 1 && space !== undefined && here !== undefined) {
        void this.takeUp(together(view, here, ids)[0] ?? [], at, space === here ? undefined : space);
        return;
      }
    }
    const found = pick(view, target, this.selected);
    switch (found.kind) {
      case 'act':
        return this.take(found.offer, at);
      case 'choose':
        return this.ask(found.offers, found.title, at);
      case 'select':
        this.selected = this.selected === found.counter ? null : found.counter;
        if (this.selected !== null) void this.table.aimAt(this.selected).catch(() => undefined);
        this.table.say(this.selected === null ? 'Put back.' : `${nameOf(view, found.counter)} taken up. Choose a place.`);
        return;
      case 'nothing':
        void this.explain(target, at);
    }
  }

  /** Which of several? The question opens when all of them have words: what has the focus is not taken away again. */
  private ask(offers: Offer[], title: string, at: Point): void {
    const open = (list: Offer[]) => (this.chooser = { offers: list, title, at });
    if (offers.every((o) => isWorded(o) || o.many)) {
      open(offers);
      return;
    }
    const { v } = this.table;
    void this.table.words(offers).then((worded) => v === this.table.v && open(worded.length > 0 ? worded : offers), () => open(offers));
  }

  /** A counter was dragged to a place. Where taking it up is an action of its own, that is done first. */
  async dropped(drop: { counter: string; space: string }, at: Point): Promise<void> {
    const { view } = this;
    if (!view || !this.table.mine || this.table.pending || this.following) return;
    const here = placeOf(view, drop.counter);
    if (this.chosen.length > 1 && this.chosen.includes(drop.counter) && here !== undefined) {
      const ids = this.chosen;
      this.chosen = [];
      return this.takeUp(together(view, here, ids)[0] ?? [], at, drop.space);
    }
    await this.table.aimAt(drop.counter).catch(() => undefined);
    const there = this.view?.offers.list.filter((o) => o.counter === drop.counter && o.space === drop.space) ?? [];
    const [only, ...more] = there;
    if (only && more.length === 0) return this.take(only, at);
    if (only) {
      return this.ask(there, drop.space, at);
    }
    const lift = view.offers.list.find((o) => o.counter === drop.counter && (o.kind === 'move' || o.kind === 'select') && placeOf(view, drop.counter) === (o.space ?? placeOf(view, drop.counter)));
    if (!lift) return this.explain({ counter: drop.counter, space: drop.space }, at);
    if (!(await this.lift(view, lift, [], at))) return;
    await this.goTo(drop.counter, drop.space, at);
  }

  /** Brings the counter on the march to a place, if it can get there. */
  private async goTo(counter: string, space: string, at?: Point): Promise<void> {
    const step = this.view?.offers.list.filter((o) => o.space === space && (o.counter ?? counter) === counter) ?? [];
    if (step.length === 1 && step[0]) this.take(step[0], at);
    else if (step.length > 1 && at) this.ask(step, space, at);
    else await this.explain({ space }, at);
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
    if (this.selected !== null) void this.table.aimAt(this.selected).catch(() => undefined);
    this.table.say(held ? 'Put back.' : `${nameOf(view, first)} taken up. Choose a place.`);
    if (!held) requestAnimationFrame(() => this.map?.reveal());
  }

  /** Adds a counter to those who are to go together, or lets it stay; false if it cannot be taken up. */
  private choose(view: View, id: string): boolean {
    const here = placeOf(view, id);
    if (!view.offers.list.some((o) => o.counter === id && isLift(view, o))) return false;
    const others = this.chosen.filter((c) => c !== id && placeOf(view, c) === here);
    this.chosen = this.chosen.includes(id) ? others : [...others, id];
    this.table.say(this.chosen.length === 0 ? 'Nobody is picked.' : `Picked to go together: ${this.chosen.map((c) => nameOf(view, c)).join(', ')}.`);
    return true;
  }

  /** The whole stack under the hand is taken up. */
  takeStack(): void {
    const { view } = this;
    const at = view ? (this.focus?.space ?? placeOf(view, this.focus?.counter)) : undefined;
    if (!view || at === undefined || !this.table.mine || this.table.pending || this.following) return;
    const [offers] = together(view, at);
    if (offers) void this.takeUp(offers);
    else this.table.say('No stack there can be taken up.');
  }

  /** Takes up the first; the others go along, or follow it. `to`: it goes there at once. */
  async takeUp(offers: Offer[], at?: Point, to?: string): Promise<void> {
    const { view } = this;
    const [first, ...rest] = offers;
    if (!view || !first || first.counter === undefined) return;
    this.selected = null;
    this.chooser = null;
    let up = false;
    await this.table.gesture(async () => {
      up = await this.lift(view, first, rest.flatMap((o) => o.counter ?? []), at);
    });
    if (!up) return;
    if (!this.view || !marching(this.view, first.counter)) return this.eachOf(rest);
    if (to !== undefined) await this.goTo(first.counter, to, at);
  }

  /** Nobody was taken up for a march: what was done with the first is done with the others, as long as it is offered. */
  private eachOf(offers: Offer[]): Promise<void> {
    return this.table.gesture(async () => {
      if (this.table.lists) return this.allAtOnce(offers);
      for (const offer of offers) {
        const before = this.table.v;
        const next = this.view?.offers.list.find((o) => same(o, offer));
        if (!next || !(await this.table.take(next))) return;
        await this.table.shownAfter(before);
      }
    });
  }

  /** The same as one request. */
  private async allAtOnce(offers: Offer[]): Promise<void> {
    const words = await Promise.all(offers.map((o) => this.table.word(o)));
    await this.table.actAll(words.flatMap(([only, ...more]) => (only?.action !== undefined && more.length === 0 ? [only.action] : [])));
  }

  /** Takes a counter up and remembers who could follow it. Where the game itself lets others go along they do. */
  private async lift(view: View, offer: Offer, followers: string[], at?: Point): Promise<boolean> {
    const company = gathered(view, offer, followers);
    const then = this.table.v;
    if (!(await this.table.take(offer, at))) return false;
    await this.table.shownAfter(then);
    for (const id of followers) {
      const before = this.table.v;
      const along = this.view?.offers.list.find((o) => o.counter === id && o.all === true);
      if (!along) continue;
      if (!(await this.table.take(along, at))) return false;
      await this.table.shownAfter(before);
    }
    this.company = company;
    this.watch();
    return true;
  }

  /** Something was done: has the leader of the company come to rest? */
  watch(): void {
    const { view, company } = this;
    if (!company || !view || this.following) return;
    const now = this.table.side === null ? null : watched(company, view);
    if (now && !now.ends) this.company = now.company;
    else {
      this.company = null;
      if (now && now.company.followers.length > 0 && this.table.mine) void this.follow(now.company);
    }
  }

  /** The others go the way of the leader, one after the other, until one is refused. */
  private async follow(company: Company): Promise<void> {
    this.following = true;
    try {
      await this.table.gesture(async () => {
        for (const id of company.followers) if (!(await this.sendAfter(company, id))) return;
        if (this.view) this.table.say(`${company.followers.map((id) => (this.view ? nameOf(this.view, id) : id)).join(', ')} followed.`);
      });
    } finally {
      this.following = false;
    }
  }

  /** One follower from where he stands to where the leader is; false, with the reason shown, if he cannot. */
  private async sendAfter(company: Company, id: string): Promise<boolean> {
    const act = async (offer: Offer): Promise<boolean> => {
      const before = this.table.v;
      if (!(await this.table.take(offer))) return false;
      await this.table.shownAfter(before);
      return this.table.mine;
    };
    const lift = this.view ? liftOf(company, this.view, id) : undefined;
    if (!lift) return this.staysBehind(id, { counter: id, space: company.from });
    if (!(await act(lift))) return false;
    for (const [i, space] of company.path.entries()) {
      const step = this.view ? stepTo(this.view, id, space) : undefined;
      if (!step) {
        await this.staysBehind(id, { space });
        // Whoever has not moved is put back where he stood.
        if (i === 0) await this.table.undoLast();
        return false;
      }
      if (!(await act(step))) return false;
    }
    const halt = this.view && marching(this.view, id) ? haltOf(this.view) : undefined;
    return halt ? act(halt) : this.table.mine;
  }

  private async staysBehind(id: string, target: Target): Promise<false> {
    await this.explain(target);
    const name = this.view ? nameOf(this.view, id) : id;
    if (this.whyNot) this.whyNot = { ...this.whyNot, title: `${name} does not follow to ${target.space ?? ''}` };
    return false;
  }

  /** A mate is to follow the leader, or to stay. */
  toggleFollower(id: string): void {
    const { company } = this;
    if (!company) return;
    const on = company.followers.includes(id);
    this.company = { ...company, followers: company.mates.filter((m) => (m === id ? !on : company.followers.includes(m))) };
  }

  allFollow(): void {
    if (this.company) this.company = { ...this.company, followers: this.company.mates };
  }

  /** Takes an offer; a battle is shown first. */
  take(offer: Offer, at?: Point): void {
    this.chooser = null;
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
    const { view } = this;
    if (view && isLift(view, offer)) void this.lift(view, offer, [], at);
    else void this.table.take(offer, at);
  }

  /** Asks for what has to be known of an offer before it can be taken, then takes it. */
  private async learn(offer: Offer, at?: Point): Promise<void> {
    if (offer.many && offer.counter !== undefined) {
      this.selected = offer.counter;
      this.sheetUp = false;
      await this.table.aimAt(offer.counter);
      this.map?.reveal();
      return;
    }
    const { v } = this.table;
    const [only, ...more] = await this.table.word(offer);
    if (!only || v !== this.table.v) return;
    if (more.length > 0) this.chooser = { offers: [only, ...more], title: only.group, at: at ?? { x: innerWidth / 2, y: innerHeight / 3 } };
    else this.take(await this.table.whole(only), at);
  }

  /** What the hand is over: its words are asked for, and where it could go. */
  point(target: Target | null): void {
    this.hovered = target;
    clearTimeout(this.resting);
    // The hand passes over many things on its way.
    if (target) this.resting = setTimeout(() => this.rested(target), 80);
  }

  private resting: ReturnType<typeof setTimeout> | undefined;

  private rested(target: Target): void {
    const { view } = this;
    if (!view || !this.table.mine) return;
    const held = this.selected;
    const near = view.offers.list.filter((o) => (target.counter !== undefined && o.counter === target.counter) || (target.space !== undefined && o.space === target.space && (o.counter === undefined || o.counter === held)));
    if (target.counter !== undefined) void this.table.aimAt(target.counter).catch(() => undefined);
    if (near.length <= 4) this.table.wordAll(near);
  }

  /** Takes all offers of a group one after the other, as long as they are offered. */
  takeAll(group: string): Promise<void> {
    return this.table.gesture(async () => {
      if (this.table.lists) return this.allAtOnce(this.view?.offers.list.filter((o) => o.group === group && o.all === true) ?? []);
      for (let i = 0; i < 40; i++) {
        const next = this.view?.offers.list.find((o) => o.group === group && o.all === true);
        const before = this.table.v;
        if (!next || !this.table.mine) return;
        if (!(await this.table.take(next))) return;
        await this.table.shownAfter(before);
      }
    });
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
    else if (this.chosen.length > 0) this.chosen = [];
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
