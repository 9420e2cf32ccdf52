// Small signs of the map, drawn in one place: the map and its legend show the same.
import { HEX, type Place } from './geometry';
import type { Palette } from './theme';

/** Crossed swords on a burst. */
export function battle(ctx: CanvasRenderingContext2D, x: number, y: number, r: number): void {
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

/** A source of supply: a drum in the colour of its side, struck out if it is cut off. */
export function drum(ctx: CanvasRenderingContext2D, colour: string, paper: string, x: number, y: number, r: number, cut: boolean): void {
  ctx.beginPath();
  ctx.rect(x - r * 0.8, y - r, r * 1.6, r * 2);
  ctx.fillStyle = cut ? paper : colour;
  ctx.fill();
  ctx.strokeStyle = cut ? colour : paper;
  ctx.lineWidth = r * 0.3;
  ctx.stroke();
  if (!cut) return;
  ctx.beginPath();
  ctx.moveTo(x - r * 1.2, y + r * 1.2);
  ctx.lineTo(x + r * 1.2, y - r * 1.2);
  ctx.stroke();
}

/** An arrow to the right over a hexside; for a river assault over waves. */
export function arrow(ctx: CanvasRenderingContext2D, kind: string, k: number): void {
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

/** How many counters lie in a stack. */
export function badge(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, d: number, p: Palette): void {
  ctx.beginPath();
  ctx.arc(x, y, d * 0.56, 0, 2 * Math.PI);
  ctx.fillStyle = '#fffaf0';
  ctx.fill();
  ctx.strokeStyle = '#2a2008';
  ctx.lineWidth = Math.max(1, d * 0.07);
  ctx.stroke();
  ctx.fillStyle = '#2a2008';
  ctx.font = `bold ${d * 0.8}px ${p.sans}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y + d * 0.04);
}

/** What is assigned to a counter: tabs below it, one for each. */
export function attachedMark(ctx: CanvasRenderingContext2D, n: number, x: number, y: number, c: number, ratio: number): void {
  const h = Math.max(2.4 * ratio, c * 0.07);
  const w = c * 0.2;
  for (let i = 0; i < Math.min(n, 4); i++) {
    ctx.beginPath();
    ctx.roundRect(x + c * 0.06 + i * w * 1.12, y + c - h * 0.3, w, h * 1.3, h * 0.35);
    ctx.fillStyle = '#f3d27a';
    ctx.fill();
    ctx.strokeStyle = '#2a2008';
    ctx.lineWidth = Math.max(0.8, c * 0.012);
    ctx.stroke();
  }
}

/** A place where something waits: out of supply, or dice. */
export function goalMark(ctx: CanvasRenderingContext2D, p: Palette, place: Place, sign: string, unit: number): void {
  const r = Math.min(HEX * 0.13, 9 * unit);
  const [x, y] = [place.x + HEX * 0.3, place.y - HEX * 0.3];
  ctx.beginPath();
  ctx.arc(x, y, r, 0, Math.PI * 2);
  ctx.fillStyle = p.paper;
  ctx.fill();
  ctx.strokeStyle = p.ink;
  ctx.lineWidth = unit;
  ctx.stroke();
  ctx.fillStyle = p.ink;
  ctx.font = `700 ${r * 1.5}px ${p.sans}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(sign, x, y);
}

/** The uppermost of a stack: a counter on the edges of others. */
export function stacked(ctx: CanvasRenderingContext2D, x: number, y: number, d: number): void {
  ctx.lineWidth = Math.max(0.8, d * 0.08);
  for (const [i, ground] of ['#c9bda0', '#c9bda0', '#fffaf0'].entries()) {
    ctx.beginPath();
    ctx.rect(x - d * 0.3 - (i - 1) * d * 0.12, y - d * 0.3 + (1 - i) * d * 0.12, d * 0.62, d * 0.62);
    ctx.fillStyle = ground;
    ctx.fill();
    ctx.strokeStyle = '#2a2008';
    ctx.stroke();
  }
}
