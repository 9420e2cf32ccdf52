// What lies flat on the sheet now: control with its front line, and the layers switched on.
import type { LayerView, Side, View } from '../lib/wire';
import { paintLinks } from './lines';
import { boxRect, grown, HEX, overlap, type Place, type Plan, type Rect } from './geometry';
import { addHex, addSpeck, inset, SPECK } from './hexpath';
import { HATCHES, hatch, type Hatch } from './patterns';
import { type Palette, sideColour } from './theme';

export interface ShownLayer {
  layer: LayerView;
  colour: string;
  hatch: Hatch;
}

/** Colour and hatching of the layers that are on: a layer of a side in its colour, and no two hatched alike. */
export function shownLayers(p: Palette, view: View, on: string[]): ShownLayer[] {
  const free = [p['region-2'], p.place, p['region-1'], p.spend];
  return view.layers.flatMap((layer, i) => {
    if (!on.includes(layer.id)) return [];
    const side: Side | null = /axis/.test(layer.id) ? 'axis' : /soviet/.test(layer.id) ? 'soviet' : null;
    return [
      { layer, colour: side ? sideColour(p, side) : (free[i % free.length] ?? p.ink), hatch: HATCHES[i % HATCHES.length] ?? 'rising' },
    ];
  });
}

export class Overlay {
  private control = new Map<string, Side>();
  /** Hexes of a side that nobody holds, amid the other side's: no front runs around them. */
  private islands: ReadonlySet<string> = new Set();
  private layers: (ShownLayer & { full: Set<string>; half: Set<string> })[] = [];

  constructor(
    private readonly plan: Plan,
    private readonly p: Palette,
  ) {}

  /** Answers whether anything changed. */
  set(view: View, layers: ShownLayer[]): boolean {
    const control = new Map(view.spaces.flatMap((s) => (s.control ? [[s.id, s.control] as const] : [])));
    const islands = islandsOf(this.plan, control, view);
    const same =
      islands.size === this.islands.size &&
      [...islands].every((id) => this.islands.has(id)) &&
      control.size === this.control.size &&
      [...control].every(([id, side]) => this.control.get(id) === side) &&
      layers.length === this.layers.length &&
      layers.every((l, i) => sameLayer(l, this.layers[i]));
    if (same) return false;
    this.control = control;
    this.islands = islands;
    this.layers = layers.map((l) => ({ ...l, full: new Set(l.layer.spaces), half: new Set(l.layer.half) }));
    return true;
  }

  paint(ctx: CanvasRenderingContext2D, part: Rect, scale: number, ratio: number): void {
    ctx.setTransform(scale, 0, 0, scale, -part.x * scale, -part.y * scale);
    const hexes = this.plan.within(part);
    this.paintControl(ctx, hexes, scale, ratio);
    for (const place of this.plan.boxes) if (overlap(grown(boxRect(place), 100), part)) this.boxControl(ctx, place, scale);
    for (const layer of this.layers) this.paintLayer(ctx, layer, hexes, scale, ratio);
    for (const { layer, colour } of this.layers) {
      const links = layer.lines?.filter((l) => l.kind === 'link') ?? [];
      if (links.length > 0) paintLinks(ctx, this.plan, this.p, links, colour, ratio / scale);
    }
  }

  private paintControl(ctx: CanvasRenderingContext2D, hexes: Place[], scale: number, ratio: number): void {
    const { plan, p } = this;
    const far = (HEX * scale) / ratio < 26;
    const wide = far ? 0.7 : 0.86;
    const bands: Record<Side, Path2D> = { axis: new Path2D(), soviet: new Path2D() };
    const tint: Record<Side, Path2D> = { axis: new Path2D(), soviet: new Path2D() };
    const front = new Path2D();
    for (const place of hexes) {
      const own = this.control.get(place.id);
      if (!own) continue;
      if (far || this.islands.has(place.id)) (scale < SPECK ? addSpeck : addHex)(tint[own], plan, place);
      plan.neighbours(place).forEach((other, i) => {
        const theirs = other && this.control.get(other.id);
        if (!theirs || theirs === own || this.islands.has(place.id) || (other && this.islands.has(other.id))) return;
        const [a, b, c, d] = [
          plan.corner(place, i),
          plan.corner(place, i + 1),
          inset(plan, place, i + 1, wide),
          inset(plan, place, i, wide),
        ];
        const band = bands[own];
        band.moveTo(a.x, a.y);
        band.lineTo(b.x, b.y);
        band.lineTo(c.x, c.y);
        band.lineTo(d.x, d.y);
        band.closePath();
        if (own === 'axis') {
          front.moveTo(a.x, a.y);
          front.lineTo(b.x, b.y);
        }
      });
    }
    for (const side of ['axis', 'soviet'] as const) {
      ctx.fillStyle = sideColour(p, side);
      ctx.globalAlpha = 0.1;
      ctx.fill(tint[side]);
      ctx.globalAlpha = 0.5;
      ctx.fill(bands[side]);
    }
    ctx.globalAlpha = 0.9;
    ctx.strokeStyle = p.ink;
    ctx.lineCap = 'butt';
    ctx.setLineDash([110, 60]);
    ctx.lineWidth = Math.max(22, (1.1 * ratio) / scale);
    ctx.stroke(front);
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  private boxControl(ctx: CanvasRenderingContext2D, place: Place, scale: number): void {
    const side = this.control.get(place.id);
    const b = place.box;
    if (!side || !b) return;
    ctx.beginPath();
    ctx.roundRect(b.x + 38, b.y + 38, b.w - 76, b.h - 76, 105);
    ctx.strokeStyle = sideColour(this.p, side);
    ctx.globalAlpha = 0.6;
    ctx.lineWidth = Math.max(58, 1.5 / scale);
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  /** A line inside the edge of a layer: it shows between the counters. */
  private border(ctx: CanvasRenderingContext2D, colour: string, spaces: Set<string>, hexes: Place[], half: boolean, width: number): void {
    const { plan } = this;
    const edge = new Path2D();
    for (const place of hexes) {
      if (!spaces.has(place.id)) continue;
      plan.neighbours(place).forEach((other, i) => {
        if (other && spaces.has(other.id)) return;
        const [a, b] = [inset(plan, place, i, 0.95), inset(plan, place, i + 1, 0.95)];
        edge.moveTo(a.x, a.y);
        edge.lineTo(b.x, b.y);
      });
    }
    ctx.strokeStyle = colour;
    ctx.lineCap = 'round';
    ctx.lineWidth = width;
    ctx.globalAlpha = half ? 0.55 : 0.8;
    if (half) ctx.setLineDash([90, 110]);
    ctx.stroke(edge);
    ctx.setLineDash([]);
  }

  private paintLayer(ctx: CanvasRenderingContext2D, layer: Overlay['layers'][number], hexes: Place[], scale: number, ratio: number): void {
    const { plan } = this;
    const px = Math.max(5 * ratio, Math.min(12 * ratio, HEX * scale * 0.14));
    for (const half of [false, true]) {
      const spaces = half ? layer.half : layer.full;
      if (spaces.size === 0) continue;
      const path = new Path2D();
      for (const place of hexes) if (spaces.has(place.id)) (scale < SPECK ? addSpeck : addHex)(path, plan, place);
      for (const { id, box } of plan.boxes) if (box && spaces.has(id)) path.roundRect(box.x, box.y, box.w, box.h, 130);
      ctx.fillStyle = layer.colour;
      ctx.globalAlpha = half ? 0.08 : 0.15;
      ctx.fill(path);
      if (scale >= SPECK) this.border(ctx, layer.colour, spaces, hexes, half, Math.max(44, (1.4 * ratio) / scale));
      const pattern = hatch(layer.hatch, layer.colour, px, half);
      if (!pattern) continue;
      pattern.setTransform(new DOMMatrix().scale(1 / scale));
      ctx.globalAlpha = (half ? 0.5 : 0.55) * (layer.hatch === 'cross' ? 0.6 : 1);
      ctx.fillStyle = pattern;
      ctx.fill(path);
      ctx.globalAlpha = 1;
    }
  }
}

/** As many hexes as a unit leaves behind; a larger area is a front of its own. */
const ISLAND = 12;

/** The hexes of small areas in which their side has nothing: they only have not been walked over yet. */
export function islandsOf(plan: Plan, control: ReadonlyMap<string, Side>, view: View): Set<string> {
  const held = new Set(view.counters.map((c) => `${c.side ?? ''} ${c.at}`));
  const [seen, islands] = [new Set<string>(), new Set<string>()];
  for (const start of plan.hexes) {
    const side = control.get(start.id);
    if (!side || seen.has(start.id)) continue;
    const area = [start];
    seen.add(start.id);
    for (const place of area) {
      for (const next of plan.neighbours(place)) {
        if (!next || seen.has(next.id) || control.get(next.id) !== side) continue;
        seen.add(next.id);
        area.push(next);
      }
    }
    if (area.length <= ISLAND && !area.some((p) => held.has(`${side} ${p.id}`))) for (const p of area) islands.add(p.id);
  }
  return islands;
}

function sameLayer(a: ShownLayer, b: (ShownLayer & { full: Set<string>; half: Set<string> }) | undefined): boolean {
  return (
    b !== undefined &&
    a.layer.id === b.layer.id &&
    a.colour === b.colour &&
    (a.layer.lines === b.layer.lines || JSON.stringify(a.layer.lines) === JSON.stringify(b.layer.lines)) &&
    a.layer.spaces.length === b.full.size &&
    a.layer.half.length === b.half.size &&
    a.layer.spaces.every((s) => b.full.has(s)) &&
    a.layer.half.every((s) => b.half.has(s))
  );
}
