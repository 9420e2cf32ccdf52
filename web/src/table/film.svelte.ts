// A film on the map: its scenes are played, stopped at, stepped through, or left out.
import { scenesOf, standsOf, withMarkers, type Scene, type Stands } from '../lib/film';
import type { Trails } from '../map/marches';
import type { Event, View } from '../lib/wire';
import type { MapHandle } from './kinds';

/** A scene in which nothing happens passes in so many milliseconds. */
const QUIET = 140;
/** So long is a film at most, where an event is shown for so long. */
const FILM = 20_000;
const USUAL = 450;

export class Film {
  scenes = $state.raw<Scene[]>([]);
  /** So many scenes have been shown. */
  at = $state(0);
  playing = $state(false);
  private stands: Stands[] = [];
  private ms = 450;
  private release: (() => void) | undefined;
  private take = 0;

  constructor(private readonly map: () => MapHandle | null) {}

  /** Something is being shown. */
  get on(): boolean {
    return this.scenes.length > 0;
  }

  /** What has been fought so far. */
  readonly trails = $derived.by<Trails>(() => {
    const events = this.scenes.slice(0, this.at).flatMap((s) => s.events);
    return { marches: [], ...marksOf(events) };
  });

  /** The view with its markers as the film has them by now. */
  over(view: View): View {
    return this.on ? withMarkers(view, this.scenes, this.at) : view;
  }

  /** Shows it; resolves when it has been seen, or left. */
  async show(events: Event[], ms: number): Promise<void> {
    this.end();
    this.scenes = scenesOf(events);
    this.stands = standsOf(this.scenes);
    // However much moved, a film at the usual speed takes twenty seconds at most.
    const seen = this.scenes.filter((s) => s.events.some(isSeen)).length;
    const quiet = (this.scenes.length - seen) * QUIET;
    const each = (FILM * (ms / USUAL) - quiet) / (2 * Math.max(1, seen));
    this.ms = Math.max(Math.min(ms, each), 40);
    if (!this.on) return;
    this.go(0);
    const over = new Promise<void>((resolve) => (this.release = resolve));
    void this.play();
    await over;
  }

  async play(): Promise<void> {
    if (this.playing || !this.on) return;
    if (this.at >= this.scenes.length) this.go(0);
    const take = ++this.take;
    this.playing = true;
    while (this.playing && take === this.take && this.at < this.scenes.length) {
      const scene = this.scenes[this.at];
      await this.map()?.together(scene?.events ?? [], scene?.events.some(isSeen) ? this.ms * 2 : QUIET);
      if (take !== this.take) return;
      this.at += 1;
    }
    if (this.playing && take === this.take) this.end();
  }

  pause(): void {
    this.take += 1;
    this.playing = false;
    this.map()?.skip();
    this.go(this.at);
  }

  /** Scenes on or back, and stops there. */
  step(by: number): void {
    this.pause();
    this.go(this.at + by);
  }

  /** Stands as after so many scenes. */
  go(at: number): void {
    this.at = Math.max(0, Math.min(at, this.scenes.length));
    this.map()?.hold(this.stands[this.at] ?? null);
  }

  /** Everything is as it was in the end. */
  end(): void {
    if (!this.on) return;
    this.take += 1;
    this.playing = false;
    this.scenes = [];
    this.map()?.skip();
    this.map()?.hold(null);
    this.release?.();
    this.release = undefined;
  }
}

const isSeen = (e: Event) => e.kind !== 'phase' && e.kind !== 'note' && e.kind !== 'roll' && e.kind !== 'track';

/** Where these events have left signs: fights, deaths, and places that were held up. */
export const marksOf = (events: Event[]): Omit<Trails, 'marches'> => ({
  fights: events.flatMap((e) => (e.kind === 'battle' ? [e.at] : [])),
  deaths: events.flatMap((e) => (e.kind === 'remove' && e.from !== '' ? [e.from] : [])),
  held: events.flatMap((e) => (e.kind === 'marker' && e.marker === 'interdiction' ? [e.at] : [])),
});
