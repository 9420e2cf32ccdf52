// The pictures of counters, with what can be done with each around it.
import type { CounterView } from '../lib/wire';
import { inUse } from '../model/rules';
import { type Detail, detailOf, FaceCache } from './counterface';
import type { Point } from './geometry';
import { outlineCounter } from './outlines';
import type { MapState } from './state';

export class Pictures {
  readonly faces = new FaceCache();

  constructor(private readonly state: MapState) {}

  /** Draws a counter in device pixels, with its shadow and what can be done with it. */
  draw(ctx: CanvasRenderingContext2D, counter: CounterView, x: number, y: number, c: number, detail: Detail, top: boolean): void {
    const { targets, inHand, chosen, palette: p } = this.state;
    const kind = top ? targets.counters.get(counter.id)?.kind : undefined;
    const selected = top && (counter.id === inHand || chosen.has(counter.id));
    const back = this.standsBack(counter);
    const image = this.faces.get(counter, c, detail, `${kind ?? ''}${selected ? '+' : ''}${back ? '-' : ''}`, (into, m) => {
      into.fillStyle = 'rgba(25,16,2,.28)';
      into.beginPath();
      into.roundRect(m + c * 0.02, m + c * 0.045, c, c, Math.max(1.5, c * 0.085));
      if (c > 12) into.fill();
      outlineCounter(into, p, m, m, c, { kind, selected });
      return back ? p.shade : undefined;
    });
    const k = c / image.c;
    const wide = image.canvas.width * k;
    ctx.drawImage(image.canvas, x - image.margin * k, y - image.margin * k, wide, wide);
  }

  /** Draws a counter with its middle at a point of the window, `c` CSS pixels wide; the context is in device pixels. */
  drawAt(ctx: CanvasRenderingContext2D, counter: CounterView, at: Point, c: number, top: boolean, ms: number): void {
    const { ratio } = this.state;
    this.faces.allow(ms);
    const [x, y] = [Math.round((at.x - c / 2) * ratio), Math.round((at.y - c / 2) * ratio)];
    this.draw(ctx, counter, x, y, Math.round(c * ratio), detailOf(c), top);
  }

  /** While others of its side can be taken, a counter that cannot is paler. */
  private standsBack(counter: CounterView): boolean {
    const { targets, choice, view, inHand } = this.state;
    return (
      choice &&
      counter.side === view?.viewer &&
      !targets.counters.has(counter.id) &&
      !targets.spaces.has(counter.at) &&
      counter.id !== inHand &&
      !inUse(counter)
    );
  }
}
