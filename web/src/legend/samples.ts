// Where on the sheet one can see what a line of the legend means: the map itself is the best drawing of it.
import { boxRect, HEX, type Plan, type Point, type Rect } from '../map/geometry';

/** How much of the map a sample shows, in units of the sheet. */
const WIDE = { w: 1.9 * HEX, h: 1.25 * HEX };

const around = (p: Point): Rect => ({ x: p.x - WIDE.w / 2, y: p.y - WIDE.h / 2, ...WIDE });

/** A part of the sheet that shows a kind of terrain, mark, region or side; nothing if there is none. */
export function sampleOf(plan: Plan, kind: string): Rect | undefined {
  const { sheet } = plan;
  const hex =
    sheet.hexes.find((h) => h.terrain === kind) ??
    sheet.hexes.find((h) => h.marks?.some((m) => m === kind || m.startsWith(`${kind}-`))) ??
    sheet.hexes.find((h) => h.regions?.includes(kind));
  if (hex) return around(hex);
  const side = sheet.sides.find((s) => s.kind === kind);
  const [a, b] = [plan.get(side?.a ?? ''), plan.get(side?.b ?? '')];
  if (!a || !b) return undefined;
  // Between a box and a hex, what joins them is at the edge of the box.
  const end = (p: typeof a, q: typeof b): Point => {
    if (!p.box) return p;
    const r = boxRect(p);
    return { x: Math.max(r.x, Math.min(r.x + r.w, q.x)), y: Math.max(r.y, Math.min(r.y + r.h, q.y)) };
  };
  const [from, to] = [end(a, b), end(b, a)];
  return around({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
}
