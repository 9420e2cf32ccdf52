// Orders as arrows: each slot of a plan that has a way is one; from afar those of a formation that go the same way are one broad arrow.
import type { SlotView } from '../lib/protocol';
import type { Point } from './geometry';

/** How an order is drawn. */
export type Stroke = 'tactical' | 'strategic' | 'attack' | 'support' | 'air' | 'standing';

export interface Arrow {
  /** The slot of the plan. */
  id: string;
  counter?: string;
  /** Spaces, from where the counter stands. */
  path: string[];
  stroke: Stroke;
  /** The rules do not allow it any more. */
  fault: boolean;
}

const VERBS: Record<string, Stroke> = { attack: 'attack', fire: 'support', support: 'support', fly: 'air' };

/** What an order is, as far as its drawing goes: by its verb, and by the pace that a move has. One of an earlier turn is a standing order. */
export function strokeOf(order: unknown): Stroke {
  if (order === undefined || order === null) return 'standing';
  if (typeof order !== 'object') return 'tactical';
  const [verb = '', how] = Object.entries(order)[0] ?? [];
  return VERBS[verb] ?? (how === 'strategic' ? 'strategic' : 'tactical');
}

export const arrowsOf = (slots: readonly SlotView[]): Arrow[] =>
  slots.flatMap((s) =>
    s.path && s.path.length > 1
      ? [
          {
            id: s.slot,
            path: s.path,
            stroke: strokeOf(s.order),
            fault: s.fault !== undefined,
            ...(s.counter === undefined ? {} : { counter: s.counter }),
          },
        ]
      : [],
  );

export interface Bundle {
  stroke: Stroke;
  from: Point;
  to: Point;
  /** How many arrows are in it. */
  of: number;
}

/** Ends that lie nearer together than this, in units of the sheet, may be one. */
const NEAR = 5000;

/** One broad arrow for those of a formation that begin and end near each other; `formation` says whose an arrow is. */
export function bundled(arrows: readonly { arrow: Arrow; points: Point[] }[], formation: (a: Arrow) => string): Bundle[] {
  const groups = new Map<string, { stroke: Stroke; from: Point; to: Point; of: number }[]>();
  for (const { arrow, points } of arrows) {
    const [from, to] = [points[0], points.at(-1)];
    if (!from || !to) continue;
    const key = `${formation(arrow)}|${arrow.stroke}`;
    const list = groups.get(key) ?? [];
    groups.set(key, list);
    const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < NEAR;
    const fit = list.find((b) => near(b.from, from) && near(b.to, to));
    if (fit) {
      const n = fit.of + 1;
      const mean = (a: Point, b: Point): Point => ({ x: a.x + (b.x - a.x) / n, y: a.y + (b.y - a.y) / n });
      [fit.from, fit.to, fit.of] = [mean(fit.from, from), mean(fit.to, to), n];
    } else list.push({ stroke: arrow.stroke, from, to, of: 1 });
  }
  return [...groups.values()].flat();
}

/** The arrow whose line passes nearest to a point, if it passes within `reach` of it. */
export function nearest<T extends { points: Point[] }>(lines: readonly T[], p: Point, reach: number): T | undefined {
  let [best, least]: [T | undefined, number] = [undefined, reach];
  for (const line of lines) {
    for (let i = 1; i < line.points.length; i++) {
      const [a, b] = [line.points[i - 1], line.points[i]];
      const d = a && b ? distance(p, a, b) : Infinity;
      if (d < least) [best, least] = [line, d];
    }
  }
  return best;
}

/** From a point to a piece of a line. */
function distance(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}
