// The ways back and forward again: of the last entry, a unit's whole move, the phase; of an order, while a plan is made.
import { History, moveBegan } from './history';
import type { Frame } from './protocol';
import type { Planning } from '../model/planning.svelte';
import type { Action } from './wire';

/** What the ways back need of the table. */
export interface Backed {
  /** How many actions there are, and how far back one may go by oneself. */
  readonly n: number;
  readonly undo: number;
  readonly plans: Planning;
  readonly log: { frames: Frame[] };
  takeBack(to: number): Promise<boolean>;
  actAll(actions: Action[], again: boolean): Promise<unknown>;
  tell(text: string): void;
  say(text: string): void;
}

export class WayBack {
  private readonly history = new History();
  /** Something was taken back that can be done again. */
  redoable = $state(false);
  /** The number of actions to which something was taken back last, until something is done again. */
  at: number | null = null;

  constructor(private readonly table: Backed) {}

  /** Something was done. */
  did(n: number, actions: Action[], again: boolean): void {
    this.at = null;
    if (again) this.history.redid(n);
    else this.history.did(n, actions);
    this.redoable = this.history.next !== null;
  }

  /** What the way back and the way forward would do now, in words; null: nothing. */
  get words(): { undo: string | null; redo: string | null } {
    const { table } = this;
    const { undoes, redoes, committed } = table.plans;
    if (undoes !== null || redoes !== null) return { undo: undoes, redo: redoes };
    // A plan that was committed is taken back as long as the other side has not committed, too.
    const last = table.undo >= table.n ? null : committed ? 'the commitment' : 'the last action';
    return { undo: last, redo: this.redoable ? 'what was taken back' : null };
  }

  /** Takes back the last entry: a march or an attack is one; while planning, the last order. */
  last(): Promise<void> {
    const { plans } = this.table;
    if (plans.undoes !== null) return this.order(() => plans.undo(), 'Taken back');
    return this.to(this.table.n - 1);
  }

  /** Takes back everything since the phase began, as far as no die was rolled and nothing was shown. */
  phase(): Promise<void> {
    const began = this.table.log.frames.findLast((f) => f.events.some((e) => e.kind === 'phase'))?.n ?? 0;
    return this.to(Math.max(began, this.table.undo));
  }

  /** Takes back the whole move of a unit, with all its halts. */
  move(counter: string): Promise<void> {
    return this.to(Math.max(moveBegan(this.table.log.frames, this.table.n, counter), this.table.undo));
  }

  /** Does again what was taken back last. */
  async redo(): Promise<void> {
    const { plans } = this.table;
    if (plans.redoes !== null) return this.order(() => plans.redo(), 'Done again');
    const next = this.history.next;
    if (next === null) this.table.tell('There is nothing to do again.');
    else await this.table.actAll(next, true);
  }

  private async order(work: () => Promise<{ label: string } | null>, words: string): Promise<void> {
    const done = await work();
    if (done) this.table.say(`${words}: ${done.label}.`);
  }

  private async to(to: number): Promise<void> {
    if (this.table.undo >= this.table.n || to >= this.table.n) {
      this.table.tell('There is nothing to take back: the last thing was a roll, a revelation, or not yours.');
      return;
    }
    this.at = to;
    if (!(await this.table.takeBack(to))) return;
    this.history.tookBack(to);
    this.redoable = this.history.next !== null;
  }
}
