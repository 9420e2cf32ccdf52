// What follows the hand: the space under the pointer, the way to it with its cost, the cursor of the keyboard, the fan; and what moves.
import { labelOf } from '../../lib/levels';
import { isGoal, type Aimed } from '../../lib/reach';
import type { Offer } from '../../lib/wire';
import { inUse } from '../../model/rules';
import { type Brush, brush, headSize, paintArrows, shortened, thickness } from '../arrows';
import { scaleOf } from '../camera';
import { detailOf } from '../counterface';
import { HEX, type Place, type Point } from '../geometry';
import { paintChain } from '../lines';
import { outlineSpace, spacePath } from '../outlines';
import { COUNTER } from '../stacks';
import type { MapState } from '../state';
import { kindColour } from '../theme';
import { placeName } from '../words';
import { inPixels, inUnits, type Layer, type Painting } from './layer';

export const hand: Layer = {
  id: 'hand',
  z: 10,
  rate: 'frame',
  wants: ({ state }) =>
    (state.inHand !== null && state.layers.some((l) => l.layer.lines)) ||
    state.fan !== undefined ||
    state.carry !== undefined ||
    state.hover.space !== undefined ||
    (state.keys && state.cursor.space !== undefined),
  paint: drawHand,
};

export const shows: Layer = {
  id: 'shows',
  z: 20,
  rate: 'frame',
  wants: (painting) => painting.shows.length > 0,
  paint: (ctx, painting) => {
    for (const show of painting.shows) show.draw(ctx, painting);
  },
};

function drawHand(ctx: CanvasRenderingContext2D, painting: Painting): void {
  const { state } = painting;
  const focus = state.keys && state.cursor.space !== undefined ? state.cursor : state.hover;
  const place = focus.space === undefined ? undefined : state.plan.get(focus.space);
  drawChains(ctx, state, place?.id);
  if (place) drawFocus(ctx, state, place, focus === state.cursor);
  if (state.fan && !state.carry) drawFan(ctx, painting);
  if (state.carry) drawCarried(ctx, painting, state.carry);
}

/** Of the layers that are on: the chain of the space under the hand, else of the counter in hand. */
function drawChains(ctx: CanvasRenderingContext2D, state: MapState, space: string | undefined): void {
  const starts = (id: string | undefined) =>
    id === undefined
      ? []
      : state.layers.flatMap(({ layer, colour }) =>
          (layer.lines ?? []).filter((l) => l.kind !== 'link' && l.path[0] === id).map((line) => ({ line, colour })),
        );
  const here = starts(space);
  const chains = here.length > 0 || state.inHand === null ? here : starts(state.placeOf(state.inHand)?.id);
  if (chains.length > 0)
    inUnits(ctx, state, (unit) => chains.forEach(({ line, colour }) => paintChain(ctx, state.plan, state.palette, line, colour, unit)));
}

function drawCarried(ctx: CanvasRenderingContext2D, { state, pictures }: Painting, carry: { counter: string; at: Point }): void {
  const counter = state.counter(carry.counter);
  if (!counter) return;
  inPixels(ctx, state, () => {
    ctx.globalAlpha = 0.92;
    pictures.drawAt(ctx, counter, carry.at, Math.max(30, COUNTER * scaleOf(state.camera)), true, 10);
  });
}

function drawFocus(ctx: CanvasRenderingContext2D, state: MapState, place: Place, byKey: boolean): void {
  const { palette: p } = state;
  const target = state.targets.spaces.get(place.id);
  inUnits(ctx, state, (unit) => {
    if (target) outlineSpace(ctx, state.plan, p, place, target.kind, unit, true, false);
    const path = spacePath(state.plan, place, 0.98);
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
  const offers = target?.offers.filter((o) => o.counter === undefined || state.inHand === null || o.counter === state.inHand) ?? [];
  const first = offers[0];
  const from = state.inHand === null ? undefined : state.placeOf(state.inHand);
  if (first && isGoal(first)) drawPath(ctx, state, first);
  else if (first && from && from !== place) way(ctx, state, from, place, first);
  if (first) tag(ctx, state, place, offers);
  else if (byKey && state.cursor.counter !== undefined) counterTag(ctx, state, place, state.cursor.counter);
}

/** The way to a goal, hex by hex. */
function drawPath(ctx: CanvasRenderingContext2D, state: MapState, goal: Aimed): void {
  const points = goal.path.flatMap((id) => {
    const place = state.plan.get(id);
    return place ? [state.screen(place)] : [];
  });
  paintArrows(ctx, [points], pointer(state, goal, 'straight'));
}

/** An arrow from where the counter stands to where it would go. */
function way(ctx: CanvasRenderingContext2D, state: MapState, from: Place, to: Place, offer: Offer): void {
  const [a, b] = [state.screen(from), state.screen(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const { hex } = state.camera;
  if (length < hex * 0.4) return;
  const start = { x: a.x + ((b.x - a.x) / length) * hex * 0.34, y: a.y + ((b.y - a.y) / length) * hex * 0.34 };
  paintArrows(ctx, [shortened([start, b], hex * 0.16)], pointer(state, offer, 'bow'));
}

const pointer = ({ palette, camera: { hex } }: MapState, offer: Offer, line: Brush['line']): Brush =>
  brush(kindColour(palette, offer.kind), palette.halo, hex, {
    line,
    alpha: 1,
    width: 4 * Math.max(0.6, thickness(hex)),
    head: Math.max(8, headSize(hex)),
  });

/** What a click would do here, in words, with its cost. */
function tag(ctx: CanvasRenderingContext2D, state: MapState, place: Place, offers: Offer[]): void {
  const first = offers[0];
  if (!first) return;
  const text = offers.length === 1 ? labelOf(first) : `${offers.length} choices: ${placeName(state.plan, place.id)}`;
  const lines = [text, ...(offers.length === 1 && (first.cost ?? first.odds) ? [first.cost ?? first.odds ?? ''] : [])];
  pill(ctx, state, place, lines, kindColour(state.palette, first.kind));
}

function counterTag(ctx: CanvasRenderingContext2D, state: MapState, place: Place, id: string): void {
  const counter = state.counter(id);
  const offers = state.targets.counters.get(id)?.offers ?? [];
  if (!counter) return;
  const what = offers.length === 1 && offers[0] ? [labelOf(offers[0])] : offers.length > 1 ? [`${offers.length} choices`] : [];
  pill(ctx, state, place, [counter.face.name, ...what.filter((w) => !w.startsWith(counter.face.name))], state.palette.focus);
}

function pill(ctx: CanvasRenderingContext2D, state: MapState, place: Place, lines: string[], colour: string): void {
  const { palette: p } = state;
  const at = state.screen(place);
  const up = place.box ? place.box.h / 2 : HEX * 0.58;
  ctx.save();
  ctx.font = `600 12.5px ${p.sans}`;
  const w = Math.min(state.size.w - 16, Math.max(...lines.map((l) => ctx.measureText(l).width)) + 20);
  const h = lines.length * 17 + 9;
  const x = Math.max(6, Math.min(state.size.w - w - 6, at.x - w / 2));
  let y = at.y - up * scaleOf(state.camera) - h - 7;
  if (y < 6) y = at.y + up * scaleOf(state.camera) + 7;
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

function drawFan(ctx: CanvasRenderingContext2D, { state, pictures }: Painting): void {
  const { fan } = state;
  if (!fan) return;
  const { palette: p } = state;
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
  pictures.faces.allow(12);
  const pointed = state.keys && state.cursor.counter !== undefined ? state.cursor.counter : state.hover.counter;
  for (const cell of fan.cells) {
    const c = Math.round(cell.w * state.ratio);
    const acts = state.targets.counters.has(cell.counter.id) || cell.counter.id === state.inHand || inUse(cell.counter);
    const any = fan.cells.some((o) => state.targets.counters.has(o.counter.id));
    inPixels(ctx, state, () => {
      // Beside counters that can act, the others stand back.
      ctx.globalAlpha = acts || !any ? 1 : 0.62;
      pictures.draw(ctx, cell.counter, Math.round(cell.x * state.ratio), Math.round(cell.y * state.ratio), c, detailOf(cell.w), true);
    });
    if (cell.counter.id === pointed) {
      ctx.save();
      ctx.beginPath();
      ctx.roundRect(cell.x - 3, cell.y - 3, cell.w + 6, cell.h + 6, 7);
      ctx.strokeStyle = p.focus;
      ctx.lineWidth = 2.5;
      if (state.keys) ctx.setLineDash([7, 4]);
      ctx.stroke();
      ctx.restore();
    }
  }
}
