// What the table shows when: replay, film, battles, reports and questions, each as one act of the stage. Told by the model what has come.
import { untrack } from 'svelte';
import { aftermaths, type Aftermath } from '../lib/aftermath';
import { scenesOf } from '../lib/film';
import { nextBattle } from '../lib/offers';
import type { Frame } from '../lib/protocol';
import { Replay } from '../lib/replay.svelte';
import { diceFell } from '../lib/rolls';
import { brief, briefed, endTold, tellEnd } from '../lib/saved';
import { settings } from '../lib/settings.svelte';
import { sound, soundOf } from '../lib/sounds';
import type { TableModel } from '../lib/table.svelte';
import { windows } from '../lib/windows.svelte';
import { SIDES, type BattleReport, type Event, type Side } from '../lib/wire';
import type { Trails } from '../map/marches';
import { questionOf } from '../model/rules';
import { look, type Cue, type Facts, type Moment } from '../model/stage';
import { Film, marksOf } from './film.svelte';
import { Fought } from './fought.svelte';
import { News } from './news.svelte';
import type { MapHandle } from './kinds';
import type { Ui } from './ui.svelte';

export class Director {
  readonly news: News;
  readonly reading: Fought;
  readonly film = new Film(() => this.map);
  replay = $state.raw<Replay | null>(null);
  map = $state.raw<MapHandle | null>(null);
  /** The report's turn is being played again. */
  playing = $state(false);
  /** In a hot seat nothing is shown until the one who sits there says so. */
  private seated = $state(false);
  /** Each click on a place where there was fighting opens the next report of it (the last that was opened: where, and which). */
  private read = { at: '', nth: -1 };
  private asked = '';
  /** The view whose question was spoken. */
  private spoken = -1;
  private mine = false;
  private going = false;

  constructor(
    private readonly table: TableModel,
    private readonly ui: Ui,
    private wanted: number | null,
  ) {
    this.news = new News(table);
    this.reading = new Fought(table);
    table.heard = (frame) => this.heard(frame);
    table.acting = () => this.acting();
  }

  readonly curtain = $derived.by((): Side | null => {
    const { table } = this;
    if (table.hello?.hot_seat !== true || table.outcome || !table.view || this.replay) return null;
    if (table.handOver) return table.handOver;
    return this.seated ? null : table.side;
  });

  readonly frames = $derived.by((): Frame[] => {
    const { replay } = this;
    return replay ? replay.frames.filter((f) => f.n <= replay.at) : this.table.log.frames;
  });

  /** Every battle of the log with what came of it. */
  readonly fights = $derived.by(() => {
    void [this.table.v, this.table.log.whole];
    return aftermaths(this.frames, this.news.names);
  });

  readonly unread = $derived.by((): Aftermath[] =>
    this.replay || this.curtain ? [] : this.reading.unread(this.fights).filter((a) => a.n !== this.ui.fights.shown?.n),
  );

  /** The report of the other side's turn that is shown. */
  readonly told = $derived.by(() => (this.news.open && !this.replay && !this.curtain ? this.news.report : null));

  /** A battle is shown when the table has come so far. */
  readonly fought = $derived.by(() => {
    const { shown } = this.ui.fights;
    return shown && (shown.n ?? 0) <= this.table.n ? shown : null;
  });

  /** What asks something on the map is told beside it, everything else in a window. */
  readonly carded = $derived.by(() => {
    const { fought, table } = this;
    if (!fought || fought.n === undefined || fought.whole || !table.mine || this.replay || !table.view || nextBattle(table.view))
      return false;
    return table.view.offers.list.some((o) => o.kind !== 'done' && (o.counter !== undefined || o.space !== undefined));
  });

  /** The battle of this phase before the one that is being thought about: what it came to stands with that one. */
  readonly sequel = $derived.by(() => {
    const last = this.fights.at(-1);
    const begun = this.table.log.frames.findLast((f) => f.events.some((e) => e.kind === 'phase'))?.n ?? -1;
    return last && last.n > begun && last.event !== this.ui.fights.shown?.report ? last : undefined;
  });

  /** What is drawn over the map: the film, what staff means, or the turn that is told. */
  readonly trails = $derived.by((): Trails | undefined => {
    const { told } = this;
    if (this.film.on) return this.film.trails;
    if (this.ui.counsel.trails || !told) return this.ui.counsel.trails;
    const deaths = told.losses.filter((l) => l.gone && l.at !== '').map((l) => l.at);
    return { ...marksOf(told.events), marches: told.marches, deaths };
  });

  /** What there is to be shown, and what is on its way: whatever of it changes, the stage looks what is due. */
  readonly now = $derived.by((): { facts: Facts; moment: Moment } => {
    const { table, ui } = this;
    // Where it was agreed on the window of the people is in the way of the end; every other window is finished with first.
    const open = table.outcome && ui.window === 'people' ? 0 : windows.open;
    void [table.v, table.log.frames, table.log.whole, table.as, ui.forced.busy, table.sheet, settings.kept.forced, this.unread];
    return {
      facts: {
        curtain: this.curtain !== null,
        replay: this.replay !== null,
        film: this.film.on,
        battle: ui.fights.shown !== null && !this.carded,
        report: this.told !== null,
        ask: table.mine,
        plan: table.plans.draft !== null,
      },
      moment: {
        ready: this.map !== null,
        windows: open,
        showing: table.showing,
        busy: ui.fights.awaiting || table.pending,
      },
    };
  });

  /** Called when anything of `now` has changed. */
  look(): void {
    const { facts, moment } = this.now;
    untrack(() => {
      this.notice();
      look(this.cues, facts, moment);
    });
  }

  /** What opens by itself, in this order. */
  private readonly cues: Cue[] = [
    { id: 'replay', act: 'replay', open: () => this.openWanted() },
    { id: 'battle', act: 'battle', open: () => this.layOut() },
    { id: 'briefing', act: 'report', open: () => this.briefing() },
    { id: 'end', act: 'report', open: () => this.ending() },
    { id: 'report', act: 'report', open: () => this.reports() },
    { id: 'forced', act: 'ask', open: () => this.forced() },
  ];

  /** What is taken note of, whatever lies over the table. */
  private notice(): void {
    const { table, ui, reading } = this;
    this.news.note();
    reading.sit();
    reading.note(this.unread.at(-1));
    if (this.news.open && this.news.whole && this.news.report) reading.readTo(this.news.report.to);
    if (windows.open > 0 && this.film.playing) this.film.pause();
    if (this.told === null && this.playing) this.map?.skip();
    if (table.mine && !this.mine && settings.kept.sound === 'on') sound('turn');
    this.mine = table.mine;
    if (table.view && table.hello && !table.view.outcome && !table.hello.finished) this.going = true;
    this.question();
    if (ui.ended !== null && ui.ended !== table.v) {
      ui.ended = null;
      // The button that ended a step is another one now: who presses Enter again does not mean it.
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.hasAttribute('data-ends')) this.map?.restOnMap();
    }
  }

  /** A new question is spoken, and may be asked about what is out of sight. */
  private question(): void {
    const { view, mine, v } = this.table;
    if (!view || !mine || this.replay) return;
    if (this.spoken !== v) this.table.say(`${view.turn.phase_name}. ${view.offers.prompt.text}`);
    this.spoken = v;
    const now = questionOf(view);
    if (now === this.asked) return;
    if (this.asked !== '') requestAnimationFrame(() => this.map?.reveal());
    this.asked = now;
  }

  private openWanted(): boolean {
    const { wanted } = this;
    if (wanted === null || !this.table.view) return false;
    this.wanted = null;
    this.openReplay(wanted);
    return true;
  }

  /** Battles that are fought one after the other follow each other without being looked for. */
  private layOut(): boolean {
    if (this.ui.fights.shown !== null || !this.ui.fights.goesOn) return false;
    void this.ui.fights.goOn();
    return true;
  }

  /** The briefing comes before the first own action, once for each seat. */
  private briefing(): boolean {
    const { side, sheet, log, key, view, outcome } = this.table;
    if (side === null || !sheet?.briefing || !log.whole || log.as !== side || !view) return false;
    if (briefed(key, side) || !settings.kept.briefing || outcome || log.lastOf(side) !== null) return false;
    brief(key, side);
    this.ui.window = 'briefing';
    return true;
  }

  /** The end is told when it comes, to those who were there. */
  private ending(): boolean {
    const { view, hello, key } = this.table;
    if (!view?.outcome || !hello) return false;
    // Whoever was away when the other side gave up, agreed or ran out of time is told when he comes back.
    const missed = hello.sides.length === 1 && SIDES.every((s) => hello.seats[s] === 'person') && !endTold(key);
    if (!this.going && !missed) return false;
    this.going = false;
    tellEnd(key);
    this.ui.window = 'end';
    return true;
  }

  /** What the other side did is told when something is asked. */
  private reports(): boolean {
    return this.ui.fights.shown === null && this.news.look();
  }

  /** What can only be done in one way is done, when it can be seen. */
  private forced(): boolean {
    this.ui.forced.look(settings.kept.forced);
    return true;
  }

  /** Something was told: a battle the player began opens with its result; quiet sounds, for those who want them. */
  private heard(frame: Frame): void {
    if (settings.kept.sound === 'on') soundOf(frame.events);
    const { fights } = this.ui;
    const nth = frame.events.findLastIndex((e) => e.kind === 'battle');
    const fought = frame.events[nth];
    if (fought?.kind !== 'battle') return;
    if (fights.awaiting) {
      diceFell();
      fights.show({ report: fought, text: fought.text, n: frame.n, log: { n: frame.n, nth } });
    }
    fights.awaiting = false;
  }

  /** Whoever acts has read it. */
  private acting(): void {
    if (this.carded && !this.ui.forced.busy) this.ui.fights.show(null);
    this.news.open = false;
    this.reading.acted(this.unread);
  }

  /** Events one after the other, or the scenes of a film. */
  async play(events: Event[], ms: number): Promise<void> {
    if (scenesOf(events).length > 0) await this.film.show(events, ms);
    else await this.map?.play(events, settings.calm ? 0 : ms);
  }

  /** The map is there, or has gone behind the curtain. */
  enter(map: MapHandle | null): void {
    this.map = map;
    this.ui.map = map;
    const stop = () => (this.film.on ? this.film.end() : this.map?.skip());
    this.table.stage.enter(map && { play: (events, ms) => this.play(events, ms), stop });
  }

  async playAgain(): Promise<void> {
    const { told, map } = this;
    if (this.playing || !map || !told) return map?.skip();
    this.playing = true;
    await this.play(told.events, settings.kept.speed || 450);
    this.playing = false;
  }

  openReplay(n: number | null): void {
    this.replay?.close();
    this.replay = new Replay(this.table, n);
    this.ui.escape();
  }

  closeReplay(): void {
    this.replay?.close();
    this.replay = null;
  }

  /** Whoever shall sit down sits. */
  async ready(): Promise<void> {
    const side = this.table.handOver;
    if (side) await this.table.sit(side);
    this.seated = true;
  }

  /** Puts away what is told on the map; false if there is nothing. */
  dismiss(): boolean {
    const last = this.unread.at(-1);
    if (this.news.open || !last) return this.news.dismiss();
    this.reading.readTo(last.n);
    return true;
  }

  /** The window or card of a battle is put away: its outcome has been read as far as it was known. */
  finish(): void {
    const shown = this.fights.find((a) => a.n === this.ui.fights.shown?.log?.n);
    if (shown?.settled && shown.n === this.fights.findLast((a) => a.n <= shown.n)?.n) this.reading.readTo(shown.n);
    this.ui.fights.close();
  }

  /** A click on a place of a turn that is told opens the report of a battle there. */
  readReport(at: string | undefined): boolean {
    const here = this.told?.film ? this.told.battles.filter((b) => b.event.at === at) : [];
    const nth = this.read.at === at ? (this.read.nth + 1) % here.length : 0;
    const next = here[nth];
    if (!next || at === undefined) return false;
    this.read = { at, nth };
    this.openBattle(next.event, next.event.text, next.n, next.nth);
    return true;
  }

  openBattle(report: BattleReport, text: string, n: number, nth: number): void {
    const { fights } = this.ui;
    const log = { n, nth };
    fights.show({ report, text, log });
    if (report.forces.length > 0) return;
    // The log is loaded without the sums of old battles.
    const { replay, table } = this;
    const eyes = replay && replay.as !== table.as ? replay.as : undefined;
    void table.past.report(n, nth, eyes).then(
      (whole) => whole && fights.shown?.report === report && fights.show({ report: whole, text, log }),
      () => undefined,
    );
  }
}
