// All layers over the ground, lowest first on each canvas. The ground itself (paper, control, names) is kept as tiles: ground.ts.
import type { Point } from '../geometry';
import type { MapState, Part } from '../state';
import type { Target } from '../target';
import { chronicle } from './chronicle';
import { counters } from './counters';
import { hand, shows } from './hand';
import { CANVAS, inScale, type Layer, type Painting } from './layer';
import { lit, markers } from './lit';
import { orders, proposal } from './orders';

export const LAYERS: readonly Layer[] = [lit, counters, markers, orders, proposal, chronicle, hand, shows];

const byPart = new Map<Part, Layer[]>();
for (const layer of [...LAYERS].sort((a, b) => a.z - b.z)) {
  const part = CANVAS[layer.rate];
  byPart.set(part, [...(byPart.get(part) ?? []), layer]);
}

/** The layers of a canvas that have something to draw now. */
export const drawnOn = (part: Part, painting: Painting): Layer[] =>
  (byPart.get(part) ?? []).filter((l) => inScale(l, painting.state.camera.hex) && (l.wants?.(painting) ?? true));

/** Draws a canvas; answers whether anything was drawn. */
export function paintPart(part: Part, ctx: CanvasRenderingContext2D, painting: Painting): boolean {
  const drawn = drawnOn(part, painting);
  for (const layer of drawn) {
    ctx.save();
    layer.paint(ctx, painting);
    ctx.restore();
  }
  return drawn.length > 0;
}

/** What lies under a point of the window: a counter before an arrow, an arrow before the space, unless the space can be taken. */
export function targetAt(state: MapState, at: Point): Target | undefined {
  const counter = counters.pick?.(state, at);
  if (counter) return counter;
  const space = lit.pick?.(state, at);
  if (space && state.targets.spaces.has(space.id)) return space;
  return orders.pick?.(state, at) ?? space;
}
