// Battles whose outcome nobody here has read yet: told on the map until they are put away, also to somebody who comes back later.
import type { Aftermath } from '../lib/aftermath';
import { scenesOf } from '../lib/film';
import type { TableModel } from '../lib/table.svelte';

const READ = 'kessel.fought.';
/** So long a line stands before acting on counts as having read it, in milliseconds. */
const LEGIBLE = 3000;

export class Fought {
  /** Battles up to this action have been read of. */
  private read = $state(Number.MAX_SAFE_INTEGER);
  private seat = '';
  private since = 0;
  private shown = -1;

  constructor(private readonly table: TableModel) {}

  /** Those that have not been read, the last of them at the end. */
  unread(all: Aftermath[]): Aftermath[] {
    if (this.table.side === null || this.table.outcome) return [];
    return all.filter((a) => a.n > this.read);
  }

  /** A seat is taken: what it has read of is remembered; a new browser is told what came since the phase in which the seat acted last. */
  sit(): void {
    const { log, side, key } = this.table;
    const seat = `${key}.${side}`;
    if (seat === this.seat || side === null || !log.whole || log.as !== side) return;
    this.seat = seat;
    // What is shown as a film is told by its own report.
    const films = log.frames.findLast((f) => scenesOf(f.events).length > 0)?.n ?? -1;
    const mine = log.lastOf(side) ?? 0;
    const began = log.frames.findLast((f) => f.n <= mine && f.events.some((e) => e.kind === 'phase'))?.n ?? 0;
    this.read = Math.max(films, recalled(seat) ?? began - 1);
    remember(seat, this.read);
  }

  /** Read of, up to this action. */
  readTo(n: number): void {
    if (n <= this.read) return;
    this.read = n;
    remember(this.seat, n);
  }

  /** The line of this battle stands before the reader's eyes. */
  note(last: Aftermath | undefined): void {
    if (last?.n === this.shown) return;
    this.shown = last?.n ?? -1;
    this.since = performance.now();
  }

  /** Somebody acts: what is over and could be read has been read. */
  acted(unread: Aftermath[]): void {
    const last = unread.findLast((a) => a.settled);
    if (last && performance.now() - this.since > LEGIBLE) this.readTo(last.n);
  }
}

function remember(seat: string, n: number): void {
  try {
    localStorage.setItem(READ + seat, String(n));
  } catch {
    // A browser that keeps nothing tells it again.
  }
}

function recalled(seat: string): number | null {
  try {
    const kept = localStorage.getItem(READ + seat);
    return kept === null ? null : Number(kept);
  } catch {
    return null;
  }
}
