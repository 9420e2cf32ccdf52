// Where one looks: a point of the sheet in the middle of the window, and how wide a hex is there.
import { HEX, type Plan, type Point, type Rect } from './geometry';

export interface Camera {
  /** The point of the sheet in the middle of the window. */
  x: number;
  y: number;
  /** The width of a hex in CSS pixels. */
  hex: number;
}

export interface Size {
  w: number;
  h: number;
}

export const MOST = 190;
const LEAST = 3;

export const scaleOf = (camera: Camera): number => camera.hex / HEX;

export function toScreen(camera: Camera, size: Size, p: Point): Point {
  const s = scaleOf(camera);
  return { x: (p.x - camera.x) * s + size.w / 2, y: (p.y - camera.y) * s + size.h / 2 };
}

export function toSheet(camera: Camera, size: Size, p: Point): Point {
  const s = scaleOf(camera);
  return { x: (p.x - size.w / 2) / s + camera.x, y: (p.y - size.h / 2) / s + camera.y };
}

/** The part of the sheet that is seen. */
export function seen(camera: Camera, size: Size): Rect {
  const s = scaleOf(camera);
  return { x: camera.x - size.w / 2 / s, y: camera.y - size.h / 2 / s, w: size.w / s, h: size.h / s };
}

/** The whole sheet. */
export function fitted(plan: Plan, size: Size, rect: Rect = plan.bounds): Camera {
  const hex = Math.min(size.w / rect.w, size.h / rect.h) * HEX;
  return { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2, hex: Math.max(LEAST, Math.min(MOST, hex)) };
}

/** Keeps the sheet in sight and the zoom within reason. */
export function clamped(camera: Camera, plan: Plan, size: Size): Camera {
  const least = Math.min(fitted(plan, size).hex * 0.85, MOST);
  const hex = Math.max(least, Math.min(MOST, camera.hex));
  const view = seen({ ...camera, hex }, size);
  const hold = (centre: number, from: number, length: number, window: number): number => {
    if (window >= length) return from + length / 2;
    // As much as lies under the buttons at the edge, no more: what is looked at is the map.
    const slack = Math.min(window * 0.12, 2 * HEX);
    return Math.max(from + window / 2 - slack, Math.min(from + length - window / 2 + slack, centre));
  };
  const b = plan.bounds;
  return { x: hold(camera.x, b.x, b.w, view.w), y: hold(camera.y, b.y, b.h, view.h), hex };
}

/** Zooms by a factor so that what lies under a point of the window stays there. */
export function zoomedAt(camera: Camera, size: Size, factor: number, at: Point): Camera {
  const hex = Math.max(LEAST, Math.min(MOST, camera.hex * factor));
  const p = toSheet(camera, size, at);
  const s = hex / HEX;
  return { x: p.x - (at.x - size.w / 2) / s, y: p.y - (at.y - size.h / 2) / s, hex };
}
