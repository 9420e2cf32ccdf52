// Going by goal: a click takes counters into the hand and shows where they can go, a second click sends them there as one list of actions.
import { marchers } from '../model/rules';
import { company, goals, mates, type Aimed, type Hand } from '../lib/reach';
import { nameOf, placeOf, type Target } from '../lib/offers';
import { elseMeant, goalAt, mayHold, type GaveWay } from '../model/meaning';
import { NONE, several } from '../model/selection';
import { settings } from '../lib/settings.svelte';
import type { TableModel } from '../lib/table.svelte';
import type { Offer, View, Way } from '../lib/wire';
import type { Point } from './kinds';
import type { Ui } from './ui.svelte';

export class March {
  constructor(
    private readonly ui: Ui,
    private readonly table: TableModel,
  ) {}

  private get view(): View | null {
    return this.table.view;
  }

  /** The place that the counters in hand would be sent to. */
  goalAt(target: Target): Aimed | undefined {
    const { view, table } = this;
    return view ? goalAt({ view, side: table.side, hand: table.hand }, target) : undefined;
  }

  /** Counters that were in hand when another one on one of their goals was taken up: a second click sends them there after all. */
  gaveWay = $state.raw<GaveWay | null>(null);

  /** Takes up an own counter; whoever was in hand and could go to its place may still be meant. */
  async takeOver(id: string, at: Point): Promise<void> {
    const { hand } = this.table;
    const { view } = this;
    const space = view ? placeOf(view, id) : undefined;
    const goal = hand?.fresh && !hand.counters.includes(id) ? goals(hand).find((g) => g.space === space) : undefined;
    const taken = await this.hold([id], at);
    this.gaveWay = taken && hand && goal ? { hand, to: id, goal } : null;
  }

  /** A second click on the counter that was taken up in their stead: those who were in hand before go to its place. */
  goBack({ hand, goal }: GaveWay, at: Point, keyed: boolean): void {
    this.gaveWay = null;
    this.ui.select(several([hand.lead, ...hand.counters]));
    this.table.setHand(hand);
    void this.go(goal, at, keyed);
  }

  /** Can a click on this counter mean that it shall go somewhere? */
  mayHold(id: string): boolean {
    const { view, table } = this;
    return view !== null && mayHold({ view, side: table.side }, id);
  }

  /** Counters are being taken into the hand: who clicks meanwhile means what comes of it. */
  busy: Promise<unknown> | null = null;

  /** Takes counters into the hand; nothing is done yet. Where they can go nowhere, what else the click can mean is done. */
  hold(ids: string[], at?: Point, verb: string | null = null): Promise<boolean> {
    const taking = this.take(ids, at, verb);
    const busy = taking.finally(() => {
      if (this.busy === busy) this.busy = null;
    });
    this.busy = busy;
    return taking;
  }

  private async take(ids: string[], at?: Point, verb: string | null = null): Promise<boolean> {
    const [lead] = ids;
    const { view } = this;
    if (lead === undefined || !view) return false;
    const { v } = this.table;
    const reaches = await this.table.questions.reach(ids).catch(() => []);
    if (v !== this.table.v) return false;
    if (!reaches.some((r) => r.counters.includes(lead))) {
      if (at) this.otherwise(view, ids, at);
      return false;
    }
    this.ui.select(several(ids));
    this.table.setHand({ lead, counters: ids, reaches, verb, via: [], trail: [], fresh: true });
    this.table.say(`${ids.map((id) => nameOf(view, id)).join(', ')} in hand. Choose a goal.`);
    return true;
  }

  /** It goes nowhere: perhaps something else can be done with it. Looking at it alone does nothing. */
  private otherwise(view: View, ids: string[], at: Point): void {
    const meant = elseMeant(view, ids);
    if (meant.kind === 'each') void this.ui.eachOf(meant.offers);
    else if (meant.kind === 'act') this.ui.take(meant.offer, at);
    else if (meant.kind === 'choose') this.ui.ask(meant.offers, meant.title, at);
  }

  /** Whoever is on the march stays in hand with what he has left. */
  async goOn(): Promise<void> {
    const { view, table } = this;
    const led = view ? marchers(view) : [];
    const [lead] = led;
    if (!view || lead === undefined || !table.mine || table.hand) return;
    const { v } = table;
    const reaches = await table.questions.reach(led).catch(() => []);
    if (v !== table.v || table.hand || reaches.length === 0) return;
    table.setHand({ lead, counters: led, reaches, verb: null, via: [], trail: [], fresh: false });
  }

  /** Sends the counters in hand to a goal. Whoever walks there with keys does not look at the pointer: he is asked on a card. */
  async go(goal: Aimed, at?: Point, keyed = false): Promise<void> {
    const { hand } = this.table;
    if (!hand) return;
    const way = await this.table.questions.way(hand.counters, goal.by === '' ? null : goal.by, [...hand.via, goal.space]).catch(() => null);
    if (!way || way.actions.length === 0) return this.cannot(goal.space, way, at);
    if (way.dearer && goal.dearer === undefined) return this.whichWay(goal, way, at);
    if (way.dearer && goal.dearer) Object.assign(way, { actions: way.dearer.actions, fight: way.dearer.fight });
    if (goal.goal.fight && !goal.asked && !this.joins(goal) && (keyed || !this.answered(goal))) return this.fight(goal, way, at);
    await this.send(hand, way);
  }

  /** Own counters fight there already, and it does not begin at once: whether it shall be fought was asked when the first went in. */
  private joins(goal: Aimed): boolean {
    return goal.goal.battle !== true && (this.view?.counters.some((c) => c.at === goal.space && c.side === this.table.side) ?? false);
  }

  /** The odds stood at the pointer as a question, and the click said yes. Where dice fall at once the sums are always looked at first. */
  private answered(goal: Aimed): boolean {
    return goal.goal.battle !== true && !settings.kept.twice && this.ui.foresight.wasAsked(goal.space);
  }

  private async send(hand: Hand, way: Way): Promise<boolean> {
    const { view } = this;
    this.ui.select(NONE);
    const rest = await this.table.actAll(way.actions as NonNullable<Offer['action']>[]);
    if (rest === null || !view) return false;
    const names = (ids: string[]): string => ids.map((id) => nameOf(view, id)).join(', ');
    if (way.stay.length > 0) this.table.notice = { text: `${names(way.stay)} cannot come along.` };
    if (rest.length > 0) this.table.notice = { text: 'Dice have fallen or something was found: the rest of the march waits for you.' };
    this.table.say(`${names(way.come)} went ${hand.via.length > 0 ? 'by the places chosen' : 'there'}.`);
    return true;
  }

  /** The fight stands better by a way that costs more: which of the two is a question. */
  private whichWay(goal: Aimed, way: Way, at?: Point): void {
    const asked = goal.goal.battle !== true;
    const by = (dearer: boolean, { label = goal.label, cost, preview }: Partial<Offer>): Aimed => {
      const odds = [cost, preview?.column, dearer ? `by ${way.dearer?.from}, which costs more` : undefined].filter(Boolean).join('; ');
      return { ...goal, dearer, ...(asked ? { asked } : {}), ...(label === undefined ? {} : { label }), cost: odds };
    };
    this.ui.askedAt = performance.now();
    this.ui.chooser = {
      offers: [by(false, way.fight ?? {}), ...(way.dearer ? [by(true, way.dearer.fight)] : [])],
      title: 'Two ways into the fight',
      at: at ?? { x: innerWidth / 2, y: innerHeight / 3 },
    };
  }

  /** Entering a fight asks first: by the window of the battle where there is one, else by a question on the spot. */
  private async fight(goal: Aimed, way: Way, at?: Point): Promise<void> {
    const { hand } = this.table;
    if (!hand) return;
    if (goal.goal.battle !== true) {
      // The step into the fight says what the fight would be.
      const { label = goal.label, cost = goal.cost } = way.fight ?? {};
      this.ui.askedAt = performance.now();
      const sure: Aimed = { ...goal, asked: true, label: label ?? '', ...(cost === undefined ? {} : { cost }) };
      this.ui.chooser = { offers: [sure], title: 'The enemy is there', at: at ?? { x: innerWidth / 2, y: innerHeight / 3 } };
      return;
    }
    if (way.fight?.preview) {
      // Its sums are looked at before anybody has taken a step.
      this.ui.fights.show({
        report: way.fight.preview,
        offer: { ...goal, label: way.fight.label },
        actions: way.actions as NonNullable<Offer['action']>[],
      });
      return;
    }
    const before = { ...way, actions: way.actions.slice(0, -1) };
    const { v } = this.table;
    if (before.actions.length > 0) {
      if (!(await this.send(hand, before))) return;
      await this.table.shownAfter(v);
    }
    const start = this.view?.offers.list.find((o) => o.kind === 'attack' && o.space === goal.space && o.counter === undefined);
    if (start) this.ui.take(start, at);
  }

  /** A place to go by; the next goal is reached from there. */
  async waypoint(goal: Aimed): Promise<void> {
    const { hand } = this.table;
    if (!hand || goal.goal.fight || goal.goal.chance) return;
    const via = [...hand.via, goal.space];
    const verb = goal.by === '' ? null : goal.by;
    const reaches = await this.table.questions.reach(hand.counters, verb, via).catch(() => []);
    if (reaches.length === 0) this.table.say('There is no way on from there.');
    else this.table.setHand({ ...hand, verb, via, reaches, trail: [...hand.trail, ...goal.path.slice(0, -1)] });
  }

  /** Another way of moving is shown. */
  setMode(verb: string | null): void {
    const { hand } = this.table;
    if (hand) this.table.setHand({ ...hand, verb });
  }

  /** One more comes along, or stays. */
  toggleMate(id: string): Promise<boolean> {
    const { hand } = this.table;
    if (!hand) return Promise.resolve(false);
    const others = hand.counters.filter((c) => c !== hand.lead);
    return this.hold([hand.lead, ...(others.includes(id) ? others.filter((c) => c !== id) : [...others, id])], undefined, hand.verb);
  }

  allCome(): Promise<boolean> {
    const { hand } = this.table;
    const { view } = this;
    return hand && view ? this.hold([hand.lead, ...mates(view, hand.lead)], undefined, hand.verb) : Promise.resolve(false);
  }

  /** Who of those in hand would come to a place. */
  comers(space: string): { come: string[]; stay: string[] } {
    const { hand } = this.table;
    return hand ? company(hand, space) : { come: [], stay: [] };
  }

  /** A place that those in hand cannot get to: the rule that is in the way. */
  async why(space: string, at?: Point): Promise<void> {
    const { hand } = this.table;
    if (!hand) return;
    await this.cannot(space, await this.table.questions.way(hand.counters, hand.verb, [...hand.via, space]).catch(() => null), at);
  }

  private async cannot(space: string, way: Way | null, at?: Point): Promise<void> {
    const { hand } = this.table;
    const { view } = this;
    const name = hand && view ? nameOf(view, hand.lead) : '';
    const text = way?.why && !way.far ? way.why.why : 'It is too far for what is left to spend.';
    const lines = way?.why ? [{ case: way.why.case, allows: false, why: way.why.why }] : [];
    this.ui.whyNot = { title: `${name} cannot get to ${space}`, text, lines, at };
    this.table.say(text);
  }

  /** Lets go. */
  drop(): void {
    this.gaveWay = null;
    this.ui.select(NONE);
    this.table.setHand(null);
  }

  /** A counter is being dragged: where it can go is shown as if it had been clicked. */
  carry(ids: string[]): void {
    const [lead] = ids;
    if (lead === undefined || !this.table.mine || this.table.pending || !this.mayHold(lead)) return;
    if (this.table.hand?.counters.join() !== ids.join()) void this.hold(ids);
  }

  /** A counter was dragged somewhere. */
  async drag(ids: string[], space: string, at: Point): Promise<void> {
    await this.busy?.catch(() => undefined);
    const held = this.table.hand?.counters.join() === ids.join();
    if (!held && !(await this.hold(ids))) return this.ui.explain({ counter: ids[0], space }, at);
    const goal = this.table.hand ? goals(this.table.hand).find((g) => g.space === space) : undefined;
    if (goal) await this.go(goal, at);
    else {
      await this.why(space, at);
      this.drop();
    }
  }
}
