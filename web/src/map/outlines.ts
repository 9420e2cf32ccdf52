// How an offer shows: a colour for each kind, and an outline and sign of its own, so that colour is never alone.
import type { OfferKind } from '../lib/wire';
import { boxRect, HEX, type Place, type Plan } from './geometry';
import { addHex } from './hexpath';
import { kindColour, type Palette } from './theme';

/** solid: move; double: attack; dashes: place; dots: retreat; dash and dot: loss; wide dashes: spend; thin: the rest. */
const DASH: Record<OfferKind, number[]> = {
  move: [],
  attack: [],
  place: [9, 5],
  retreat: [1, 6],
  loss: [10, 4, 1.5, 4],
  spend: [16, 5],
  select: [],
  done: [4, 4],
  other: [4, 4],
};

export function spacePath(plan: Plan, place: Place, shrink: number): Path2D {
  const path = new Path2D();
  if (place.box) {
    const r = boxRect(place);
    const d = (1 - shrink) * HEX * 0.5;
    path.roundRect(r.x + d, r.y + d, r.w - 2 * d, r.h - 2 * d, 110);
  } else addHex(path, plan, place, (HEX / Math.sqrt(3)) * shrink);
  return path;
}

/** Outlines a space. The context is in units of the sheet; `px` is the size of a CSS pixel in them. */
export function outlineSpace(
  ctx: CanvasRenderingContext2D,
  plan: Plan,
  p: Palette,
  place: Place,
  kind: OfferKind,
  px: number,
  bold: boolean,
  sign: boolean,
): void {
  const colour = kindColour(p, kind);
  const hex = HEX / px;
  const wide = (hex < 20 ? 1.4 : hex < 50 ? 2 : 2.8) * (bold ? 1.6 : 1) * px;
  const path = spacePath(plan, place, 0.9);
  ctx.save();
  ctx.fillStyle = colour;
  ctx.globalAlpha = bold ? 0.34 : 0.2;
  ctx.fill(path);
  ctx.globalAlpha = 1;
  ctx.lineJoin = 'round';
  ctx.lineCap = kind === 'retreat' ? 'round' : 'butt';
  ctx.strokeStyle = p.halo;
  ctx.lineWidth = wide + 2 * px;
  ctx.globalAlpha = 0.75;
  ctx.stroke(path);
  ctx.globalAlpha = 1;
  ctx.setLineDash(DASH[kind].map((d) => d * px));
  ctx.strokeStyle = colour;
  ctx.lineWidth = kind === 'retreat' ? wide * 1.35 : wide;
  ctx.stroke(path);
  if (kind === 'attack') {
    ctx.lineWidth = wide * 0.7;
    ctx.stroke(spacePath(plan, place, 0.9 - ((wide * 2.2) / HEX) * 2));
  }
  if (sign && hex > 16) signAt(ctx, p, place, kind, colour, px);
  ctx.restore();
}

/** A space that can be taken too, though little speaks for it. */
export function tintSpace(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, place: Place, kind: OfferKind): void {
  ctx.save();
  ctx.fillStyle = kindColour(p, kind);
  ctx.globalAlpha = 0.09;
  ctx.fill(spacePath(plan, place, 0.9));
  ctx.restore();
}

/** The sign in an empty space: dot, cross, plus, or an arrow back. */
function signAt(ctx: CanvasRenderingContext2D, p: Palette, place: Place, kind: OfferKind, colour: string, px: number): void {
  const r = Math.min(HEX * 0.11, 9 * px);
  const at = place.box ? { x: place.x, y: place.y + place.box.h * 0.2 } : place;
  ctx.setLineDash([]);
  ctx.lineCap = 'round';
  for (const under of [true, false]) {
    ctx.strokeStyle = ctx.fillStyle = under ? p.halo : colour;
    ctx.lineWidth = r * (under ? 1.1 : 0.6);
    ctx.beginPath();
    if (kind === 'attack') cross(ctx, at, r);
    else if (kind === 'place') plus(ctx, at, r);
    else if (kind === 'retreat') {
      ctx.moveTo(at.x + r, at.y - r);
      ctx.lineTo(at.x - r * 0.4, at.y);
      ctx.lineTo(at.x + r, at.y + r);
    } else {
      ctx.arc(at.x, at.y, under ? r * 1.05 : r * 0.75, 0, 2 * Math.PI);
      ctx.fill();
      continue;
    }
    ctx.stroke();
  }
}

function cross(ctx: CanvasRenderingContext2D, at: { x: number; y: number }, r: number): void {
  ctx.moveTo(at.x - r, at.y - r);
  ctx.lineTo(at.x + r, at.y + r);
  ctx.moveTo(at.x + r, at.y - r);
  ctx.lineTo(at.x - r, at.y + r);
}

function plus(ctx: CanvasRenderingContext2D, at: { x: number; y: number }, r: number): void {
  ctx.moveTo(at.x - r * 1.2, at.y);
  ctx.lineTo(at.x + r * 1.2, at.y);
  ctx.moveTo(at.x, at.y - r * 1.2);
  ctx.lineTo(at.x, at.y + r * 1.2);
}

/** The halo or outline around a counter, in CSS pixels: what can be done with it, or that it is in hand. */
export function outlineCounter(
  ctx: CanvasRenderingContext2D,
  p: Palette,
  x: number,
  y: number,
  c: number,
  state: { kind: OfferKind | undefined; selected: boolean },
): void {
  const { kind, selected } = state;
  if (kind === undefined && !selected) return;
  const r = Math.max(2, c * 0.1);
  ctx.save();
  ctx.lineJoin = 'round';
  if (c < 15) {
    ring(ctx, x, y, c, r, selected ? p.focus : kindColour(p, kind ?? 'other'), selected ? 3 : 1.6);
  } else if (selected) {
    ring(ctx, x, y, c, r, p.halo, Math.max(4, c * 0.13));
    ring(ctx, x, y, c, r, p.focus, Math.max(2.4, c * 0.075));
  } else if (kind !== undefined) {
    const colour = kindColour(p, kind);
    ctx.globalAlpha = 0.38;
    ring(ctx, x, y, c, r, colour, Math.max(4, c * 0.19));
    ctx.globalAlpha = 1;
    ctx.setLineDash(DASH[kind]);
    ctx.lineCap = kind === 'retreat' ? 'round' : 'butt';
    ring(ctx, x, y, c, r, colour, Math.max(1.4, c * 0.045));
    if (kind === 'attack') ring(ctx, x - 3, y - 3, c + 6, r + 2, colour, 1.2);
  }
  ctx.restore();
}

function ring(ctx: CanvasRenderingContext2D, x: number, y: number, c: number, r: number, colour: string, width: number): void {
  ctx.beginPath();
  ctx.roundRect(x - 1, y - 1, c + 2, c + 2, r);
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
}
