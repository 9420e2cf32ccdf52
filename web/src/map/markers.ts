// Markers in spaces and on hexsides: each kind a shape of its own.
import type { MarkerView } from '../lib/wire';
import { boxRect, HEX, type Place, type Plan, RADIUS } from './geometry';
import { arrow, battle, drum } from './signs';
import type { Palette } from './theme';

/** Draws the markers of a space. The context is in units of the sheet. */
export function paintMarkers(
  ctx: CanvasRenderingContext2D,
  plan: Plan,
  p: Palette,
  place: Place,
  markers: MarkerView[],
  px: number,
  quiet: boolean,
): void {
  const loose: MarkerView[] = [];
  for (const marker of markers) {
    // Told beside the map only.
    if (marker.kind === 'note') continue;
    const other = marker.toward === undefined ? undefined : plan.get(marker.toward);
    if (other && place.hex) onSide(ctx, plan, place, other, marker.kind, px);
    else if (other) fromBox(ctx, place, other, marker.kind, px);
    else loose.push(marker);
  }
  const hex = HEX / px;
  if (hex < 15) {
    if (loose.some((m) => m.kind === 'battle' || m.kind === 'target')) battle(ctx, place.x, place.y, RADIUS * 0.8);
    return;
  }
  let shift = 0;
  for (const marker of loose) {
    const node = /^(network|cut)-(axis|soviet)$/.exec(marker.kind);
    if (node && place.hex) {
      if (hex >= 20) source(ctx, node[2] === 'axis' ? p.axis : p.soviet, p, place, node[1] === 'cut', px);
      continue;
    }
    const d = place.box ? 270 : Math.max(marker.kind === 'battle' ? 250 : 200, Math.min(300, 9 * px));
    const rect = boxRect(place);
    const [x, y] = place.box
      ? [rect.x + rect.w - 60 - d / 2 - shift, rect.y + 40 + d / 2]
      : marker.kind === 'battle'
        ? [place.x, place.y - 300]
        : [place.x - 330 + shift, place.y - 330];
    if (place.box || marker.kind !== 'battle') shift += d * 1.08;
    ctx.globalAlpha = quiet && marker.kind === 'fought' ? 0.7 : 1;
    token(ctx, p, marker.kind, x, y, d / 2);
    ctx.globalAlpha = 1;
  }
}

function token(ctx: CanvasRenderingContext2D, p: Palette, kind: string, x: number, y: number, r: number): void {
  if (kind === 'battle') battle(ctx, x, y, r);
  else if (kind.endsWith('-axis') || kind.endsWith('-soviet')) flag(ctx, kind.endsWith('-axis') ? p.axis : p.soviet, p, x, y, r);
  else {
    ctx.beginPath();
    ctx.arc(x, y, r * 0.92, 0, 2 * Math.PI);
    ctx.fillStyle = p.halo;
    ctx.fill();
    ctx.strokeStyle = p.ink;
    ctx.lineWidth = r * 0.14;
    ctx.stroke();
    ctx.fillStyle = p.ink;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.font = `bold ${r * 1.15}px ${p.sans}`;
    ctx.fillText(SIGNS[kind] ?? kind.charAt(0).toUpperCase(), x, y + r * 0.06);
  }
}

const SIGNS: Record<string, string> = {
  launch: '⌂',
  target: '⊕',
  garrison: 'G',
  fortified: '▣',
  ruins: '▢',
  airlift: '✈',
  reserve: '*',
  fought: '✓',
  edelweiss: '✻',
  fortification: '▣',
  fort: '▣',
  compulsory: '!',
  ice: '*',
};

/** A source of the network beside the town: a small drum in the colour of its side, struck out if it is cut off. */
function source(ctx: CanvasRenderingContext2D, colour: string, p: Palette, place: Place, cut: boolean, px: number): void {
  // Beside the counter, so that it hides nothing of it.
  const r = Math.max(62, Math.min(95, 2.3 * px));
  const [x, y] = [place.x + 420, place.y + 110];
  drum(ctx, colour, p.halo, x, y, r, cut);
}

function flag(ctx: CanvasRenderingContext2D, colour: string, p: Palette, x: number, y: number, r: number): void {
  ctx.beginPath();
  ctx.moveTo(x - r * 0.55, y + r * 0.9);
  ctx.lineTo(x - r * 0.55, y - r * 0.85);
  ctx.strokeStyle = p.ink;
  ctx.lineWidth = r * 0.18;
  ctx.lineCap = 'round';
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(x - r * 0.5, y - r * 0.85);
  ctx.lineTo(x + r * 0.8, y - r * 0.55);
  ctx.lineTo(x - r * 0.5, y - r * 0.02);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.strokeStyle = p.halo;
  ctx.lineWidth = r * 0.08;
  ctx.stroke();
}

/** On the side towards another hex: an arrow inwards; for a river assault over waves. */
function onSide(ctx: CanvasRenderingContext2D, plan: Plan, place: Place, other: Place, kind: string, px: number): void {
  const turn = Math.atan2(place.y - other.y, place.x - other.x);
  const touching = plan.sideToward(place, other) >= 0;
  const d = touching ? HEX / 2 : HEX * 0.5;
  ctx.save();
  ctx.translate(place.x - Math.cos(turn) * d, place.y - Math.sin(turn) * d);
  ctx.rotate(turn);
  arrow(ctx, kind, Math.max(1, (11 * px) / 200));
  ctx.restore();
}

function fromBox(ctx: CanvasRenderingContext2D, place: Place, other: Place, kind: string, px: number): void {
  const r = boxRect(place);
  const x = Math.max(r.x + 200, Math.min(r.x + r.w - 200, other.x));
  const y = Math.max(r.y, Math.min(r.y + r.h, other.y));
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(Math.atan2(place.y - y, place.x - x));
  arrow(ctx, kind, Math.max(1, (11 * px) / 200));
  ctx.restore();
}
