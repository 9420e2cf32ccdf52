// The map under the hand: dragged, left gliding, zoomed by the wheel.
import type { Point } from '../geometry';
import type { Bench, Press, Tool } from './tool';

/** Slower than this nothing glides, in pixels a millisecond: to begin with, and to go on. */
const [BEGIN, END] = [0.15, 0.02];
/** A hand that has rested so long lets go of nothing. */
const RESTED = 40;

export class Pan implements Tool {
  readonly id = 'pan';
  private last: Press | undefined;
  private speed = { x: 0, y: 0, time: 0 };
  private glide: { x: number; y: number; time: number } | undefined;

  constructor(private readonly bench: Bench) {}

  down(p: Press): boolean {
    this.glide = undefined;
    this.last = p;
    return true;
  }

  enter(): void {
    this.bench.state.closeFan();
  }

  move(p: Press): boolean {
    if (this.last?.id !== p.id) return false;
    const { last } = this;
    const dt = Math.max(1, p.time - last.time);
    const [dx, dy] = [p.at.x - last.at.x, p.at.y - last.at.y];
    this.speed = { x: dx / dt, y: dy / dt, time: p.time };
    this.last = p;
    this.bench.cursor('grabbing');
    this.bench.state.pan(dx, dy);
    return true;
  }

  up(p: Press): boolean {
    if (this.last?.id !== p.id) return false;
    this.last = undefined;
    const { x, y, time } = this.speed;
    if (!this.bench.calm() && p.time - time < RESTED && Math.hypot(x, y) > BEGIN) this.glide = { x, y, time: p.time };
    return true;
  }

  cancel(): boolean {
    const any = this.last !== undefined || this.glide !== undefined;
    this.last = this.glide = undefined;
    return any;
  }

  tick(now: number): boolean {
    const { glide } = this;
    if (!glide) return false;
    const dt = Math.max(0, Math.min(40, now - glide.time));
    this.bench.state.pan(glide.x * dt, glide.y * dt);
    const fade = Math.exp(-dt / 140);
    this.glide = { x: glide.x * fade, y: glide.y * fade, time: now };
    if (Math.hypot(this.glide.x, this.glide.y) <= END) this.glide = undefined;
    return this.glide !== undefined;
  }

  /** Whatever is pressed stops a map that glides. */
  stop(): void {
    this.glide = undefined;
  }

  wheel(at: Point, factor: number): void {
    this.glide = undefined;
    this.bench.state.zoomAt(factor, at);
  }
}
