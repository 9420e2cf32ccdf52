// A replay: the table after any action, as the viewer saw it; after the end as anybody saw it.
import { marks, type Mark } from './loglines';
import { patched } from './patch';
import type { Frame } from './protocol';
import type { TableModel } from './table.svelte';
import type { View, Viewer } from './wire';

/** So many views are fetched at once while playing, and so many are kept. */
const AHEAD = 60;
const KEPT = 400;

export const REPLAY_SPEEDS = [
  { ms: 1500, name: 'Slow' },
  { ms: 700, name: 'Normal' },
  { ms: 200, name: 'Fast' },
] as const;

export class Replay {
  at = $state(0);
  last = $state(0);
  frames = $state.raw<Frame[]>([]);
  view = $state.raw<View | null>(null);
  /** The action whose view is shown; `at` runs ahead while it is fetched. */
  shown = $state(-1);
  playing = $state(false);
  ms = $state(700);
  as = $state<Viewer>('spectator');
  readonly marks = $derived<Mark[]>(marks(this.frames));
  private views = new Map<number, View>();
  private wanted = 0;
  private alive = true;

  constructor(
    private readonly table: TableModel,
    start: number | null,
  ) {
    this.as = table.as;
    void this.load(start);
  }

  close(): void {
    this.alive = false;
    this.playing = false;
  }

  get frame(): Frame | undefined {
    return this.frames.find((f) => f.n === this.at);
  }

  /** Looks through other eyes; only after the end. */
  look(as: Viewer): void {
    this.as = as;
    this.views.clear();
    void this.load(null);
  }

  private async load(start: number | null): Promise<void> {
    const all: Frame[] = [];
    for (let from = 0; ;) {
      const { n, frames } = await this.table.past.frames(from, undefined, 'none', this.asked);
      all.push(...frames);
      const last = frames.at(-1);
      if (!last || last.n >= n) break;
      from = last.n + 1;
    }
    this.frames = all;
    this.last = all.at(-1)?.n ?? 0;
    await this.go(start === null ? this.last : Math.min(start, this.last));
  }

  private get asked(): Viewer | undefined {
    return this.as === this.table.as ? undefined : this.as;
  }

  /** Shows the table after action `n`. */
  async go(n: number): Promise<void> {
    const to = Math.max(0, Math.min(n, this.last));
    this.wanted = to;
    this.at = to;
    const view = this.views.get(to) ?? (await this.fetch(to));
    if (this.wanted !== to || !this.alive || !view) return;
    this.view = view;
    this.shown = to;
  }

  step(by: number): Promise<void> {
    this.playing = false;
    return this.go(this.at + by);
  }

  /** To the next or the last mark of a kind. */
  jump(kind: Mark['kind'], back: boolean): void {
    const all = this.marks.filter((m) => m.kind === kind);
    const to = back ? all.findLast((m) => m.n < this.at) : all.find((m) => m.n > this.at);
    if (to) void this.step(to.n - this.at);
  }

  async play(): Promise<void> {
    if (this.at >= this.last) await this.go(0);
    this.playing = true;
    while (this.playing && this.alive && this.at < this.last) {
      const next = this.at + 1;
      const frame = this.frames.find((f) => f.n === next);
      const shown = Date.now();
      if (frame && frame.events.length > 0) await this.table.stage.play(frame.events, Math.round(this.ms * 0.7));
      if (!this.playing) break;
      await this.go(next);
      const rest = this.ms - (Date.now() - shown);
      if (rest > 0 && (frame?.events.length ?? 0) > 0) await new Promise((r) => setTimeout(r, rest));
    }
    this.playing = false;
  }

  private async fetch(n: number): Promise<View | undefined> {
    const to = Math.min(this.last, this.playing ? n + AHEAD : n);
    const { frames } = await this.table.past.frames(n, to, 'all', this.asked);
    let last: View | undefined;
    for (const frame of frames) {
      last = frame.view ?? (last && frame.patch ? patched(last, frame.patch) : undefined);
      if (last) this.views.set(frame.n, last);
    }
    while (this.views.size > KEPT) {
      const oldest = this.views.keys().next().value;
      if (oldest === undefined) break;
      this.views.delete(oldest);
    }
    return this.views.get(n);
  }
}
