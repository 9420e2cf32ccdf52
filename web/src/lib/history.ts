// What this page has done since it opened, so that what was taken back can be done again.
import type { Frame } from './protocol';
import type { Action } from './wire';

/** Actions that were one entry: a single one, or a list. */
interface Done {
  /** The number of the entry. */
  n: number;
  actions: Action[];
}

export class History {
  private done: Done[] = [];
  private undone: Done[] = [];

  /** An entry was made by hand: what was taken back before it is gone. */
  did(n: number, actions: Action[]): void {
    this.done.push({ n, actions });
    this.undone = [];
  }

  /** Entries after this one were taken back. */
  tookBack(to: number): void {
    const back = this.done.filter((d) => d.n > to);
    this.done = this.done.filter((d) => d.n <= to);
    this.undone.push(...back.reverse());
  }

  /** What would be done again. */
  get next(): Action[] | null {
    return this.undone.at(-1)?.actions ?? null;
  }

  /** It was done again. */
  redid(n: number): void {
    const again = this.undone.pop();
    if (again) this.done.push({ n, actions: again.actions });
  }
}

/** The number of actions before a unit began to move: its last actions in a row that moved it. */
export function moveBegan(frames: Frame[], n: number, counter: string): number {
  let began = n - 1;
  for (const frame of [...frames].reverse()) {
    if (frame.n > n) continue;
    if (!frame.events.some((e) => e.kind === 'move' && e.counter === counter)) break;
    began = frame.n - 1;
  }
  return began;
}
