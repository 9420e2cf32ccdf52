// A layer kept as square pictures of the sheet at the scale in use, painted a few a frame; and the budget that all such layers share.
import { HEX, overlap, type Rect } from './geometry';

/** Paints a part of the sheet. The context is moved so that sheet point `part.x`, `part.y` is at 0, 0 and is in device pixels. */
export type Painter = (ctx: CanvasRenderingContext2D, part: Rect, scale: number) => void;

interface Tile {
  canvas: HTMLCanvasElement;
  used: number;
  version: number;
}

interface Wanted {
  key: string;
  i: number;
  j: number;
  far: number;
}

export const TILE = 512;

const BYTES = TILE * TILE * 4;

/** So many bytes for the tiles of all layers together. What is in sight is never let go of; of the rest, what was not seen for longest. */
export class TileBudget {
  private readonly layers: TileLayer[] = [];
  private readonly spare: HTMLCanvasElement[] = [];
  /** Counts the frames that showed tiles. */
  clock = 0;

  constructor(public bytes: number) {}

  join(layer: TileLayer): void {
    this.layers.push(layer);
  }

  /** Bytes in use, with what lies ready to be used again. */
  get used(): number {
    return (this.layers.reduce((sum, l) => sum + l.size, 0) + this.spare.length) * BYTES;
  }

  /** Is there room for one more, or something that could go for it? */
  get room(): boolean {
    return this.used + BYTES <= this.bytes || this.oldest() !== undefined;
  }

  canvas(): HTMLCanvasElement {
    if (this.spare.length === 0 && this.used + BYTES > this.bytes) this.drop();
    return this.spare.pop() ?? document.createElement('canvas');
  }

  give(canvas: HTMLCanvasElement): void {
    if (this.used + BYTES <= this.bytes) this.spare.push(canvas);
  }

  /** Brings the tiles back within the budget, after a frame. */
  tidy(): void {
    while (this.used > this.bytes) {
      if (this.spare.length > 0) this.spare.pop();
      else if (!this.drop()) return;
      else this.spare.pop();
    }
  }

  /** Lets go of what was not seen for longest; its canvas is ready for another. */
  private drop(): boolean {
    const found = this.oldest();
    const canvas = found && found.layer.let(found.key);
    if (canvas) this.spare.push(canvas);
    return canvas !== undefined;
  }

  private oldest(): { layer: TileLayer; key: string } | undefined {
    let best: { layer: TileLayer; key: string } | undefined;
    let least = this.clock;
    for (const layer of this.layers) {
      for (const [key, used] of layer.ages()) if (used < least) [best, least] = [{ layer, key }, used];
    }
    return best;
  }
}

export class TileLayer {
  private readonly tiles = new Map<string, Tile>();
  private version = 0;
  private back: { canvas: HTMLCanvasElement; scale: number; version: number } | undefined;
  /** Tiles that are missing at the scale in use. */
  owing = 0;

  /**
   * `whole`: keep a small picture of the whole sheet to show until a tile is there.
   */
  constructor(
    private readonly paint: Painter,
    private readonly bounds: () => Rect,
    private readonly whole: number,
    private readonly budget: TileBudget,
  ) {
    budget.join(this);
  }

  get size(): number {
    return this.tiles.size;
  }

  /** When each tile was last seen. */
  *ages(): Generator<[string, number]> {
    for (const [key, tile] of this.tiles) yield [key, tile.used];
  }

  /** Lets go of a tile; answers with its canvas. */
  let(key: string): HTMLCanvasElement | undefined {
    const tile = this.tiles.get(key);
    this.tiles.delete(key);
    return tile?.canvas;
  }

  get changes(): number {
    return this.version;
  }

  /** What was painted is no longer right. */
  stale(drop = false): void {
    this.version++;
    if (!drop) return;
    const old = [...this.tiles.values()];
    this.tiles.clear();
    for (const tile of old) this.budget.give(tile.canvas);
    this.back = undefined;
  }

  /** The small picture of the whole sheet. */
  backdrop(): { canvas: HTMLCanvasElement; scale: number } | undefined {
    if (this.whole <= 0) return undefined;
    if (this.back?.version === this.version) return this.back;
    const b = this.bounds();
    const scale = this.whole / Math.max(b.w, b.h);
    const canvas = this.back?.canvas ?? document.createElement('canvas');
    canvas.width = Math.max(1, Math.ceil(b.w * scale));
    canvas.height = Math.max(1, Math.ceil(b.h * scale));
    const ctx = canvas.getContext('2d');
    if (ctx) this.paint(ctx, b, scale);
    this.back = { canvas, scale, version: this.version };
    return this.back;
  }

  /**
   * Draws what is seen. `view` is the part of the sheet, `scale` device pixels a unit on the screen, `sharp` the scale at which tiles are painted
   * (the one at which zooming came to rest). Paints missing tiles until `until`.
   */
  draw(ctx: CanvasRenderingContext2D, view: Rect, scale: number, sharp: number, until: number): void {
    const ratio = scale / sharp;
    const span = TILE / sharp;
    const b = this.bounds();
    const wanted: Wanted[] = [];
    const [cx, cy] = [view.x + view.w / 2, view.y + view.h / 2];
    const name = Math.round(sharp * HEX * 64);
    let covered = true;
    const here: { tile: Tile; i: number; j: number }[] = [];
    for (let i = Math.floor(view.x / span); i * span < view.x + view.w; i++) {
      for (let j = Math.floor(view.y / span); j * span < view.y + view.h; j++) {
        if (!overlap({ x: i * span, y: j * span, w: span, h: span }, b)) continue;
        const key = `${name}|${i}|${j}`;
        const tile = this.tiles.get(key);
        if (tile) here.push({ tile, i, j });
        if (tile?.version !== this.version) wanted.push({ key, i, j, far: Math.hypot((i + 0.5) * span - cx, (j + 0.5) * span - cy) });
        if (!tile) covered = false;
      }
    }
    wanted.sort((p, q) => p.far - q.far);
    let left = wanted.length;
    for (const { key, i, j } of wanted) {
      if (performance.now() > until) break;
      const tile = this.make(key, { x: i * span, y: j * span, w: span, h: span }, sharp);
      // In place of the one that was painted before: drawn twice, a veil would be twice as thick.
      const before = here.find((h) => h.i === i && h.j === j);
      if (before) before.tile = tile;
      else here.push({ tile, i, j });
      left--;
    }
    this.owing += left;
    if ((left > 0 && !covered) || (wanted.length === 0 && here.length === 0)) this.drawBack(ctx, view, scale);
    for (const { tile, i, j } of here) {
      tile.used = this.budget.clock;
      const x = Math.round((i * span - view.x) * scale);
      const y = Math.round((j * span - view.y) * scale);
      if (ratio === 1) ctx.drawImage(tile.canvas, x, y);
      else {
        const x1 = Math.round(((i + 1) * span - view.x) * scale);
        const y1 = Math.round(((j + 1) * span - view.y) * scale);
        ctx.drawImage(tile.canvas, x, y, x1 - x, y1 - y);
      }
    }
  }

  private drawBack(ctx: CanvasRenderingContext2D, view: Rect, scale: number): void {
    // Made when there is time; never while somebody waits for a frame.
    const back = this.back;
    if (!back) return;
    const b = this.bounds();
    ctx.drawImage(back.canvas, (b.x - view.x) * scale, (b.y - view.y) * scale, b.w * scale, b.h * scale);
  }

  private make(key: string, part: Rect, sharp: number): Tile {
    const old = this.tiles.get(key);
    const canvas = old?.canvas ?? this.budget.canvas();
    if (canvas.width !== TILE) canvas.width = canvas.height = TILE;
    const ctx = canvas.getContext('2d');
    if (ctx) {
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, TILE, TILE);
      this.paint(ctx, part, sharp);
    }
    const tile = { canvas, used: this.budget.clock, version: this.version };
    this.tiles.set(key, tile);
    return tile;
  }

  /** Paints one tile just outside the view, if there is one to paint: called when there is nothing else to do. */
  ahead(view: Rect, sharp: number): boolean {
    const span = TILE / sharp;
    const b = this.bounds();
    const name = Math.round(sharp * HEX * 64);
    for (let i = Math.floor(view.x / span) - 1; (i - 1) * span < view.x + view.w; i++) {
      for (let j = Math.floor(view.y / span) - 1; (j - 1) * span < view.y + view.h; j++) {
        const part = { x: i * span, y: j * span, w: span, h: span };
        const key = `${name}|${i}|${j}`;
        if (!overlap(part, b) || this.tiles.get(key)?.version === this.version) continue;
        if (!this.tiles.has(key) && !this.budget.room) return false;
        this.make(key, part, sharp);
        return true;
      }
    }
    return false;
  }

  /** What is in sight stays: for frames that move a picture and paint only its edges. */
  see(view: Rect, sharp: number): void {
    const span = TILE / sharp;
    const name = Math.round(sharp * HEX * 64);
    for (let i = Math.floor(view.x / span); i * span < view.x + view.w; i++) {
      for (let j = Math.floor(view.y / span); j * span < view.y + view.h; j++) {
        const tile = this.tiles.get(`${name}|${i}|${j}`);
        if (tile) tile.used = this.budget.clock;
      }
    }
  }
}
