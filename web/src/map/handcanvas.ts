// What follows the hand: the space under the pointer, the way to it with its cost, the cursor of the keyboard, the fan.
import { labelOf } from '../lib/levels';
import { isGoal, type Aimed } from '../lib/reach';
import type { Offer } from '../lib/wire';
import { detailOf } from './counterface';
import { inUse } from './targets';
import { HEX, type Place, type Point } from './geometry';
import { paintChain } from './lines';
import { drawTrails } from './marches';
import { outlineSpace, spacePath } from './outlines';
import type { Scene } from './scene';
import { scaleOf } from './camera';
import { COUNTER } from './stacks';
import { kindColour } from './theme';
import { placeName } from './words';

export function drawHand(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const focus = scene.keys && scene.cursor.space !== undefined ? scene.cursor : scene.hover;
  const place = focus.space === undefined ? undefined : scene.plan.get(focus.space);
  // While it is played again the counters themselves move.
  if (scene.trails) drawTrails(ctx, scene, scene.trails);
  drawChains(ctx, scene, place?.id);
  if (place) drawFocus(ctx, scene, place, focus === scene.cursor);
  if (scene.fan && !scene.carry) drawFan(ctx, scene);
  if (scene.carry) drawCarried(ctx, scene, scene.carry);
}

/** Of the layers that are on: the chain of the space under the hand, else of the counter in hand. */
function drawChains(ctx: CanvasRenderingContext2D, scene: Scene, space: string | undefined): void {
  const starts = (id: string | undefined) =>
    id === undefined
      ? []
      : scene.layers.flatMap(({ layer, colour }) =>
          (layer.lines ?? []).filter((l) => l.kind !== 'link' && l.path[0] === id).map((line) => ({ line, colour })),
        );
  const here = starts(space);
  const chains = here.length > 0 || scene.inHand === null ? here : starts(scene.placeOf(scene.inHand)?.id);
  if (chains.length > 0)
    inUnits(ctx, scene, (unit) => chains.forEach(({ line, colour }) => paintChain(ctx, scene.plan, scene.palette, line, colour, unit)));
}

function drawCarried(ctx: CanvasRenderingContext2D, scene: Scene, carry: { counter: string; at: Point }): void {
  const counter = scene.counter(carry.counter);
  if (!counter) return;
  const c = Math.max(30, COUNTER * scaleOf(scene.camera));
  const px = Math.round(c * scene.ratio);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = 0.92;
  scene.faces.allow(10);
  scene.drawCounter(
    ctx,
    counter,
    Math.round((carry.at.x - c / 2) * scene.ratio),
    Math.round((carry.at.y - c / 2) * scene.ratio),
    px,
    detailOf(c),
    true,
  );
  ctx.restore();
}

function inUnits(ctx: CanvasRenderingContext2D, scene: Scene, draw: (unit: number) => void): void {
  const s = scaleOf(scene.camera);
  const view = scene.seen();
  ctx.save();
  ctx.transform(s, 0, 0, s, -view.x * s, -view.y * s);
  draw(1 / s);
  ctx.restore();
}

function drawFocus(ctx: CanvasRenderingContext2D, scene: Scene, place: Place, byKey: boolean): void {
  const { palette: p } = scene;
  const target = scene.targets.spaces.get(place.id);
  inUnits(ctx, scene, (unit) => {
    if (target) outlineSpace(ctx, scene.plan, p, place, target.kind, unit, true, false);
    const path = spacePath(scene.plan, place, 0.98);
    if (byKey) {
      ctx.strokeStyle = p.halo;
      ctx.lineWidth = 5.5 * unit;
      ctx.stroke(path);
      ctx.strokeStyle = p.focus;
      ctx.setLineDash([7 * unit, 4 * unit]);
      ctx.lineWidth = 3 * unit;
      ctx.stroke(path);
      ctx.setLineDash([]);
    } else if (!target) {
      ctx.strokeStyle = p.ink;
      ctx.globalAlpha = 0.45;
      ctx.lineWidth = 1.4 * unit;
      ctx.stroke(path);
      ctx.globalAlpha = 1;
    }
  });
  const offers = target?.offers.filter((o) => o.counter === undefined || scene.inHand === null || o.counter === scene.inHand) ?? [];
  const first = offers[0];
  const from = scene.inHand === null ? undefined : scene.placeOf(scene.inHand);
  if (first && isGoal(first)) drawPath(ctx, scene, first);
  else if (first && from && from !== place) way(ctx, scene, from, place, first);
  if (first) tag(ctx, scene, place, offers);
  else if (byKey && scene.cursor.counter !== undefined) counterTag(ctx, scene, place, scene.cursor.counter);
}

/** The way to a goal, hex by hex. */
function drawPath(ctx: CanvasRenderingContext2D, scene: Scene, goal: Aimed): void {
  const points = goal.path.flatMap((id) => {
    const place = scene.plan.get(id);
    return place ? [scene.screen(place)] : [];
  });
  const [start, ...rest] = points;
  const last = points.at(-1);
  const before = points.at(-2);
  if (!start || !last || !before) return;
  const hex = scene.camera.hex;
  const colour = kindColour(scene.palette, goal.kind);
  const thick = Math.max(0.6, Math.min(1.3, hex / 60));
  ctx.save();
  ctx.lineCap = ctx.lineJoin = 'round';
  for (const [width, ink] of [
    [7, scene.palette.halo],
    [4, colour],
  ] as const) {
    ctx.strokeStyle = ctx.fillStyle = ink;
    ctx.lineWidth = width * thick;
    ctx.beginPath();
    ctx.moveTo(start.x, start.y);
    for (const p of rest) ctx.lineTo(p.x, p.y);
    ctx.stroke();
    arrowHead(ctx, before, last, Math.max(8, Math.min(15, hex * 0.2)) + (width === 7 ? 2 : 0));
    for (const p of rest.slice(0, -1)) {
      ctx.beginPath();
      ctx.arc(p.x, p.y, (width === 7 ? 5 : 3.6) * thick, 0, Math.PI * 2);
      ctx.fill();
    }
  }
  ctx.restore();
}

/** An arrow from where the counter stands to where it would go. */
function way(ctx: CanvasRenderingContext2D, scene: Scene, from: Place, to: Place, offer: Offer): void {
  const [a, b] = [scene.screen(from), scene.screen(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const hex = scene.camera.hex;
  if (length < hex * 0.4) return;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const p0 = { x: a.x + ux * hex * 0.34, y: a.y + uy * hex * 0.34 };
  const p1 = { x: b.x - ux * hex * 0.16, y: b.y - uy * hex * 0.16 };
  const mid = { x: (p0.x + p1.x) / 2 - uy * length * 0.07, y: (p0.y + p1.y) / 2 + ux * length * 0.07 };
  const colour = kindColour(scene.palette, offer.kind);
  ctx.save();
  ctx.lineCap = 'round';
  for (const [width, ink] of [
    [7, scene.palette.halo],
    [4, colour],
  ] as const) {
    ctx.strokeStyle = ctx.fillStyle = ink;
    ctx.lineWidth = width * Math.max(0.6, Math.min(1.3, hex / 60));
    ctx.beginPath();
    ctx.moveTo(p0.x, p0.y);
    ctx.quadraticCurveTo(mid.x, mid.y, p1.x, p1.y);
    ctx.stroke();
    arrowHead(ctx, mid, p1, Math.max(8, Math.min(15, hex * 0.2)) + (width === 7 ? 2 : 0));
  }
  ctx.restore();
}

function arrowHead(ctx: CanvasRenderingContext2D, from: Point, to: Point, d: number): void {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  ctx.save();
  ctx.translate(to.x, to.y);
  ctx.rotate(turn);
  ctx.beginPath();
  ctx.moveTo(d * 0.7, 0);
  ctx.lineTo(-d * 0.7, d * 0.75);
  ctx.lineTo(-d * 0.7, -d * 0.75);
  ctx.closePath();
  ctx.fill();
  ctx.restore();
}

/** What a click would do here, in words, with its cost. */
function tag(ctx: CanvasRenderingContext2D, scene: Scene, place: Place, offers: Offer[]): void {
  const first = offers[0];
  if (!first) return;
  const text = offers.length === 1 ? labelOf(first) : `${offers.length} choices: ${placeName(scene.plan, place.id)}`;
  const lines = [text, ...(offers.length === 1 && (first.cost ?? first.odds) ? [first.cost ?? first.odds ?? ''] : [])];
  pill(ctx, scene, place, lines, kindColour(scene.palette, first.kind));
}

function counterTag(ctx: CanvasRenderingContext2D, scene: Scene, place: Place, id: string): void {
  const counter = scene.counter(id);
  const offers = scene.targets.counters.get(id)?.offers ?? [];
  if (!counter) return;
  const what = offers.length === 1 && offers[0] ? [labelOf(offers[0])] : offers.length > 1 ? [`${offers.length} choices`] : [];
  pill(ctx, scene, place, [counter.face.name, ...what.filter((w) => !w.startsWith(counter.face.name))], scene.palette.focus);
}

function pill(ctx: CanvasRenderingContext2D, scene: Scene, place: Place, lines: string[], colour: string): void {
  const { palette: p } = scene;
  const at = scene.screen(place);
  const up = place.box ? place.box.h / 2 : HEX * 0.58;
  ctx.save();
  ctx.font = `600 12.5px ${p.sans}`;
  const w = Math.min(scene.size.w - 16, Math.max(...lines.map((l) => ctx.measureText(l).width)) + 20);
  const h = lines.length * 17 + 9;
  const x = Math.max(6, Math.min(scene.size.w - w - 6, at.x - w / 2));
  let y = at.y - up * scaleOf(scene.camera) - h - 7;
  if (y < 6) y = at.y + up * scaleOf(scene.camera) + 7;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, 6);
  ctx.fillStyle = p.paper;
  ctx.shadowColor = 'rgba(20,12,0,.35)';
  ctx.shadowBlur = 8;
  ctx.fill();
  ctx.shadowColor = 'transparent';
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.6;
  ctx.stroke();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  lines.forEach((line, i) => {
    ctx.font = `${i === 0 ? 600 : 400} 12.5px ${p.sans}`;
    ctx.fillStyle = i === 0 ? p.ink : p['ink-soft'];
    ctx.fillText(line, x + w / 2, y + 13 + i * 17, w - 12);
  });
  ctx.restore();
}

function drawFan(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const fan = scene.fan;
  if (!fan) return;
  const { palette: p } = scene;
  const f = fan.frame;
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(f.x, f.y, f.w, f.h, 10);
  ctx.shadowColor = 'rgba(20,12,0,.45)';
  ctx.shadowBlur = 14;
  ctx.shadowOffsetY = 3;
  ctx.fillStyle = p.box;
  ctx.fill();
  ctx.shadowColor = 'transparent';
  ctx.strokeStyle = p['box-line'];
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.restore();
  scene.faces.allow(12);
  const pointed = scene.keys && scene.cursor.counter !== undefined ? scene.cursor.counter : scene.hover.counter;
  for (const cell of fan.cells) {
    const c = Math.round(cell.w * scene.ratio);
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const acts = scene.targets.counters.has(cell.counter.id) || cell.counter.id === scene.inHand || inUse(cell.counter);
    const any = fan.cells.some((o) => scene.targets.counters.has(o.counter.id));
    // Beside counters that can act, the others stand back.
    ctx.globalAlpha = acts || !any ? 1 : 0.62;
    scene.drawCounter(ctx, cell.counter, Math.round(cell.x * scene.ratio), Math.round(cell.y * scene.ratio), c, detailOf(cell.w), true);
    ctx.restore();
    if (cell.counter.id === pointed) {
      ctx.save();
      ctx.beginPath();
      ctx.roundRect(cell.x - 3, cell.y - 3, cell.w + 6, cell.h + 6, 7);
      ctx.strokeStyle = p.focus;
      ctx.lineWidth = 2.5;
      if (scene.keys) ctx.setLineDash([7, 4]);
      ctx.stroke();
      ctx.restore();
    }
  }
}
