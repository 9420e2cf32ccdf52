// A layer of the map: what it draws, on which canvas, and when it has to be drawn again.
import type { Pictures } from '../pictures';
import type { MapState, Part } from '../state';
import type { Point } from '../geometry';
import type { Target } from '../target';
import { scaleOf } from '../camera';

/** Something that moves or flashes for a moment, drawn over everything. */
export interface Show {
  draw(ctx: CanvasRenderingContext2D, painting: Painting): void;
}

/** What layers paint with: the table as one looks at it, the pictures of its counters, what moves. */
export interface Painting {
  state: MapState;
  pictures: Pictures;
  shows: readonly Show[];
}

/** How often a layer changes: with the sheet, with every turn of events, with the plan, with the pointer. */
export type Rate = 'sheet' | 'turn' | 'draft' | 'frame';

/** The canvas of each rate. */
export const CANVAS: Record<Rate, Part> = { sheet: 'ground', turn: 'pieces', draft: 'plans', frame: 'hand' };

export interface Layer {
  id: string;
  /** Higher lies over lower, on the same canvas. */
  z: number;
  rate: Rate;
  /** Widths of a hex in CSS pixels between which it is drawn: from, up to. */
  scales?: readonly [number, number];
  /** Draws on a canvas that is in CSS pixels of the window. */
  paint(ctx: CanvasRenderingContext2D, painting: Painting): void;
  /** Has it anything to draw? Asked of layers that usually have not. */
  wants?(painting: Painting): boolean;
  /** What of it lies under a point of the window. */
  pick?(state: MapState, at: Point): Target | undefined;
}

/** Is it drawn where a hex is so wide? */
export const inScale = (layer: Pick<Layer, 'scales'>, hex: number): boolean =>
  layer.scales === undefined || (hex >= layer.scales[0] && hex < layer.scales[1]);

/** Draws in units of the sheet; `unit` is a CSS pixel in them. */
export function inUnits(ctx: CanvasRenderingContext2D, state: MapState, draw: (unit: number) => void): void {
  const s = scaleOf(state.camera);
  const view = state.seen();
  ctx.save();
  ctx.transform(s, 0, 0, s, -view.x * s, -view.y * s);
  draw(1 / s);
  ctx.restore();
}

/** Draws in device pixels of the window. */
export function inPixels(ctx: CanvasRenderingContext2D, state: MapState, draw: () => void): void {
  ctx.save();
  ctx.scale(1 / state.ratio, 1 / state.ratio);
  draw();
  ctx.restore();
}
