// A turn that was: an arrow for each march, a pale counter where it began, a sign where there was fighting or dying.
import type { Side } from '../lib/wire';
import { scaleOf } from './camera';
import { detailOf } from './counterface';
import type { Place, Point } from './geometry';
import type { Scene } from './scene';
import { COUNTER } from './stacks';
import { sideColour } from './theme';

export interface Trails {
  marches: { counter: string; side: Side | null; path: string[] }[];
  /** Where battles were fought. */
  fights: string[];
  /** Where counters died. */
  deaths: string[];
  /** Where somebody was held up. */
  held?: string[];
  /** Nothing of it has happened: it is what somebody means to do. */
  meant?: boolean;
}

export function drawTrails(ctx: CanvasRenderingContext2D, scene: Scene, trails: Trails): void {
  const ghosts = new Map<string, { counter: string; at: Place }>();
  // While counters are shown where they stood before, arrows would lie.
  for (const { counter, side, path } of scene.put.size === 0 ? trails.marches : []) {
    const places = path.flatMap((id) => scene.plan.get(id) ?? []);
    const [first] = places;
    if (!first || places.length < 2) continue;
    if (!scene.layout.at.has(first.id)) ghosts.set(first.id, { counter, at: first });
    arrow(ctx, scene, places, sideColour(scene.palette, side), trails.meant ? [9, 7] : []);
  }
  for (const { counter, at } of ghosts.values()) ghost(ctx, scene, counter, at);
  for (const id of new Set(trails.held)) border(ctx, scene, id, scene.palette.held, [3, 4]);
  for (const [id, n] of counted(trails.fights)) {
    border(ctx, scene, id, n > 1 ? scene.palette.several : scene.palette.attack, []);
    sign(ctx, scene, id, '⚔', scene.palette.attack, -1);
    if (n > 1) sign(ctx, scene, id, String(n), scene.palette.several, 1);
  }
  for (const id of new Set(trails.deaths)) sign(ctx, scene, id, '×', scene.palette.loss, 1);
}

function counted(ids: string[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const id of ids) all.set(id, (all.get(id) ?? 0) + 1);
  return all;
}

/** A line around a space. */
function border(ctx: CanvasRenderingContext2D, scene: Scene, id: string, colour: string, dash: number[]): void {
  const place = scene.plan.get(id);
  if (!place) return;
  const corners = scene.plan.corners.map((c) => scene.screen({ x: place.x + c.x * 0.92, y: place.y + c.y * 0.92 }));
  ctx.save();
  ctx.lineJoin = 'round';
  ctx.setLineDash(dash);
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(2, Math.min(4, scene.camera.hex * 0.05));
  ctx.beginPath();
  for (const [i, c] of corners.entries())
    if (i === 0) ctx.moveTo(c.x, c.y);
    else ctx.lineTo(c.x, c.y);
  ctx.closePath();
  ctx.stroke();
  ctx.restore();
}

/** A soft line through the middles of the spaces, ending in a head. */
function arrow(ctx: CanvasRenderingContext2D, scene: Scene, places: Place[], colour: string, dash: number[]): void {
  const points = places.map((p) => scene.screen(p));
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return;
  const hex = scene.camera.hex;
  const turn = Math.atan2(last.y - before.y, last.x - before.x);
  const head = Math.max(6, Math.min(15, hex * 0.2));
  const end = { x: last.x - Math.cos(turn) * hex * 0.2, y: last.y - Math.sin(turn) * hex * 0.2 };
  ctx.save();
  ctx.lineCap = ctx.lineJoin = 'round';
  for (const [width, ink] of [
    [5.5, scene.palette.halo],
    [3, colour],
  ] as const) {
    ctx.strokeStyle = ctx.fillStyle = ink;
    ctx.globalAlpha = 0.92;
    ctx.lineWidth = width * Math.max(0.55, Math.min(1.3, hex / 60));
    ctx.beginPath();
    through(ctx, [...points.slice(0, -1), end]);
    ctx.setLineDash(width === 3 ? dash : []);
    ctx.stroke();
    ctx.setLineDash([]);
    const d = head + (width === 5.5 ? 2 : 0);
    ctx.beginPath();
    ctx.moveTo(end.x + Math.cos(turn) * d, end.y + Math.sin(turn) * d);
    for (const side of [-1, 1]) ctx.lineTo(end.x + Math.cos(turn + side * 2.35) * d, end.y + Math.sin(turn + side * 2.35) * d);
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}

function through(ctx: CanvasRenderingContext2D, points: Point[]): void {
  points.forEach((q, i) => {
    const next = points[i + 1];
    if (i === 0) ctx.moveTo(q.x, q.y);
    else if (next) ctx.quadraticCurveTo(q.x, q.y, (q.x + next.x) / 2, (q.y + next.y) / 2);
    else ctx.lineTo(q.x, q.y);
  });
}

/** The counter as it stood where nobody stands now. */
function ghost(ctx: CanvasRenderingContext2D, scene: Scene, id: string, at: Place): void {
  const counter = scene.counter(id);
  if (!counter) return;
  const p = scene.screen(at);
  const c = Math.max(12, COUNTER * scaleOf(scene.camera));
  const px = Math.round(c * scene.ratio);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = 0.38;
  scene.faces.allow(8);
  scene.drawCounter(ctx, counter, Math.round((p.x - c / 2) * scene.ratio), Math.round((p.y - c / 2) * scene.ratio), px, detailOf(c), true);
  ctx.restore();
}

function sign(ctx: CanvasRenderingContext2D, scene: Scene, id: string, text: string, colour: string, side: -1 | 1): void {
  const place = scene.plan.get(id);
  if (!place) return;
  const p = scene.screen(place);
  const r = Math.max(8, Math.min(14, scene.camera.hex * 0.17));
  const at = { x: p.x + side * scene.camera.hex * 0.3, y: p.y - scene.camera.hex * 0.34 };
  ctx.save();
  ctx.beginPath();
  ctx.arc(at.x, at.y, r, 0, 2 * Math.PI);
  ctx.fillStyle = scene.palette.paper;
  ctx.fill();
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = 2;
  ctx.stroke();
  ctx.font = `bold ${r * 1.35}px ${scene.palette.sans}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, at.x, at.y + r * 0.06);
  ctx.restore();
}
