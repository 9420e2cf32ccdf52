// Markers in spaces and on hexsides: each kind a shape of its own.
import type { MarkerView } from '../lib/wire';
import { boxRect, HEX, type Place, type Plan, RADIUS } from './geometry';
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
  ctx.beginPath();
  ctx.rect(x - r * 0.8, y - r, r * 1.6, r * 2);
  ctx.fillStyle = cut ? p.halo : colour;
  ctx.fill();
  ctx.strokeStyle = cut ? colour : p.halo;
  ctx.lineWidth = r * 0.3;
  ctx.stroke();
  if (!cut) return;
  ctx.beginPath();
  ctx.moveTo(x - r * 1.2, y + r * 1.2);
  ctx.lineTo(x + r * 1.2, y - r * 1.2);
  ctx.stroke();
}

/** Crossed swords on a burst. */
function battle(ctx: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  ctx.beginPath();
  for (let i = 0; i < 24; i++) {
    const a = (i * Math.PI) / 12;
    const d = i % 2 === 0 ? r * 1.08 : r * 0.82;
    ctx[i === 0 ? 'moveTo' : 'lineTo'](x + d * Math.cos(a), y + d * Math.sin(a));
  }
  ctx.closePath();
  ctx.fillStyle = '#fff6e0';
  ctx.fill();
  ctx.strokeStyle = '#a3271c';
  ctx.lineJoin = 'round';
  ctx.lineWidth = r * 0.14;
  ctx.stroke();
  ctx.lineCap = 'round';
  ctx.lineWidth = r * 0.16;
  ctx.strokeStyle = '#7a1408';
  for (const s of [1, -1]) {
    ctx.beginPath();
    ctx.moveTo(x - s * r * 0.5, y + r * 0.52);
    ctx.lineTo(x + s * r * 0.48, y - r * 0.56);
    ctx.moveTo(x - s * r * 0.56, y + r * 0.1);
    ctx.lineTo(x - s * r * 0.08, y + r * 0.5);
    ctx.stroke();
  }
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

function arrow(ctx: CanvasRenderingContext2D, kind: string, k: number): void {
  const river = kind.includes('river');
  ctx.beginPath();
  ctx.moveTo(-150 * k, -52 * k);
  ctx.lineTo(0, -52 * k);
  ctx.lineTo(0, -112 * k);
  ctx.lineTo(140 * k, 0);
  ctx.lineTo(0, 112 * k);
  ctx.lineTo(0, 52 * k);
  ctx.lineTo(-150 * k, 52 * k);
  ctx.closePath();
  ctx.fillStyle = river ? '#dcebfa' : '#fff1d6';
  ctx.fill();
  ctx.strokeStyle = river ? '#0f3a66' : '#a3271c';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 20 * k;
  ctx.stroke();
  ctx.lineCap = 'round';
  ctx.lineWidth = 17 * k;
  ctx.beginPath();
  if (river) {
    for (const x of [-95, -40, 15]) {
      ctx.moveTo(x * k, -32 * k);
      ctx.quadraticCurveTo((x + 30) * k, -10 * k, x * k, 0);
      ctx.quadraticCurveTo((x - 30) * k, 14 * k, x * k, 32 * k);
    }
  } else {
    ctx.moveTo(-100 * k, 0);
    ctx.lineTo(-10 * k, 0);
    ctx.moveTo(38 * k, 0);
    ctx.lineTo(44 * k, 0);
  }
  ctx.stroke();
}
