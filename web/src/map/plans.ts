// The canvas of plans: larger than the window by a margin all around, so that a pan moves it and paints nothing.
import { type Camera, scaleOf, type Size } from './camera';
import { paintPart } from './layers';
import type { Painting } from './layers/layer';
import { MARGIN } from './layers/orders';

interface Painted {
  camera: Camera;
  size: Size;
  margin: number;
}

/** How a picture painted for one camera must lie for another: its scale, and where its corner goes, in CSS pixels of the window. */
export function laid(from: Painted, to: Camera): { k: number; x: number; y: number } {
  const k = to.hex / from.camera.hex;
  const s = scaleOf(to);
  const { margin: m, size } = from;
  return {
    k,
    x: size.w / 2 - k * (m + size.w / 2) + (from.camera.x - to.x) * s,
    y: size.h / 2 - k * (m + size.h / 2) + (from.camera.y - to.y) * s,
  };
}

/** Does the picture, laid so, still cover the window? */
export function covers(from: Painted, at: { k: number; x: number; y: number }): boolean {
  const [w, h] = [(from.size.w + 2 * from.margin) * at.k, (from.size.h + 2 * from.margin) * at.k];
  return at.x <= 0.5 && at.y <= 0.5 && at.x + w >= from.size.w - 0.5 && at.y + h >= from.size.h - 0.5;
}

export class Plans {
  private painted: Painted | undefined;
  private empty = true;
  /** How often it was painted. */
  paints = 0;

  constructor(private readonly ctx: CanvasRenderingContext2D) {}

  /** What it shows is no longer right. */
  stale(): void {
    this.painted = undefined;
  }

  /** Brings it in line with the camera: by moving it, or by painting it again. While a zoom is under way it is only moved. */
  draw(painting: Painting, zooming: boolean): void {
    const { state } = painting;
    const old = this.painted;
    if (old && old.size === state.size) {
      const at = laid(old, state.camera);
      if (this.empty) {
        // Nothing is on it, wherever it lies; but a new scale may show something.
        if (at.k === 1) return;
      } else if (zooming || (at.k === 1 && covers(old, at))) {
        this.place(at, state.ratio);
        return;
      }
    }
    this.paint(painting);
  }

  private place({ k, x, y }: { k: number; x: number; y: number }, ratio: number): void {
    const whole = (v: number): number => Math.round(v * ratio) / ratio;
    const to = k === 1 ? `translate(${whole(x)}px, ${whole(y)}px)` : `translate(${x}px, ${y}px) scale(${k})`;
    const { style } = this.ctx.canvas;
    if (style.transform !== to) style.transform = to;
  }

  private paint(painting: Painting): void {
    const { state } = painting;
    const { ctx } = this;
    const margin = Math.round(Math.max(state.size.w, state.size.h) * MARGIN);
    const [w, h] = [state.size.w + 2 * margin, state.size.h + 2 * margin];
    const [pw, ph] = [Math.round(w * state.ratio), Math.round(h * state.ratio)];
    const old = this.painted;
    this.painted = { camera: state.camera, size: state.size, margin };
    if (ctx.canvas.width !== pw || ctx.canvas.height !== ph) {
      [ctx.canvas.width, ctx.canvas.height] = [pw, ph];
      [ctx.canvas.style.width, ctx.canvas.style.height] = [`${w}px`, `${h}px`];
    } else if (!this.empty || old === undefined) {
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, pw, ph);
    }
    ctx.setTransform(state.ratio, 0, 0, state.ratio, margin * state.ratio, margin * state.ratio);
    this.empty = !paintPart('plans', ctx, painting);
    this.paints++;
    this.place({ k: 1, x: -margin, y: -margin }, state.ratio);
  }
}
