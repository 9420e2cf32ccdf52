// Counsel: what staff would do here. The player asks, it is shown as a suggestion, and nothing is done until he does it.
import type { Trails } from '../map/marches';
import type { TableModel } from '../lib/table.svelte';
import type { Advice } from '../lib/wire';

export class Counsel {
  asking = $state(false);
  private told = $state.raw<{ advice: Advice; v: number } | null>(null);

  constructor(
    private readonly table: TableModel,
    /** Brings places into sight. */
    private readonly show: (places: string[]) => void,
  ) {}

  /** May staff be asked now? */
  get can(): boolean {
    const { table } = this;
    return table.hello?.advice === true && (table.mine || table.plans.draft !== null) && table.outcome === null;
  }

  /** The advice for what lies on the table now. */
  get advice(): Advice | null {
    return this.told !== null && this.told.v === this.table.v && this.can ? this.told.advice : null;
  }

  async ask(): Promise<void> {
    if (!this.can || this.asking) return;
    const { v } = this.table;
    this.asking = true;
    try {
      const advice = await this.table.advise();
      if (!advice || v !== this.table.v) return;
      this.told = { advice, v };
      if (advice.orders) this.table.plans.propose(advice.orders);
      this.show(advice.path);
      this.table.say(`Staff: ${advice.lines.join(', ')}. ${advice.why}`);
    } finally {
      this.asking = false;
    }
  }

  /** Does what was advised; the orders of a plan are put into the draft, which stays to be committed. */
  async take(): Promise<void> {
    const { advice } = this;
    if (!advice) return;
    this.told = null;
    if (advice.orders) await this.table.plans.accept();
    else await this.table.actAll(advice.actions);
  }

  drop(): void {
    this.told = null;
    this.table.plans.propose(null);
  }

  /** How the map shows it. */
  get trails(): Trails | undefined {
    const { advice } = this;
    const [first] = advice?.path ?? [];
    if (!advice || first === undefined) return undefined;
    const last = advice.path.at(-1) ?? first;
    return {
      marches: [{ counter: advice.counters[0] ?? '', side: this.table.side, path: advice.path }],
      fights: advice.kind === 'attack' ? [last] : [],
      deaths: [],
      held: advice.kind === 'attack' ? [] : [last],
      meant: true,
    };
  }
}
