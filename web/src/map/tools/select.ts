// The hand itself: a click takes, a drag carries a counter, a drag with Shift draws a line around counters. A drag of nothing is left to others.
import type { Point } from '../geometry';
import { targetAt } from '../layers';
import type { Painting } from '../layers/layer';
import type { Spot } from '../state';
import { inFan, wantsFan } from './fan';
import { apart, type Bench, CLICK, type Press, type Tool } from './tool';

type Doing =
  | { is: 'idle' }
  | { is: 'pressing'; start: Press; spot: Spot; carries: string | undefined }
  | { is: 'dragging'; start: Press; from: string | undefined; counter: string }
  | { is: 'lassoing'; start: Press; line: Point[] };

export class Select implements Tool {
  readonly id = 'select';
  private doing: Doing = { is: 'idle' };

  constructor(private readonly bench: Bench) {}

  /** What the hand is doing, for tests and for the pointer. */
  get now(): Doing['is'] {
    return this.doing.is;
  }

  down(p: Press): boolean {
    if (p.button !== 0) return false;
    const { state } = this.bench;
    const spot = state.spotAt(p.at);
    const c = spot.counter;
    const carries = c !== undefined && (c === state.inHand || state.targets.counters.has(c)) ? c : undefined;
    this.doing = { is: 'pressing', start: p, spot, carries };
    return true;
  }

  move(p: Press): boolean {
    const { doing } = this;
    if (doing.is === 'idle') {
      if (!p.touch) this.point(p);
      return false;
    }
    if (doing.start.id !== p.id) return false;
    if (doing.is === 'pressing') return this.begin(doing, p);
    if (doing.is === 'dragging') this.drag(doing.counter, p);
    else this.draw(doing.line, p);
    return true;
  }

  /** A press that moves becomes a drag or a lasso, or is none of ours. */
  private begin(doing: Doing & { is: 'pressing' }, p: Press): boolean {
    const { start, spot, carries } = doing;
    if (apart(start.at, p.at) <= CLICK) return true;
    const { calls } = this.bench;
    if (carries !== undefined && !(start.more && calls.lasso)) {
      this.doing = { is: 'dragging', start, from: spot.space, counter: carries };
      calls.carry(carries);
      this.drag(carries, p);
      return true;
    }
    if (start.more && calls.lasso) {
      this.doing = { is: 'lassoing', start, line: [start.at, p.at] };
      this.bench.state.closeFan();
      return true;
    }
    this.doing = { is: 'idle' };
    return false;
  }

  private drag(counter: string, p: Press): void {
    const { state } = this.bench;
    state.carry = { counter, at: p.at };
    const place = state.placeAt(p.at);
    this.hover(place ? { space: place.id } : {});
    this.bench.cursor('grabbing');
    state.touch('hand');
  }

  private draw(line: Point[], p: Press): void {
    const last = line.at(-1);
    if (last && apart(last, p.at) < 4) return;
    line.push(p.at);
    this.bench.cursor('crosshair');
    this.bench.state.touch('hand');
  }

  /** The pointer over the map, with nothing pressed. */
  private point(p: Press): void {
    const { state } = this.bench;
    const spot = state.spotAt(p.at);
    this.hover(spot);
    const takes =
      (spot.counter !== undefined && state.targets.counters.has(spot.counter)) ||
      (spot.space !== undefined && state.targets.spaces.has(spot.space));
    this.bench.cursor(takes ? 'pointer' : 'grab');
  }

  private hover(spot: Spot): void {
    if (this.bench.state.setHover(spot)) this.bench.calls.hover(spot);
  }

  up(p: Press): boolean {
    const { doing } = this;
    if (doing.is === 'idle' || doing.start.id !== p.id) return false;
    this.doing = { is: 'idle' };
    if (doing.is === 'pressing') this.click(doing.spot, p);
    else if (doing.is === 'dragging') this.drop(doing.counter, doing.from, p);
    else this.bench.calls.lasso?.(this.inside([...doing.line, p.at]), p.more);
    this.bench.state.touch('hand');
    return true;
  }

  /** A tap on a stack spreads it out; a tap beside it closes it again. */
  private click(spot: Spot, p: Press): void {
    const { state, calls } = this.bench;
    this.hover(spot);
    if (p.touch && state.fan && !inFan(state, p.at)) state.closeFan();
    else if (p.touch && !state.fan && wantsFan(state, spot, p.more) && spot.space !== undefined) {
      state.openFan(spot.space, p.at);
      return;
    }
    if (spot.counter !== undefined || spot.space !== undefined) calls.pick(spot, targetAt(state, p.at), p.at, p.more);
    // A finger does not leave the fan as a pointer does; it must not cover where to go.
    if (p.touch) state.closeFan();
  }

  private drop(counter: string, from: string | undefined, p: Press): void {
    const { state, calls } = this.bench;
    state.carry = undefined;
    state.closeFan();
    const place = state.placeAt(p.at);
    if (place && place.id !== from) calls.drop(counter, place.id, p.at);
  }

  /** The viewer's counters whose stacks lie inside a line. */
  private inside(line: Point[]): string[] {
    const { state } = this.bench;
    return state.layout.stacks
      .filter((s) => enclosed(line, state.screen(s)))
      .flatMap((s) => s.counters)
      .filter((c) => c.side !== null && c.side === state.view?.viewer && !c.hidden)
      .map((c) => c.id);
  }

  cancel(): boolean {
    const any = this.doing.is === 'dragging' || this.doing.is === 'lassoing';
    this.doing = { is: 'idle' };
    this.bench.state.carry = undefined;
    if (any) this.bench.state.touch('hand');
    return any;
  }

  leave(p: Press): void {
    if (!p.touch) this.hover({});
  }

  paint(ctx: CanvasRenderingContext2D, { state }: Painting): void {
    if (this.doing.is !== 'lassoing') return;
    const path = new Path2D();
    for (const [i, q] of this.doing.line.entries()) path[i === 0 ? 'moveTo' : 'lineTo'](q.x, q.y);
    path.closePath();
    ctx.fillStyle = ctx.strokeStyle = state.palette.focus;
    ctx.globalAlpha = 0.12;
    ctx.fill(path);
    ctx.globalAlpha = 1;
    ctx.lineWidth = 2;
    ctx.setLineDash([7, 5]);
    ctx.stroke(path);
  }
}

/** Does a closed line run around a point? */
export function enclosed(line: readonly Point[], p: Point): boolean {
  let inside = false;
  for (let i = 0, j = line.length - 1; i < line.length; j = i++) {
    const [a, b] = [line[i], line[j]];
    if (!a || !b || a.y > p.y === b.y > p.y) continue;
    if (p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}
