// Lines on hexsides: sides chained into courses, softened into curves, with a baseline for the name.
import { HEX, type Plan, type Point } from './geometry';

export interface Course {
  kind: string;
  name: string | undefined;
  /** The corners along the hexsides, in order. */
  points: Point[];
  closed: boolean;
}

interface Edge {
  p: Point;
  q: Point;
}

const key = (p: Point): string => `${Math.round(p.x / 20)},${Math.round(p.y / 20)}`;

/** Chains loose segments into as few lines as possible. Lines end where three meet, so that tributaries stay apart. */
export function chain(edges: Edge[]): { points: Point[]; closed: boolean }[] {
  const ends = new Map<string, number[]>();
  edges.forEach((edge, i) => {
    for (const p of [edge.p, edge.q]) {
      const list = ends.get(key(p));
      if (list) list.push(i);
      else ends.set(key(p), [i]);
    }
  });
  const used = new Set<number>();
  const walk = (first: number, from: Point): Point[] => {
    const points = [from];
    let at = from;
    let i: number | undefined = first;
    while (i !== undefined) {
      used.add(i);
      const edge: Edge | undefined = edges[i];
      if (!edge) break;
      at = key(edge.p) === key(at) ? edge.q : edge.p;
      points.push(at);
      const next: number[] = ends.get(key(at)) ?? [];
      i = next.length === 2 ? next.find((n) => !used.has(n)) : undefined;
    }
    return points;
  };
  const lines: { points: Point[]; closed: boolean }[] = [];
  edges.forEach((edge, i) => {
    if (used.has(i)) return;
    for (const p of [edge.p, edge.q]) {
      if (!used.has(i) && (ends.get(key(p))?.length ?? 0) !== 2) lines.push({ points: walk(i, p), closed: false });
    }
  });
  edges.forEach((edge, i) => {
    if (!used.has(i)) lines.push({ points: walk(i, edge.p), closed: true });
  });
  return lines;
}

/** The courses of all features of the sheet that run along hexsides and of which `wanted` says yes. */
export function courses(plan: Plan, wanted: (kind: string) => boolean): Course[] {
  const groups = new Map<string, { kind: string; name: string | undefined; edges: Edge[] }>();
  for (const side of plan.sheet.sides) {
    if (!wanted(side.kind)) continue;
    const [a, b] = [plan.get(side.a), plan.get(side.b)];
    const i = a?.hex && b?.hex ? plan.sideToward(a, b) : -1;
    if (!a || i < 0) continue;
    const id = `${side.kind}|${side.name ?? ''}`;
    const group = groups.get(id) ?? { kind: side.kind, name: side.name, edges: [] };
    group.edges.push({ p: plan.corner(a, i), q: plan.corner(a, i + 1) });
    groups.set(id, group);
  }
  return [...groups.values()].flatMap(({ kind, name, edges }) => through(plan, chain(edges)).map((line) => ({ kind, name, ...line })));
}

/** A river that runs through a hex (mark `crossing`) goes on to its middle, and on to its next stretch if there is one. */
function through(plan: Plan, lines: { points: Point[]; closed: boolean }[]): { points: Point[]; closed: boolean }[] {
  const open = lines.filter((l) => !l.closed).map((l) => ({ ...l, points: [...l.points] }));
  for (const place of plan.hexes) {
    if (!place.hex?.marks?.includes('crossing')) continue;
    const touches = (p: Point | undefined): boolean => p !== undefined && Math.hypot(p.x - place.x, p.y - place.y) < HEX * 0.62;
    const middle = { x: place.x, y: place.y + HEX * 0.06 };
    const here: { points: Point[]; closed: boolean }[] = [];
    for (const line of open) {
      if (touches(line.points[0])) line.points.reverse();
      if (touches(line.points.at(-1))) here.push(line);
    }
    const [first, second] = here;
    if (!first) continue;
    first.points.push(middle);
    if (!second) continue;
    first.points.push(...second.points.reverse());
    open.splice(open.indexOf(second), 1);
  }
  return [...open, ...lines.filter((l) => l.closed)];
}

/** A small steady noise from a point, -1 to 1: the same bend on every drawing. */
export function noise(x: number, y: number): number {
  const n = Math.sin(Math.round(x / 10) * 12.9898 + Math.round(y / 10) * 78.233) * 43758.5453;
  return (n - Math.floor(n)) * 2 - 1;
}

/** Cuts the corners: a curve through the middles of the sides, each moved a little off its line. */
export function soften(points: Point[], closed: boolean, wander = 34, pieces = 6): Point[] {
  const n = points.length;
  if (n < 2) return points;
  const mid = (a: Point, b: Point): Point => {
    const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const off = noise(mx, my) * wander;
    // The same side walked the other way bends the same way.
    const turn = a.x < b.x || (a.x === b.x && a.y < b.y) ? 1 : -1;
    return { x: mx + ((b.y - a.y) / length) * off * turn, y: my - ((b.x - a.x) / length) * off * turn };
  };
  const ring = closed ? points.slice(0, n - 1) : points;
  const at = (i: number): Point => ring[(i + ring.length) % ring.length] ?? { x: 0, y: 0 };
  const mids: Point[] = [];
  for (let i = 0; i < (closed ? ring.length : n - 1); i++) mids.push(mid(at(i), at(i + 1)));
  const out: Point[] = [];
  const bend = (from: Point, over: Point, to: Point): void => {
    for (let k = 1; k <= pieces; k++) {
      const t = k / pieces;
      const [u, v, w] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
      out.push({ x: u * from.x + v * over.x + w * to.x, y: u * from.y + v * over.y + w * to.y });
    }
  };
  const first = mids[0];
  if (!first) return points;
  if (!closed) out.push(at(0));
  out.push(first);
  for (let i = 1; i < mids.length; i++) bend(mids[i - 1] ?? first, at(i), mids[i] ?? first);
  if (closed) bend(mids.at(-1) ?? first, at(0), first);
  else out.push(at(n - 1));
  return out;
}

/** A calm line along a course, for the name: the corners, averaged over their neighbours. */
export function baseline(points: Point[], reach = 3): Point[] {
  const smooth = points.map((_, i) => {
    let [x, y, w] = [0, 0, 0];
    for (let k = -reach; k <= reach; k++) {
      const p = points[Math.min(points.length - 1, Math.max(0, i + k))];
      if (!p) continue;
      const weight = reach + 1 - Math.abs(k);
      x += p.x * weight;
      y += p.y * weight;
      w += weight;
    }
    return { x: x / w, y: y / w };
  });
  return soften(smooth, false, 0, 4);
}

/** Lengths along a line, and the point and direction at a length. */
export class Ruler {
  private readonly sums: number[] = [0];
  constructor(private readonly points: Point[]) {
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]];
      this.sums.push((this.sums[i - 1] ?? 0) + (a && b ? Math.hypot(b.x - a.x, b.y - a.y) : 0));
    }
  }

  get length(): number {
    return this.sums.at(-1) ?? 0;
  }

  at(length: number): Point & { turn: number } {
    let i = 1;
    while (i < this.sums.length - 1 && (this.sums[i] ?? 0) < length) i++;
    const [a, b] = [this.points[i - 1] ?? { x: 0, y: 0 }, this.points[i] ?? this.points[i - 1] ?? { x: 0, y: 0 }];
    const [s0, s1] = [this.sums[i - 1] ?? 0, this.sums[i] ?? 0];
    const t = s1 > s0 ? (length - s0) / (s1 - s0) : 0;
    return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, turn: Math.atan2(b.y - a.y, b.x - a.x) };
  }

  /** Where along the line a text of this width bends least. */
  calmest(width: number, keepOff: (p: Point) => boolean = () => false): number | undefined {
    if (this.length < width) return undefined;
    let best: number | undefined;
    let least = Infinity;
    for (let start = 0; start + width <= this.length; start += Math.max(80, width / 12)) {
      let bend = Math.abs(start + width / 2 - this.length / 2) / this.length / 2;
      let last = this.at(start);
      for (let k = 1; k <= 10; k++) {
        const p = this.at(start + (width * k) / 10);
        bend += Math.abs(Math.atan2(Math.sin(p.turn - last.turn), Math.cos(p.turn - last.turn)));
        // Upright letters are hard to read along a line that runs north and south.
        bend += Math.abs(Math.sin(p.turn)) * 0.12 + (keepOff(p) ? 0.6 : 0);
        last = p;
      }
      if (bend < least) [best, least] = [start, bend];
    }
    return best;
  }
}
