// Lines that are drawn: with Alt from space to space, or from the arrow of an order to where it shall go instead.
import { brush, paintArrows } from '../arrows';
import { targetAt } from '../layers';
import type { Painting } from '../layers/layer';
import { apart, type Bench, CLICK, type Press, type Tool } from './tool';

export class Stroke implements Tool {
  readonly id = 'stroke';
  private drawing: { by: number; path: string[] } | undefined;

  constructor(private readonly bench: Bench) {}

  down(p: Press): boolean {
    if (!p.drawn || p.button !== 0 || !this.bench.calls.stroke) return false;
    const place = this.bench.state.placeAt(p.at);
    if (!place) return false;
    this.drawing = { by: p.id, path: [place.id] };
    return true;
  }

  move(p: Press): boolean {
    if (this.drawing?.by !== p.id) return false;
    const { path } = this.drawing;
    const place = this.bench.state.placeAt(p.at);
    if (!place || path.at(-1) === place.id) return true;
    // Drawn back over itself, the line is shortened.
    if (path.at(-2) === place.id) path.pop();
    else path.push(place.id);
    this.bench.state.touch('hand');
    return true;
  }

  up(p: Press): boolean {
    if (this.drawing?.by !== p.id) return false;
    const { path } = this.drawing;
    this.drawing = undefined;
    this.bench.state.touch('hand');
    if (path.length > 1) this.bench.calls.stroke?.(path);
    return true;
  }

  cancel(): boolean {
    const any = this.drawing !== undefined;
    this.drawing = undefined;
    return any;
  }

  paint(ctx: CanvasRenderingContext2D, { state }: Painting): void {
    if (this.drawing) line(ctx, state, this.drawing.path);
  }
}

export class BendOrder implements Tool {
  readonly id = 'bend';
  private bending: { start: Press; slot: string; to: string | undefined } | undefined;

  constructor(private readonly bench: Bench) {}

  down(p: Press): boolean {
    if (p.button !== 0 || p.more || !this.bench.calls.bend) return false;
    const target = targetAt(this.bench.state, p.at);
    if (target?.kind !== 'arrow') return false;
    this.bending = { start: p, slot: target.id, to: undefined };
    return true;
  }

  move(p: Press): boolean {
    const { bending } = this;
    if (bending?.start.id !== p.id) return false;
    if (bending.to === undefined && apart(bending.start.at, p.at) <= CLICK) return true;
    const place = this.bench.state.placeAt(p.at);
    if (place && place.id !== bending.to) {
      bending.to = place.id;
      this.bench.state.touch('hand');
    }
    return true;
  }

  /** Let go where it was taken, it is a click on the arrow. */
  up(p: Press): boolean {
    const { bending } = this;
    if (bending?.start.id !== p.id) return false;
    this.bending = undefined;
    const { state, calls } = this.bench;
    state.touch('hand');
    if (bending.to === undefined) calls.pick(state.spotAt(p.at), targetAt(state, p.at), p.at, p.more);
    else calls.bend?.(bending.slot, bending.to, p.at);
    return true;
  }

  cancel(): boolean {
    const any = this.bending !== undefined;
    this.bending = undefined;
    return any;
  }

  paint(ctx: CanvasRenderingContext2D, { state }: Painting): void {
    const { bending } = this;
    const from = state.orders.find((a) => a.id === bending?.slot)?.path[0];
    if (bending?.to !== undefined && from !== undefined) line(ctx, state, [from, bending.to]);
  }
}

function line(ctx: CanvasRenderingContext2D, state: Painting['state'], path: string[]): void {
  const points = path.flatMap((id) => {
    const place = state.plan.get(id);
    return place ? [state.screen(place)] : [];
  });
  paintArrows(ctx, [points], brush(state.palette.focus, state.palette.halo, state.camera.hex));
}
