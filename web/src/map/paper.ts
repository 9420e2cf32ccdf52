// The printed sheet: paper, terrain, regions, grid, waters, cities, boxes, names.
import { paintBoxes, titleBoxes } from './boxes';
import { grown, HEX, overlap, type Place, type Plan, RADIUS, type Rect } from './geometry';
import { addHex, addSpeck, inset, SPECK } from './hexpath';
import { type Label, placeNames, writeLabel } from './labels';
import { grain, terrainOf, terrainPattern } from './patterns';
import { type Course, courses, noise, soften } from './rivers';
import { paintRim, paintSideMarks } from './sidemarks';
import type { Palette } from './theme';
import { paintTown } from './towns';

/** Hex numbers appear from this width of a hex on. */
const NUMBERS = 62;
const WATER = new Set(['sea', 'lake']);
/** Ground that is water, ferry routes on it too. */
const WET = new Set([...WATER, 'water', 'ferry']);

interface Line {
  course: Course;
  path: Path2D;
  bounds: Rect;
}

export class Paper {
  private readonly waters: Line[];
  private readonly rivers: Course[];
  private readonly shared: Record<string, CanvasPattern | null> = {};
  private labels: { scale: number; list: Label[] } | undefined;
  private patterns: { scale: number; made: Map<string, CanvasPattern | null> } = { scale: 0, made: new Map() };

  constructor(
    private readonly plan: Plan,
    private readonly p: Palette,
    private readonly dark: boolean,
    private readonly ratio: () => number,
  ) {
    this.rivers = courses(plan, (kind) => kind.startsWith('river') || WATER.has(kind));
    this.waters = this.rivers.map((course) => line(course));
  }

  paint(ctx: CanvasRenderingContext2D, part: Rect, scale: number): void {
    const { p, plan } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = p.table;
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    ctx.setTransform(scale, 0, 0, scale, -part.x * scale, -part.y * scale);
    this.sheet(ctx, scale);
    const hexes = plan.within(part);
    this.ground(ctx, hexes, scale);
    this.regions(ctx, hexes, scale);
    this.grid(ctx, hexes, scale);
    this.coast(ctx, hexes, scale);
    this.ways(ctx, part, scale);
    this.drawRivers(ctx, part, scale);
    paintSideMarks(ctx, plan, p, part, scale);
    for (const place of hexes) paintRim(ctx, plan, p, place, scale);
    for (const place of hexes) paintTown(ctx, plan, p, place, scale, this.ratio());
    paintBoxes(ctx, plan, p, part, scale);
  }

  /** Names and numbers, for a layer of their own: they stay readable over control and hatching. */
  paintNames(ctx: CanvasRenderingContext2D, part: Rect, scale: number): void {
    const { plan, p } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if ((HEX * scale) / this.ratio() > NUMBERS) this.numbers(ctx, plan.within(part), part, scale);
    const seen = { x: part.x * scale - 8, y: part.y * scale - 8, w: part.w * scale + 16, h: part.h * scale + 16 };
    for (const label of this.names(ctx, scale))
      if (overlap(label.rect, seen)) writeLabel(ctx, label, p.halo, part.x * scale, part.y * scale);
    ctx.setTransform(scale, 0, 0, scale, -part.x * scale, -part.y * scale);
    titleBoxes(ctx, plan, p, part, scale, this.ratio());
  }

  private sheet(ctx: CanvasRenderingContext2D, scale: number): void {
    const { bounds: b } = this.plan;
    const { p } = this;
    ctx.save();
    ctx.shadowColor = 'rgba(30,20,5,.35)';
    ctx.shadowBlur = Math.min(24, 260 * scale);
    ctx.shadowOffsetY = Math.min(6, 60 * scale);
    ctx.fillStyle = p.paper;
    ctx.fillRect(b.x, b.y, b.w, b.h);
    ctx.restore();
    this.shared['grain'] ??= grain(this.dark ? 0.035 : 0.07, this.dark);
    const pattern = this.shared['grain'];
    if (pattern) {
      pattern.setTransform(new DOMMatrix().scale(1 / scale));
      ctx.fillStyle = pattern;
      ctx.fillRect(b.x, b.y, b.w, b.h);
    }
    ctx.strokeStyle = p['paper-edge'];
    ctx.lineWidth = Math.max(28, 1 / scale);
    ctx.strokeRect(b.x + 130, b.y + 130, b.w - 260, b.h - 260);
    ctx.lineWidth = Math.max(10, 0.6 / scale);
    ctx.strokeRect(b.x + 190, b.y + 190, b.w - 380, b.h - 380);
  }

  private pattern(terrain: string, scale: number): CanvasPattern | null {
    if (this.patterns.scale !== scale) this.patterns = { scale, made: new Map() };
    const known = this.patterns.made.get(terrain);
    if (known !== undefined) return known;
    const made = terrainPattern(this.p, terrain, scale);
    made?.setTransform(new DOMMatrix().scale(1 / scale));
    this.patterns.made.set(terrain, made);
    return made;
  }

  private ground(ctx: CanvasRenderingContext2D, hexes: Place[], scale: number): void {
    const { p, plan } = this;
    const byTerrain = new Map<string, Path2D>();
    for (const place of hexes) {
      const terrain = terrainOf(place.hex?.terrain ?? 'clear');
      const path = byTerrain.get(terrain) ?? new Path2D();
      if (scale < SPECK) addSpeck(path, plan, place);
      else addHex(path, plan, place, RADIUS + (scale < 0.02 ? 20 : 6));
      byTerrain.set(terrain, path);
    }
    const wash: Record<string, string> = {
      clear: p.land,
      forest: p.forest,
      hills: p.hills,
      mountain: p.mountain,
      marsh: p.marsh,
      steppe: p.steppe,
      urban: p.urban,
      village: p.urban,
      suburb: p.urban,
      city: p.urban,
      factory: p.urban,
      rubble: p.urban,
      sea: p.water,
      lake: p.water,
    };
    for (const [terrain, path] of byTerrain) {
      ctx.fillStyle = wash[terrain] ?? p.land;
      ctx.fill(path);
      const pattern = this.pattern(terrain, scale);
      if (!pattern) continue;
      ctx.fillStyle = pattern;
      ctx.fill(path);
    }
    if (HEX * scale < 12) return;
    // Washes are never quite even.
    const [light, deep] = [new Path2D(), new Path2D()];
    for (const place of hexes) {
      const n = noise(place.x * 1.7, place.y * 2.3);
      if (n > 0.35) addHex(light, plan, place, RADIUS);
      else if (n < -0.35) addHex(deep, plan, place, RADIUS);
    }
    ctx.fillStyle = 'rgba(255,255,255,.055)';
    ctx.fill(light);
    ctx.fillStyle = 'rgba(70,45,5,.035)';
    ctx.fill(deep);
  }

  /** Regions: a tint, and a line inside their edge, dashed in its own way. */
  private regions(ctx: CanvasRenderingContext2D, hexes: Place[], scale: number): void {
    const { p, plan } = this;
    const colours = [p['region-1'], p['region-2'], p['region-3']];
    this.regionIds.forEach((id, n) => {
      const colour = colours[n % colours.length] ?? p.grid;
      const [fill, edge] = [new Path2D(), new Path2D()];
      for (const place of hexes) {
        if (!place.hex?.regions?.includes(id)) continue;
        if (scale < SPECK) {
          addSpeck(fill, plan, place);
          continue;
        }
        addHex(fill, plan, place, RADIUS + 4);
        plan.neighbours(place).forEach((other, i) => {
          if (!other || other.hex?.regions?.includes(id)) return;
          const [a, b] = [inset(plan, place, i, 0.93), inset(plan, place, i + 1, 0.93)];
          edge.moveTo(a.x, a.y);
          edge.lineTo(b.x, b.y);
        });
      }
      ctx.save();
      ctx.fillStyle = colour;
      ctx.globalAlpha = n === 0 ? 0.15 : 0.11;
      ctx.fill(fill);
      ctx.globalAlpha = 0.7;
      ctx.strokeStyle = colour;
      ctx.lineCap = 'round';
      ctx.lineWidth = Math.max(24, 0.8 / scale);
      ctx.setLineDash(n % 2 === 0 ? [90, 50, 8, 50] : [4, 55]);
      ctx.stroke(edge);
      ctx.restore();
    });
  }

  private get regionIds(): string[] {
    if (this.ids) return this.ids;
    const count = new Map<string, number>();
    for (const { hex } of this.plan.hexes) for (const id of hex?.regions ?? []) count.set(id, (count.get(id) ?? 0) + 1);
    // The largest first: it gets the quiet shade of earth.
    this.ids = [...count].sort((a, b) => b[1] - a[1]).map(([id]) => id);
    return this.ids;
  }
  private ids: string[] | undefined;

  private grid(ctx: CanvasRenderingContext2D, hexes: Place[], scale: number): void {
    const px = (HEX * scale) / this.ratio();
    if (px < 7) return;
    const { plan, p } = this;
    const path = new Path2D();
    for (const place of hexes) {
      const around = plan.neighbours(place);
      for (let i = 0; i < 6; i++) {
        // Each side once.
        const other = around[i];
        if (other && other.at < place.at) continue;
        const [a, b] = [plan.corner(place, i), plan.corner(place, i + 1)];
        path.moveTo(a.x, a.y);
        path.lineTo(b.x, b.y);
      }
    }
    ctx.strokeStyle = p.grid;
    ctx.globalAlpha = Math.min(1, Math.max(0.25, px / 40));
    ctx.lineWidth = Math.max(11, 0.8 / scale);
    ctx.lineCap = 'round';
    ctx.stroke(path);
    ctx.globalAlpha = 1;
  }

  private coast(ctx: CanvasRenderingContext2D, hexes: Place[], scale: number): void {
    const { plan, p } = this;
    const path = new Path2D();
    for (const place of hexes) {
      if (!WET.has(place.hex?.terrain ?? '')) continue;
      plan.neighbours(place).forEach((other, i) => {
        if (!other || WET.has(other.hex?.terrain ?? '')) return;
        const [a, b] = [plan.corner(place, i), plan.corner(place, i + 1)];
        path.moveTo(a.x, a.y);
        path.lineTo(b.x, b.y);
      });
    }
    ctx.lineCap = ctx.lineJoin = 'round';
    ctx.strokeStyle = p['water-deep'];
    ctx.globalAlpha = 0.35;
    ctx.lineWidth = Math.max(120, 2.5 / scale);
    ctx.stroke(path);
    ctx.globalAlpha = 1;
    ctx.lineWidth = Math.max(30, 1 / scale);
    ctx.stroke(path);
  }

  /** Roads and rail from hex to hex. */
  private ways(ctx: CanvasRenderingContext2D, part: Rect, scale: number): void {
    const { plan, p } = this;
    const [road, rail, ferry] = [new Path2D(), new Path2D(), new Path2D()];
    const near = grown(part, HEX);
    let [roads, rails] = [0, 0];
    for (const side of plan.sheet.sides) {
      if (!WAYS.has(side.kind)) continue;
      const [a, b] = [plan.get(side.a), plan.get(side.b)];
      if (!a || !b || !overlap(near, { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: HEX, h: HEX })) continue;
      if (side.kind === 'ferry-route') {
        ferry.moveTo(a.x, a.y);
        ferry.lineTo(b.x, b.y);
        continue;
      }
      const path = side.kind === 'road' ? road : rail;
      if (side.kind === 'road') roads++;
      else rails++;
      const bend = noise(a.x + b.x, a.y + b.y) * 60;
      const [mx, my] = [(a.x + b.x) / 2 + ((b.y - a.y) / HEX) * bend, (a.y + b.y) / 2 - ((b.x - a.x) / HEX) * bend];
      path.moveTo(a.x, a.y);
      path.quadraticCurveTo(mx, my, b.x, b.y);
    }
    ctx.lineCap = 'round';
    // Ferries: a row of dots over the water.
    ctx.strokeStyle = p.soviet;
    ctx.setLineDash([1, 160]);
    ctx.lineWidth = Math.max(70, 1.6 / scale);
    ctx.stroke(ferry);
    ctx.setLineDash([]);
    if (roads > 0) {
      ctx.strokeStyle = p.road;
      ctx.lineWidth = Math.max(26, 0.9 / scale);
      ctx.stroke(road);
    }
    if (rails === 0) return;
    ctx.strokeStyle = p.rail;
    ctx.lineWidth = Math.max(22, 0.9 / scale);
    ctx.stroke(rail);
    ctx.lineCap = 'butt';
    ctx.setLineDash([16, 130]);
    ctx.lineWidth = Math.max(90, 3 / scale);
    ctx.stroke(rail);
    ctx.setLineDash([]);
  }

  private drawRivers(ctx: CanvasRenderingContext2D, part: Rect, scale: number): void {
    const { p } = this;
    const visible = this.waters.filter((l) => overlap(l.bounds, grown(part, 200)));
    ctx.lineCap = ctx.lineJoin = 'round';
    const width = (kind: string): number =>
      kind.includes('minor')
        ? Math.max(46, 1.1 / scale)
        : kind.includes('great') || WATER.has(kind)
          ? Math.max(150, 3 / scale)
          : Math.max(96, 2 / scale);
    for (const { course, path } of visible) {
      ctx.strokeStyle = p['water-deep'];
      ctx.globalAlpha = 0.85;
      ctx.lineWidth = width(course.kind) + Math.max(26, 1 / scale);
      ctx.stroke(path);
    }
    ctx.globalAlpha = 1;
    for (const { course, path } of visible) {
      const frozen = course.kind.includes('frozen');
      ctx.strokeStyle = frozen ? p.halo : p.water;
      ctx.lineWidth = width(course.kind);
      ctx.stroke(path);
      if (HEX * scale > 40 && !course.kind.includes('minor') && !frozen) {
        // A pale thread in the middle of the stream.
        ctx.strokeStyle = 'rgba(255,255,255,.28)';
        ctx.lineWidth = 16;
        ctx.stroke(path);
      }
      if (frozen) {
        ctx.strokeStyle = p['water-deep'];
        ctx.setLineDash([10, 90]);
        ctx.lineCap = 'butt';
        ctx.lineWidth = width(course.kind) * 1.3;
        ctx.stroke(path);
        ctx.setLineDash([]);
        ctx.lineCap = 'round';
      }
    }
  }

  private numbers(ctx: CanvasRenderingContext2D, hexes: Place[], part: Rect, scale: number): void {
    const ratio = this.ratio();
    const px = (HEX * scale) / ratio;
    ctx.globalAlpha = Math.min(1, (px - NUMBERS) / 30);
    ctx.font = `${Math.max(8.5 * ratio, 105 * scale).toFixed(1)}px ${this.p.sans}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = this.p.number;
    const up = this.plan.pointy ? -RADIUS * 0.78 : -HEX * 0.41;
    for (const place of hexes) {
      const aside = place.hex?.marks?.some((m) => m === 'victory' || m === 'sudden-death') && this.plan.pointy ? 245 : 0;
      ctx.fillText(place.id, (place.x + aside - part.x) * scale, (place.y + up + aside * 0.45 - part.y) * scale);
    }
    ctx.globalAlpha = 1;
  }

  private names(ctx: CanvasRenderingContext2D, scale: number): Label[] {
    if (this.labels?.scale !== scale) this.labels = { scale, list: placeNames(ctx, this.plan, this.p, this.rivers, scale, this.ratio()) };
    return this.labels.list;
  }
}

/** What runs from the middle of a hex to the middle of the next. */
const WAYS = new Set(['road', 'rail', 'ferry-route']);
function line(course: Course): Line {
  const points = soften(course.points, course.closed);
  const path = new Path2D();
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  points.forEach((q, i) => {
    path[i === 0 ? 'moveTo' : 'lineTo'](q.x, q.y);
    [x0, y0, x1, y1] = [Math.min(x0, q.x), Math.min(y0, q.y), Math.max(x1, q.x), Math.max(y1, q.y)];
  });
  return { course, path, bounds: { x: x0, y: y0, w: x1 - x0, h: y1 - y0 } };
}
