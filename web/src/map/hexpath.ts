// Hexes as paths.
import { HEX, type Place, type Plan, type Point, RADIUS } from './geometry';

/** Below this scale (device pixels a unit) a hex is a speck, and a rectangle will do. */
export const SPECK = 0.009;

export function addSpeck(path: Path2D, plan: Plan, place: Place): void {
  const [w, h] = plan.pointy ? [HEX, RADIUS * 1.5] : [RADIUS * 1.5, HEX];
  path.rect(place.x - w * 0.52, place.y - h * 0.52, w * 1.04, h * 1.04);
}

export function addHex(path: Path2D, plan: Plan, place: Place, radius = RADIUS): void {
  const k = radius / RADIUS;
  plan.corners.forEach((c, i) => path[i === 0 ? 'moveTo' : 'lineTo'](place.x + c.x * k, place.y + c.y * k));
  path.closePath();
}

/** A corner of a hex, drawn towards its middle (or away from it). */
export function inset(plan: Plan, place: Place, i: number, k: number): Point {
  const c = plan.corner(place, i);
  return { x: place.x + (c.x - place.x) * k, y: place.y + (c.y - place.y) * k };
}
