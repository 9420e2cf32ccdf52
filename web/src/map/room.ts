// Where the map has to move so that places can be seen: as little as possible, farther away if that is needed, and if they lie too far apart,
// to most of them.
import { type Camera, scaleOf, type Size, toScreen } from './camera';
import { HEX, inRect, type Point, type Rect } from './geometry';

/** Nearer places than this are no farther away than one can read. */
const LEAST = 24;
/** What lies nearer than this to the edge of the window is not well in sight, in pixels. */
const EDGE = 110;
/** So much of the places in sight is enough. */
const ENOUGH = 0.8;

/** The camera that shows these points of the sheet in the free part of the window; the same if most of them are there already. */
export function roomFor(camera: Camera, size: Size, points: readonly Point[], part?: Rect): Camera {
  const free = part ?? { x: EDGE, y: EDGE, w: size.w - 2 * EDGE, h: size.h - 2 * EDGE };
  const inside = (p: Point): boolean => {
    const q = toScreen(camera, size, p);
    return inRect(free, q.x, q.y);
  };
  if (points.length === 0 || points.filter(inside).length > points.length * ENOUGH) return camera;
  const box = around(points);
  const hex = Math.min(camera.hex, (free.w / (box.w + HEX)) * HEX, (free.h / (box.h + HEX)) * HEX);
  if (hex >= Math.min(LEAST, camera.hex)) return centred({ ...camera, hex }, size, middle(box), free);
  const near = { ...camera, hex: Math.min(camera.hex, LEAST) };
  const s = scaleOf(near);
  return centred(near, size, middle(around(densest(points, free.w / s, free.h / s))), free);
}

/** The points of the window of this size that holds most of them. */
export function densest(points: readonly Point[], w: number, h: number): Point[] {
  let best: Point[] = [];
  const tried = new Set<number>();
  // A window may always be moved until points lie on its left and its upper edge.
  for (const { x } of points) {
    if (tried.has(x)) continue;
    tried.add(x);
    const column = points.filter((p) => p.x >= x && p.x <= x + w);
    if (column.length <= best.length) continue;
    for (const { y } of column) {
      const held = column.filter((p) => p.y >= y && p.y <= y + h);
      if (held.length > best.length) best = held;
    }
  }
  return best;
}

function around(points: readonly Point[]): Rect {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

const middle = (r: Rect): Point => ({ x: r.x + r.w / 2, y: r.y + r.h / 2 });

/** Puts a point of the sheet into the middle of the free part. */
function centred(camera: Camera, size: Size, at: Point, free: Rect): Camera {
  const s = scaleOf(camera);
  const m = middle(free);
  return { ...camera, x: at.x - (m.x - size.w / 2) / s, y: at.y - (m.y - size.h / 2) / s };
}
