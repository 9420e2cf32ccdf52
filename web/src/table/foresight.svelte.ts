// What the hand rests on, foreseen: the attack that could be made there, or the fight that those in hand would run into.
import { isGoal } from '../lib/reach';
import type { Target } from '../lib/offers';
import { percent } from '../lib/words';
import type { TableModel } from '../lib/table.svelte';
import type { BattleReport, Muster } from '../lib/wire';

export interface Foreseen {
  space: string;
  /** Who could take part and what could be spent; absent for a fight on the march. */
  muster?: Muster;
  report?: BattleReport | undefined;
  /** What the step into it says of itself. */
  text?: string | undefined;
  /** Since when it stands at the pointer, as a question. */
  since?: number;
}

/** A question that stood at the pointer so long has been read, in milliseconds. */
const READ = 300;

export class Foresight {
  seen = $state.raw<Foreseen | null>(null);
  private asked = '';

  constructor(private readonly table: TableModel) {}

  /** Whether this fight shall be entered was asked at the pointer, with its odds, and could be read: the click is the answer. */
  wasAsked(space: string): boolean {
    const { seen } = this;
    return seen?.space === space && seen.since !== undefined && performance.now() - seen.since >= READ;
  }

  /** The hand rests on something. */
  look(target: Target | null, space: string | undefined): void {
    const { table } = this;
    const key = `${table.v} ${space ?? ''} ${table.hand?.counters.join() ?? ''}`;
    if (key === this.asked) return;
    this.asked = key;
    this.seen = null;
    if (!target || space === undefined || !table.mine) return;
    const fits = () => key === this.asked;
    const goal = table.mapView?.offers.list.find((o) => isGoal(o) && o.space === space && o.kind === 'attack');
    if (goal && isGoal(goal) && table.hand) {
      const { hand } = table;
      void table.questions.way(hand.counters, goal.by === '' ? null : goal.by, [...hand.via, space]).then((way) => {
        if (!fits() || !way?.fight) return;
        const odds = way.fight.preview?.column ?? way.fight.cost;
        this.seen = { space, report: way.fight.preview, text: way.fight.cost, ...(odds ? { since: performance.now() } : {}) };
        goal.label = `${way.fight.label}?`;
        goal.cost = [goal.cost, odds].filter(Boolean).join('; ');
        table.told += 1;
      }, ignore);
      return;
    }
    if (!table.view?.offers.list.some((o) => o.kind === 'attack' && o.space === space && o.counter === undefined)) return;
    void table.questions.foresee(space).then((muster) => {
      if (!muster || !fits()) return;
      this.seen = { space, muster, report: muster.preview };
      // The tag at the place says it in short.
      const offer = table.mapView?.offers.list.find((o) => o.kind === 'attack' && o.space === space && o.counter === undefined);
      const { forecast, column } = muster.preview ?? {};
      if (!offer || !forecast) return;
      offer.cost = `${column}; ${percent(forecast.clears)} that they give way`;
      table.told += 1;
    }, ignore);
  }
}

const ignore = (): void => undefined;
