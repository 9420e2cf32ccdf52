// The log: one frame an action, as the viewer was told of it.
import type { Frame } from './protocol';
import type { Event, Side, Viewer } from './wire';

export class LogBook {
  frames = $state.raw<Frame[]>([]);
  as = $state<Viewer | null>(null);
  /** Everything up to now has been loaded. */
  whole = $state(false);
  private ticket = 0;

  /** Starts afresh for a viewer; what is loaded for an older ticket is thrown away. */
  begin(as: Viewer): number {
    this.as = as;
    this.frames = [];
    this.whole = false;
    return ++this.ticket;
  }

  /** Adds what was loaded, before what arrived meanwhile. False if nobody wants it any more. */
  add(ticket: number, loaded: Frame[]): boolean {
    if (ticket !== this.ticket) return false;
    const seen = new Set(loaded.map((f) => f.n));
    this.frames = [...loaded, ...this.frames.filter((f) => !seen.has(f.n))].sort((a, b) => a.n - b.n);
    return true;
  }

  /** All that was asked for is here. */
  finish(ticket: number): void {
    if (ticket === this.ticket) this.whole = true;
  }

  append(frame: { n: number; side: Side | null; turn: number; events: Event[] }): void {
    const { n, side, turn, events } = frame;
    this.frames = [...this.frames.filter((f) => f.n < n), { n, side, turn, events }];
    this.forget(turn);
  }

  /** Drops what players forget when its turn is over. */
  private forget(turn: number): void {
    if (this.as === 'umpire') return;
    const old = (f: Frame) => f.turn < turn && f.events.some((e) => e.fades);
    if (this.frames.some(old)) this.frames = this.frames.map((f) => (old(f) ? { ...f, events: f.events.filter((e) => !e.fades) } : f));
  }

  cut(n: number): void {
    this.frames = this.frames.filter((f) => f.n <= n);
  }

  /** The number of the last action of a side. */
  lastOf(side: Side | null): number | null {
    return this.frames.findLast((f) => f.side === side)?.n ?? null;
  }
}
