// A choice that is none: it is made at once, said, and can be taken back.
import { labelOf } from '../lib/levels';
import type { TableModel } from '../lib/table.svelte';
import { onlyChoice } from '../lib/offers';

export class Forced {
  /** What was done without a question since the last own action, oldest first. */
  done = $state.raw<string[]>([]);
  /** The number of actions when the last of them was done. */
  private at = -1;
  /** One is being done. */
  busy = $state(false);

  constructor(private readonly table: TableModel) {}

  /** Looks whether something can only be done in one way, and does it if that is `wanted`. */
  look(wanted: boolean): void {
    const { table } = this;
    if (table.n !== this.at && !this.busy) this.done = [];
    const offer = wanted && table.mine && !table.pending && !this.busy ? onlyChoice(table.view) : null;
    // What was taken back is not done again by itself.
    if (!offer || table.back.at === table.n) return;
    this.busy = true;
    void table.wording
      .word(offer)
      .then(async ([only, ...more]) => {
        if (!only || more.length > 0 || only.preview || only.battle || (only.notes?.length ?? 0) > 0) return;
        const { v } = table;
        if (!(await table.take(only))) return;
        await table.shownAfter(v);
        this.at = table.n;
        this.done = [...this.done, labelOf(only)].slice(-4);
        table.say(`The only choice: ${labelOf(only)}.`);
      })
      .catch(() => undefined)
      .finally(() => (this.busy = false));
  }
}
