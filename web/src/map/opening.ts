// Where one looks first: at the front, near enough to read it.
import { clamped, fitted, type Camera, type Size } from './camera';
import type { View } from '../lib/wire';
import { HEX, type Place, type Plan, type Point, type Rect } from './geometry';
import { islandsOf } from './overlay';

/** A hex this wide shows the factors of its counters. */
export const READABLE = 46;
/** Nearer than this nothing is gained. */
const NEAR = 64;
/** Enemies this far apart face each other, in hexes. */
const FACING = 3.2;

export interface Standing extends Point {
  side: string | null;
}

/** Room at the edges of the window that buttons lie over, in CSS pixels. */
const COVERED = { right: 52, bottom: 46 };

/** The stacks that have an enemy near them; all of them, if nobody has. */
export function frontOf<T extends Standing>(stacks: T[]): T[] {
  const front = facing(stacks);
  return front.length > 0 ? front : stacks;
}

function facing<T extends Standing>(stacks: T[]): T[] {
  const near = (a: T, b: T): boolean =>
    a.side !== b.side && a.side !== null && b.side !== null && Math.hypot(a.x - b.x, a.y - b.y) < FACING * HEX;
  return stacks.filter((a) => stacks.some((b) => near(a, b)));
}

/** Where control changes from hex to hex, islands left out, as far as somebody stands near. */
export function lineOf(plan: Plan, view: View, stacks: Point[]): Point[] {
  const control = new Map(view.spaces.flatMap((s) => (s.control ? [[s.id, s.control] as const] : [])));
  const islands = islandsOf(plan, control, view);
  const other = (a: Place, b: Place | undefined): boolean =>
    b !== undefined && control.has(b.id) && control.get(b.id) !== control.get(a.id) && !islands.has(b.id);
  const line = plan.hexes.filter((h) => control.has(h.id) && !islands.has(h.id) && plan.neighbours(h).some((n) => other(h, n)));
  return line.filter((h) => stacks.some((s) => Math.hypot(s.x - h.x, s.y - h.y) < 2.2 * HEX));
}

/** All of the sheet if it can be read whole; else the whole front; else the part of it where most can be done. */
export function opening(plan: Plan, size: Size, stacks: Standing[], acting: Point[], line: Point[] = []): Camera {
  const whole = fitted(plan, size);
  if (whole.hex >= READABLE || stacks.length === 0) return whole;
  const front = line.length > 0 ? [...line, ...facing(stacks)] : frontOf(stacks);
  const room = { w: Math.max(120, size.w - COVERED.right), h: Math.max(120, size.h - COVERED.bottom) };
  const all = fitted(plan, room, around(front));
  const hex = Math.min(Math.max(all.hex, READABLE), NEAR);
  const at = all.hex >= READABLE ? all : densest(front, acting, { w: (room.w / hex) * HEX, h: (room.h / hex) * HEX });
  // The middle of the free room is not the middle of the window.
  const shift = { x: ((COVERED.right / 2) * HEX) / hex, y: ((COVERED.bottom / 2) * HEX) / hex };
  return held(clamped({ x: at.x + shift.x, y: at.y + shift.y, hex }, plan, size), plan, size);
}

function around(points: Point[]): Rect {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x, y] = [Math.min(...xs) - HEX, Math.min(...ys) - HEX];
  return { x, y, w: Math.max(...xs) + HEX - x, h: Math.max(...ys) + HEX - y };
}

/** The middle of the window that holds most of the front; what can act weighs double. */
function densest(front: Point[], acting: Point[], window: { w: number; h: number }): Point {
  const weight = (c: Point): number => {
    const inside = (p: Point): boolean => Math.abs(p.x - c.x) < window.w / 2 && Math.abs(p.y - c.y) < window.h / 2;
    return front.filter(inside).length + 2 * acting.filter(inside).length;
  };
  let best: Point | undefined;
  let most = -1;
  for (const c of [...front, ...acting]) {
    const now = weight(c);
    if (now > most) [best, most] = [c, now];
  }
  return best ?? { x: 0, y: 0 };
}

/** Not a look past the edge of the sheet. */
function held(camera: Camera, plan: Plan, size: Size): Camera {
  const b = plan.bounds;
  const hold = (at: number, from: number, length: number, window: number): number =>
    window >= length ? from + length / 2 : Math.max(from + window / 2, Math.min(from + length - window / 2, at));
  const [w, h] = [(size.w * HEX) / camera.hex, (size.h * HEX) / camera.hex];
  return { ...camera, x: hold(camera.x, b.x, b.w, w), y: hold(camera.y, b.y, b.h, h) };
}
