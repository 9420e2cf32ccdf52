// The ground: paper, control and names, each kept as tiles, on one canvas that a pan moves instead of painting it again.
import type { View } from '../lib/wire';
import type { Rect } from './geometry';
import { Overlay, type ShownLayer } from './overlay';
import { Paper } from './paper';
import type { MapState } from './state';
import { TileBudget, TileLayer } from './tiles';
import { scaleOf, type Size } from './camera';

/** Bytes for tiles, on a desk and on a phone. */
const DESK = 96 * 1024 * 1024;
const PHONE = 48 * 1024 * 1024;

export class Ground {
  private paper: Paper | undefined;
  private overlay: Overlay | undefined;
  private readonly budget = new TileBudget(DESK);
  private readonly tiles: TileLayer[];
  private readonly control: TileLayer;
  private shown: { view: Rect; scale: number; sharp: number; versions: number; size: Size } | undefined;
  private taken: { view: View | undefined; layers: ShownLayer[] } | undefined;
  /** Device pixels a unit at which tiles are painted: those of the zoom that came to rest. */
  private sharp = 0;

  constructor(
    private readonly state: MapState,
    private readonly ctx: CanvasRenderingContext2D,
  ) {
    const bounds = (): Rect => state.plan.bounds;
    // From the lowest to the highest; a new cached layer is a line here.
    const paper = new TileLayer((c, part, scale) => this.paper?.paint(c, part, scale), bounds, 1000, this.budget);
    this.control = new TileLayer((c, part, scale) => this.overlay?.paint(c, part, scale, state.ratio), bounds, 0, this.budget);
    const names = new TileLayer((c, part, scale) => this.paper?.paintNames(c, part, scale), bounds, 0, this.budget);
    this.tiles = [paper, this.control, names];
  }

  /** Another sheet, or other colours. */
  remake(dark: boolean): void {
    this.paper = new Paper(this.state.plan, this.state.palette, dark, () => this.state.ratio);
    this.overlay = new Overlay(this.state.plan, this.state.palette);
    this.taken = undefined;
    this.drop();
  }

  drop(): void {
    for (const tiles of this.tiles) tiles.stale(true);
  }

  /** The window has another size. */
  resized(): void {
    this.budget.bytes = Math.min(this.state.size.w, this.state.size.h) <= 480 ? PHONE : DESK;
  }

  get sharpness(): number {
    return this.sharp;
  }

  /** The zoom has come to rest: from now on tiles are painted at this scale. */
  settle(): void {
    this.sharp = scaleOf(this.state.camera) * this.state.ratio;
  }

  /** Some tile in sight is missing or out of date. */
  get owes(): boolean {
    return this.tiles.some((t) => t.owing > 0);
  }

  /** Draws what is seen, painting missing tiles for at most `time` milliseconds; while a zoom is under way it paints none. */
  draw(start: number, time: number, zooming: boolean): void {
    this.take();
    const { state, ctx } = this;
    const view = state.seen();
    const scale = scaleOf(state.camera) * state.ratio;
    const { width, height } = ctx.canvas;
    const versions = this.tiles.reduce((sum, t) => sum + t.changes, 0);
    const [old, owed] = [this.shown, this.owes];
    for (const tiles of this.tiles) tiles.owing = 0;
    this.budget.clock++;
    const same =
      old?.scale === scale && old.sharp === this.sharp && old.versions === versions && old.size === state.size && !owed && !zooming;
    const [dx, dy] = same ? [Math.round((old.view.x - view.x) * scale), Math.round((old.view.y - view.y) * scale)] : [0, 0];
    const part = (x: number, y: number, w: number, h: number): void => this.part(view, scale, zooming ? 0 : start + time, { x, y, w, h });
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if (same && (dx !== 0 || dy !== 0) && Math.abs(dx) < width / 2 && Math.abs(dy) < height / 2) {
      ctx.drawImage(ctx.canvas, dx, dy);
      if (dx !== 0) part(dx > 0 ? 0 : width + dx, 0, Math.abs(dx), height);
      if (dy !== 0) part(0, dy > 0 ? 0 : height + dy, width, Math.abs(dy));
      for (const tiles of this.tiles) tiles.see(view, this.sharp);
    } else part(0, 0, width, height);
    this.budget.tidy();
    this.shown = { view, scale, sharp: this.sharp, versions, size: state.size };
  }

  /** What has come since. */
  private take(): void {
    const { view, layers } = this.state;
    if (!view || (this.taken?.view === view && this.taken.layers === layers)) return;
    this.taken = { view, layers };
    if (this.overlay?.set(view, layers)) this.control.stale();
  }

  /** Draws a rectangle of the canvas, in device pixels. */
  private part(view: Rect, scale: number, until: number, { x, y, w, h }: Rect): void {
    const { ctx } = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
    ctx.fillStyle = this.state.palette.table;
    ctx.fillRect(x, y, w, h);
    ctx.translate(x, y);
    const part = { x: view.x + x / scale, y: view.y + y / scale, w: w / scale, h: h / scale };
    this.tiles.forEach((tiles, i) => tiles.draw(ctx, part, scale, this.sharp, until === 0 ? 0 : until + i * 5));
    ctx.restore();
  }

  /** Paints one tile just outside the window, when there is nothing else to do; false if all are there. */
  ahead(): boolean {
    const view = this.state.seen();
    this.tiles[0]?.backdrop();
    return this.tiles.some((tiles) => tiles.ahead(view, this.sharp));
  }
}
