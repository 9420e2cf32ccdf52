// A turn that was: an arrow for each march, a pale counter where it began, a sign where there was fighting or dying.
import { scaleOf } from '../camera';
import { brush, paintArrows, shortened, thickness } from '../arrows';
import type { Place, Point } from '../geometry';
import type { MapState } from '../state';
import { COUNTER } from '../stacks';
import { sideColour } from '../theme';
import type { Trails } from '../marches';
import { inPixels, type Layer, type Painting } from './layer';

export const chronicle: Layer = {
  id: 'chronicle',
  z: 30,
  rate: 'draft',
  wants: ({ state }) => state.trails !== undefined,
  paint: (ctx, painting) => {
    if (painting.state.trails) drawTrails(ctx, painting, painting.state.trails);
  },
};

function drawTrails(ctx: CanvasRenderingContext2D, painting: Painting, trails: Trails): void {
  const { state } = painting;
  const ghosts = new Map<string, { counter: string; at: Place }>();
  const ways = new Map<string, Point[][]>();
  // While counters are shown where they stood before, arrows would lie.
  for (const { counter, side, path } of state.put.size === 0 ? trails.marches : []) {
    const places = path.flatMap((id) => state.plan.get(id) ?? []);
    const [first] = places;
    if (!first || places.length < 2) continue;
    if (!state.layout.at.has(first.id)) ghosts.set(first.id, { counter, at: first });
    const points = shortened(
      places.map((p) => state.screen(p)),
      state.camera.hex * 0.2,
    );
    const ink = sideColour(state.palette, side);
    ways.set(ink, [...(ways.get(ink) ?? []), points]);
  }
  const { hex } = state.camera;
  for (const [ink, list] of ways)
    paintArrows(ctx, list, brush(ink, state.palette.halo, hex, { dash: trails.meant ? [9, 7] : [], width: 3 * thickness(hex) }));
  for (const { counter, at } of ghosts.values()) ghost(ctx, painting, counter, at);
  for (const id of new Set(trails.held)) border(ctx, state, id, state.palette.held, [3, 4]);
  for (const [id, n] of counted(trails.fights)) {
    border(ctx, state, id, n > 1 ? state.palette.several : state.palette.attack, []);
    sign(ctx, state, id, '⚔', state.palette.attack, -1);
    if (n > 1) sign(ctx, state, id, String(n), state.palette.several, 1);
  }
  for (const id of new Set(trails.deaths)) sign(ctx, state, id, '×', state.palette.loss, 1);
}

function counted(ids: string[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const id of ids) all.set(id, (all.get(id) ?? 0) + 1);
  return all;
}

/** A line around a space. */
function border(ctx: CanvasRenderingContext2D, state: MapState, id: string, colour: string, dash: number[]): void {
  const place = state.plan.get(id);
  if (!place) return;
  const corners = state.plan.corners.map((c) => state.screen({ x: place.x + c.x * 0.92, y: place.y + c.y * 0.92 }));
  ctx.save();
  ctx.lineJoin = 'round';
  ctx.setLineDash(dash);
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(2, Math.min(4, state.camera.hex * 0.05));
  ctx.beginPath();
  for (const [i, c] of corners.entries())
    if (i === 0) ctx.moveTo(c.x, c.y);
    else ctx.lineTo(c.x, c.y);
  ctx.closePath();
  ctx.stroke();
  ctx.restore();
}

/** The counter as it stood where nobody stands now. */
function ghost(ctx: CanvasRenderingContext2D, { state, pictures }: Painting, id: string, at: Place): void {
  const counter = state.counter(id);
  if (!counter) return;
  inPixels(ctx, state, () => {
    ctx.globalAlpha = 0.38;
    pictures.drawAt(ctx, counter, state.screen(at), Math.max(12, COUNTER * scaleOf(state.camera)), true, 8);
  });
}

function sign(ctx: CanvasRenderingContext2D, state: MapState, id: string, text: string, colour: string, side: -1 | 1): void {
  const place = state.plan.get(id);
  if (!place) return;
  const p = state.screen(place);
  const r = Math.max(8, Math.min(14, state.camera.hex * 0.17));
  const at = { x: p.x + side * state.camera.hex * 0.3, y: p.y - state.camera.hex * 0.34 };
  ctx.save();
  ctx.beginPath();
  ctx.arc(at.x, at.y, r, 0, 2 * Math.PI);
  ctx.fillStyle = state.palette.paper;
  ctx.fill();
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = 2;
  ctx.stroke();
  ctx.font = `bold ${r * 1.35}px ${state.palette.sans}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, at.x, at.y + r * 0.06);
  ctx.restore();
}
