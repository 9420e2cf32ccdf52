// The sheet as geometry: where each space lies, what lies under a point, which way the next hex is. No drawing.
import type { Sheet, SheetBox, SheetHex } from '../lib/wire';

/** The units of the sheet: neighbouring hex centres are this far apart. */
export const HEX = 1000;
/** Centre to corner. */
export const RADIUS = HEX / Math.sqrt(3);

export interface Point {
  x: number;
  y: number;
}

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type Place = { id: string; at: number; x: number; y: number } & ({ hex: SheetHex; box?: never } | { box: SheetBox; hex?: never });

const angle = (pointy: boolean, i: number): number => ((pointy ? 30 : 0) + 60 * i) * (Math.PI / 180);

/** The six corners around the centre, clockwise on the screen. */
export function corners(pointy: boolean, radius = RADIUS): Point[] {
  return [0, 1, 2, 3, 4, 5].map((i) => ({ x: radius * Math.cos(angle(pointy, i)), y: radius * Math.sin(angle(pointy, i)) }));
}

/** Is the point, relative to the centre, inside a hex? */
export function insideHex(pointy: boolean, dx: number, dy: number): boolean {
  const [a, b] = pointy ? [Math.abs(dx), Math.abs(dy)] : [Math.abs(dy), Math.abs(dx)];
  return a <= HEX / 2 && b <= RADIUS - a / Math.sqrt(3);
}

export const inRect = (r: Rect, x: number, y: number): boolean => x >= r.x && x < r.x + r.w && y >= r.y && y < r.y + r.h;

export const overlap = (a: Rect, b: Rect): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

export const grown = (r: Rect, by: number): Rect => ({ x: r.x - by, y: r.y - by, w: r.w + 2 * by, h: r.h + 2 * by });

const cellKey = (x: number, y: number): number => Math.floor(x / HEX) * 100_003 + Math.floor(y / HEX);

/** A sheet with its index: places by id, by point and by direction. */
export class Plan {
  readonly pointy: boolean;
  readonly corners: Point[];
  readonly places = new Map<string, Place>();
  readonly list: Place[] = [];
  readonly hexes: Place[] = [];
  readonly boxes: Place[] = [];
  /** Everything, boxes and a margin included. */
  readonly bounds: Rect;
  /** The hexes alone. */
  readonly field: Rect;
  private readonly cells = new Map<number, Place[]>();
  private readonly nextTo: (Place | undefined)[][] = [];

  constructor(readonly sheet: Sheet) {
    this.pointy = sheet.pointy;
    this.corners = corners(sheet.pointy);
    for (const hex of sheet.hexes) this.add({ id: hex.id, at: this.list.length, x: hex.x, y: hex.y, hex });
    this.field = grown(around(this.hexes), RADIUS);
    for (const box of docked(sheet.boxes, this.field)) {
      this.add({ id: box.id, at: this.list.length, x: box.x + box.w / 2, y: box.y + box.h / 2, box });
    }
    this.bounds = grown(union([...(this.hexes.length > 0 ? [this.field] : []), ...this.boxes.map((p) => boxRect(p))]), RADIUS * 0.8);
  }

  private add(place: Place): void {
    this.places.set(place.id, place);
    this.list.push(place);
    if (place.box) {
      this.boxes.push(place);
      return;
    }
    this.hexes.push(place);
    const key = cellKey(place.x, place.y);
    const cell = this.cells.get(key);
    if (cell) cell.push(place);
    else this.cells.set(key, [place]);
  }

  get(id: string): Place | undefined {
    return this.places.get(id);
  }

  /** The space under a point of the sheet. Boxes lie over hexes. */
  hit(x: number, y: number): Place | undefined {
    for (let i = this.boxes.length - 1; i >= 0; i--) {
      const place = this.boxes[i];
      if (place && inRect(boxRect(place), x, y)) return place;
    }
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (const place of this.cells.get(cellKey(x + i * HEX, y + j * HEX)) ?? []) {
          if (insideHex(this.pointy, x - place.x, y - place.y)) return place;
        }
      }
    }
    return undefined;
  }

  /** Hexes that touch a rectangle. */
  within(r: Rect): Place[] {
    const found: Place[] = [];
    const seen = grown(r, RADIUS);
    for (let cx = Math.floor(seen.x / HEX); cx <= Math.floor((seen.x + seen.w) / HEX); cx++) {
      for (let cy = Math.floor(seen.y / HEX); cy <= Math.floor((seen.y + seen.h) / HEX); cy++) {
        for (const place of this.cells.get(cx * 100_003 + cy) ?? []) if (inRect(seen, place.x, place.y)) found.push(place);
      }
    }
    return found;
  }

  /** The six neighbours of a hex: number i shares the side from corner i to corner i + 1. */
  neighbours(place: Place): (Place | undefined)[] {
    const known = this.nextTo[place.at];
    if (known) return known;
    const found: (Place | undefined)[] = [];
    for (let i = 0; i < 6; i++) {
      const turn = angle(this.pointy, i + 0.5);
      const x = place.x + HEX * Math.cos(turn);
      const y = place.y + HEX * Math.sin(turn);
      let best: Place | undefined;
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) {
          for (const other of this.cells.get(cellKey(x + dx * 60, y + dy * 60)) ?? []) {
            if (other !== place && Math.hypot(other.x - x, other.y - y) < HEX * 0.2) best = other;
          }
        }
      }
      found.push(best);
    }
    this.nextTo[place.at] = found;
    return found;
  }

  /** The side of `a` that it shares with `b`, as the number of its first corner; -1 if they do not touch. */
  sideToward(a: Place, b: Place): number {
    return this.neighbours(a).indexOf(b);
  }

  corner(place: Place, i: number): Point {
    const c = this.corners[((i % 6) + 6) % 6] ?? { x: 0, y: 0 };
    return { x: place.x + c.x, y: place.y + c.y };
  }

  /**
   * The space that an arrow key leads to. The line walked is kept in `along`, so that going up a zigzag column stays in it.
   */
  step(from: Place, dx: number, dy: number, along: Point = from): Place | undefined {
    let best: Place | undefined;
    let least = Infinity;
    const near = from.hex ? this.neighbours(from).filter((n) => n !== undefined) : [];
    const tries = [near, this.list];
    for (const places of tries) {
      for (const place of places) {
        if (place === from) continue;
        const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy;
        const aside = Math.abs(dx !== 0 ? place.y - along.y : place.x - along.x);
        if (ahead < HEX * 0.3 || aside > ahead * 1.2 + HEX * 0.1) continue;
        const cost = ahead + aside * 2;
        if (cost < least) [best, least] = [place, cost];
      }
      if (best) return best;
    }
    return best;
  }
}

export function boxRect(place: Place): Rect {
  const b = place.box;
  return b ? { x: b.x, y: b.y, w: b.w, h: b.h } : { x: place.x, y: place.y, w: 0, h: 0 };
}

function around(points: Point[]): Rect {
  if (points.length === 0) return { x: 0, y: 0, w: HEX, h: HEX };
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const p of points) {
    x0 = Math.min(x0, p.x);
    y0 = Math.min(y0, p.y);
    x1 = Math.max(x1, p.x);
    y1 = Math.max(y1, p.y);
  }
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}

export function union(rects: Rect[]): Rect {
  return around(
    rects.flatMap((r) => [
      { x: r.x, y: r.y },
      { x: r.x + r.w, y: r.y + r.h },
    ]),
  );
}

/** Boxes to which the sheet gives no room stand in a column to the right of the map. */
function docked(boxes: SheetBox[], field: Rect): SheetBox[] {
  let y = field.y;
  return boxes.map((box) => {
    if (box.w > 0 && box.h > 0) return box;
    const placed = { ...box, x: field.x + field.w + 600, y, w: 3000, h: 1600 };
    y += 1900;
    return placed;
  });
}
