// The one painter of arrows: ways of counters, orders, proposals, turns that were. Arrows of one brush are one path, so that five hundred cost
// little more than one.
import type { Point } from './geometry';

export interface Brush {
  ink: string;
  /** Under the line, so that it shows on every ground. */
  halo: string;
  width: number;
  /** From the tip to the ends of the barbs; none: no head. */
  head: number;
  dash: number[];
  /** soft: round through the middles; straight: from stop to stop, each marked; bow: one bend. */
  line: 'soft' | 'straight' | 'bow';
  alpha: number;
  /** What stands at the end. */
  glyph?: 'target' | 'shield';
}

/** How thick a line is drawn where a hex is so wide. */
export const thickness = (hex: number): number => Math.max(0.55, Math.min(1.3, hex / 60));

export const headSize = (hex: number): number => Math.max(6, Math.min(15, hex * 0.2));

export const brush = (ink: string, halo: string, hex: number, more: Partial<Brush> = {}): Brush => ({
  ink,
  halo,
  width: 3 * thickness(hex),
  head: headSize(hex),
  dash: [],
  line: 'soft',
  alpha: 0.92,
  ...more,
});

/** A way through these points, drawn back from its end by `short`, so that the head does not cover what stands there. */
export function shortened(points: Point[], short: number): Point[] {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return points;
  const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
  const k = Math.min(short, length * 0.6) / length;
  return [...points.slice(0, -1), { x: last.x - (last.x - before.x) * k, y: last.y - (last.y - before.y) * k }];
}

/** Where the bend of a bow is. */
function bend(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2 - (b.y - a.y) * 0.07, y: (a.y + b.y) / 2 + (b.x - a.x) * 0.07 };
}

function trace(path: Path2D, points: readonly Point[], line: Brush['line']): void {
  const [a, b] = [points[0], points.at(-1)];
  if (!a || !b) return;
  path.moveTo(a.x, a.y);
  if (line === 'bow') {
    const mid = bend(a, b);
    path.quadraticCurveTo(mid.x, mid.y, b.x, b.y);
    return;
  }
  for (let i = 1; i < points.length; i++) {
    const [q, next] = [points[i], points[i + 1]];
    if (!q) continue;
    if (next && line === 'soft') path.quadraticCurveTo(q.x, q.y, (q.x + next.x) / 2, (q.y + next.y) / 2);
    else path.lineTo(q.x, q.y);
  }
}

/** The head at the end of a way: a triangle that looks along its last piece. */
function tip(path: Path2D, points: readonly Point[], line: Brush['line'], d: number): void {
  const [a, to, before] = [points[0], points.at(-1), points.at(-2)];
  if (!a || !to || !before) return;
  const from = line === 'bow' ? bend(a, to) : before;
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  path.moveTo(to.x + Math.cos(turn) * d, to.y + Math.sin(turn) * d);
  for (const side of [-1, 1]) path.lineTo(to.x + Math.cos(turn + side * 2.35) * d, to.y + Math.sin(turn + side * 2.35) * d);
  path.closePath();
}

/** Draws ways, all with one brush: twice a line and twice the heads, however many there are. */
export function paintArrows(ctx: CanvasRenderingContext2D, ways: readonly Point[][], b: Brush): void {
  const drawn = ways.filter((w) => w.length > 1);
  if (drawn.length === 0) return;
  const [lines, heads, outer] = [new Path2D(), new Path2D(), new Path2D()];
  for (const points of drawn) {
    trace(lines, points, b.line);
    if (b.head > 0) {
      tip(heads, points, b.line, b.head);
      tip(outer, points, b.line, b.head + 2);
    }
    if (b.line === 'straight') for (const p of points.slice(1, -1)) stop(heads, outer, p, b.width);
  }
  ctx.save();
  ctx.lineCap = ctx.lineJoin = 'round';
  ctx.globalAlpha = b.alpha;
  ctx.strokeStyle = ctx.fillStyle = b.halo;
  ctx.lineWidth = b.width + 2.5 * Math.min(1.3, b.width / 3);
  ctx.stroke(lines);
  ctx.fill(outer);
  ctx.strokeStyle = ctx.fillStyle = b.ink;
  ctx.lineWidth = b.width;
  ctx.setLineDash(b.dash);
  ctx.stroke(lines);
  ctx.setLineDash([]);
  ctx.fill(heads);
  if (b.glyph) for (const points of drawn) paintEnd(ctx, points, b);
  ctx.restore();
}

/** A step on the way. */
function stop(inner: Path2D, outer: Path2D, p: Point, width: number): void {
  for (const [path, r] of [
    [inner, width * 0.9],
    [outer, width * 1.25],
  ] as const) {
    path.moveTo(p.x + r, p.y);
    path.arc(p.x, p.y, r, 0, 2 * Math.PI);
  }
}

/** What an arrow ends in: the mark of a target, or a shield over those it helps. */
function paintEnd(ctx: CanvasRenderingContext2D, points: readonly Point[], b: Brush): void {
  const end = points.at(-1);
  if (!end || !b.glyph) return;
  const r = Math.max(4, b.head * 0.8);
  const path = new Path2D();
  if (b.glyph === 'target') {
    path.arc(end.x, end.y, r, 0, 2 * Math.PI);
    path.moveTo(end.x - r * 1.5, end.y);
    path.lineTo(end.x + r * 1.5, end.y);
    path.moveTo(end.x, end.y - r * 1.5);
    path.lineTo(end.x, end.y + r * 1.5);
  } else {
    path.moveTo(end.x - r, end.y - r);
    path.lineTo(end.x + r, end.y - r);
    path.lineTo(end.x + r, end.y);
    path.quadraticCurveTo(end.x + r * 0.8, end.y + r, end.x, end.y + r * 1.4);
    path.quadraticCurveTo(end.x - r * 0.8, end.y + r, end.x - r, end.y);
    path.closePath();
    ctx.fillStyle = b.halo;
    ctx.fill(path);
  }
  ctx.strokeStyle = b.ink;
  ctx.lineWidth = Math.max(1.2, b.width * 0.6);
  ctx.stroke(path);
}
