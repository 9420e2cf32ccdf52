// Battles in the hand: the one that is looked at, the attack that is being planned, and the one that follows.
import { nextBattle } from '../lib/offers';
import { settings } from '../lib/settings.svelte';
import type { TableModel } from '../lib/table.svelte';
import type { Action, BattleReport, Muster, Offer } from '../lib/wire';
import { stepOf } from '../model/rules';
import type { Point } from './kinds';

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

/** An attack that is declared for a place, and planned before. */
export const isPlanned = (offer: Offer): boolean =>
  offer.kind === 'attack' && offer.space !== undefined && offer.counter === undefined && !offer.battle && !offer.preview;

export class Fights {
  /** What the window or card of a battle shows. */
  shown = $state.raw<Battle | null>(null);
  /** The attack that is being thought about. */
  planned = $state.raw<{ muster: Muster; offer: Offer } | null>(null);
  /** A battle the player has just started: its result opens by itself. */
  awaiting = $state(false);
  /** The phase in which battles are fought one after the other: the next one is laid out by itself, until one is put off. */
  private onward: string | null = null;

  constructor(
    private readonly table: TableModel,
    /** Lets go of what is in the hand. */
    private readonly drop: () => void,
  ) {}

  private get step(): string {
    return stepOf(this.table.view);
  }

  show(battle: Battle | null): void {
    this.shown = battle;
  }

  /** An attack is planned before it is declared. Where there is nothing to plan it is declared at once. */
  async plan(offer: Offer, at?: Point): Promise<void> {
    const { v } = this.table;
    const muster = await this.table.questions.muster(offer.space ?? '').catch(() => null);
    if (v !== this.table.v) return;
    if (muster && (muster.parties.length > 0 || muster.preview)) this.planned = { muster, offer };
    else void this.table.take(offer, at);
  }

  /** Somebody joins the attack that is planned or stays out, something is spent on it or not. */
  async replan(join: string[], spend: Action[]): Promise<void> {
    const { planned } = this;
    if (!planned) return;
    const muster = await this.table.questions.muster(planned.muster.space, join, spend).catch(() => null);
    if (muster && this.planned?.offer === planned.offer) this.planned = { ...planned, muster };
  }

  /** The attack that was planned is made. */
  async attack(): Promise<void> {
    const { planned } = this;
    if (!planned) return;
    this.planned = null;
    this.awaiting = true;
    this.drop();
    if ((await this.table.actAll(planned.muster.actions as Action[])) === null) this.awaiting = false;
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
    this.shown = { report: offer.preview, offer };
    this.commit();
  }

  /** Commits to the battle in the window. */
  commit(): void {
    const { offer, actions } = this.shown ?? {};
    if (!offer) return;
    this.awaiting = true;
    this.onward = settings.kept.onward ? this.step : null;
    this.drop();
    if (actions) this.shown = null;
    const work = actions ? this.table.actAll(actions).then((rest) => rest !== null) : this.table.take(offer);
    void work.then((done) => {
      if (!done) this.awaiting = false;
    });
  }

  /** The window of a battle is put away. Whoever puts off the next one wants to choose it himself. */
  close(): void {
    if (this.shown?.offer || nextBattle(this.table.view)) this.onward = null;
    this.shown = null;
  }

  /** The view for which the next battle was looked for. */
  private looked = -1;

  /** Is there a next battle to be laid out? */
  get goesOn(): boolean {
    if (this.onward !== null && this.onward !== this.step) this.onward = null;
    return this.onward !== null && this.looked !== this.table.v && this.table.mine && nextBattle(this.table.view) !== undefined;
  }

  /** Between battles that are fought one after the other: lays out the next one. Nothing is done by it. */
  async goOn(): Promise<void> {
    const next = this.goesOn && !this.shown ? nextBattle(this.table.view) : undefined;
    if (!next) return;
    this.looked = this.table.v;
    const offer = await this.foresee(next).catch(() => null);
    if (offer?.preview && !this.shown && this.onward !== null) this.shown = { report: offer.preview, offer };
  }
}
