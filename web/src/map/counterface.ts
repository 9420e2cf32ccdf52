// One counter, painted into a bitmap. Everything that a bitmap depends on is in its key.
import { nationColours } from '../lib/faces';
import type { CounterView, FaceView } from '../lib/wire';
import { factorLine as printedFactors, factorsOf, statesOf } from '../model/rules';
import { sizeMark } from '../lib/symbols';
import { glyphsOf, graveOf, paintGlyph } from './glyphs';
import { paintSymbol } from './symbols';
import { shortName } from './words';

/** How much of a counter is drawn: a tile with its symbol; symbol and factors; everything. */
export type Detail = 'far' | 'middle' | 'near';

export const detailOf = (px: number): Detail => (px < 24 ? 'far' : px < 42 ? 'middle' : 'near');

const BANDS = [
  '#e0b23c',
  '#3f7d9c',
  '#b6562f',
  '#5d8a4a',
  '#7c5a99',
  '#c98a94',
  '#2f5f5f',
  '#d8d2c0',
  '#8f6a2f',
  '#4d5fa8',
  '#a3b857',
  '#6b3b3b',
];

/** The colour of a formation's band: the same for the same name. */
export function bandOf(formation: string): string | undefined {
  if (formation === '') return undefined;
  let sum = 7;
  for (const c of formation) sum = (sum * 31 + c.charCodeAt(0)) >>> 0;
  return BANDS[sum % BANDS.length];
}

/** Two counters with the same key look the same at this detail. */
export function faceKey(counter: CounterView, detail: Detail): string {
  const f = counter.face;
  if (counter.hidden || detail === 'far')
    return `${counter.side ?? ''}|${f.nation}|${counter.hidden ? '?' : f.symbol}|${graveOf(counter)?.letter ?? ''}`;
  if (detail === 'middle') return `${counter.side ?? ''}|${f.nation}|${f.symbol}|${printedFactors(f)}|${statesOf(counter).join(',')}`;
  return [
    counter.side ?? '',
    counter.hidden ? 'h' : '',
    counter.kind,
    f.name,
    f.nation,
    f.symbol,
    f.size,
    printedFactors(f),
    f.steps ?? '',
    f.max_steps ?? '',
    f.formation,
    statesOf(counter).join(','),
  ].join('|');
}

const FONT = "'Helvetica Neue', 'Liberation Sans', Arial, 'DejaVu Sans', sans-serif";
const NARROW = "'Arial Narrow', 'Liberation Sans Narrow', 'Helvetica Neue', Arial, sans-serif";

/** What a counter has room for: all factors, as the game prints them; of a long line the first four, in whole numbers. The inspector has them all. */
export function shortLine(face: FaceView): string {
  const line = printedFactors(face);
  const values = factorsOf(face).map((f) => f.value);
  if (values.length <= 5 && line.length <= 12) return line;
  const whole = (v: string): string => (/^\d+\.\d+$/.test(v) ? String(Math.round(Number(v))) : v);
  return values.slice(0, 4).map(whole).join('-');
}

/** Writes text no wider than `room`, by making it smaller and at last by squeezing it. */
function write(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  px: number,
  room: number,
  style = 'bold',
  family = FONT,
): void {
  ctx.font = `${style} ${px}px ${family}`;
  const width = ctx.measureText(text).width;
  if (width > room) ctx.font = `${style} ${Math.max(px * 0.72, (px * room) / width)}px ${family}`;
  ctx.fillText(text, x, y, room);
}

/** Paints a counter with its top left corner at 0, 0 and a side of `c` device pixels. */
export function paintCounter(ctx: CanvasRenderingContext2D, counter: CounterView, c: number, detail: Detail): void {
  const { ground, ink } = nationColours(counter.face.nation, counter.side);
  const r = Math.max(1.5, c * 0.085);
  ctx.save();
  body(ctx, c, r, ground);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  if (counter.hidden) paintBack(ctx, c, ink);
  else if (detail === 'far') paintFar(ctx, counter, c, ink);
  else if (detail === 'middle') paintMiddle(ctx, counter, c, ink);
  else paintNear(ctx, counter, c, ink);
  ctx.restore();
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(0.5, 0.5, c - 1, c - 1, r);
  ctx.strokeStyle = 'rgba(20,14,4,.72)';
  ctx.lineWidth = Math.max(1, c * 0.016);
  ctx.stroke();
  ctx.restore();
}

function body(ctx: CanvasRenderingContext2D, c: number, r: number, ground: string): void {
  ctx.beginPath();
  ctx.roundRect(0.5, 0.5, c - 1, c - 1, r);
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.clip();
  // A little light from above: card, not paint.
  const light = ctx.createLinearGradient(0, 0, 0, c);
  light.addColorStop(0, 'rgba(255,255,255,.16)');
  light.addColorStop(0.14, 'rgba(255,255,255,.04)');
  light.addColorStop(0.86, 'rgba(0,0,0,.0)');
  light.addColorStop(1, 'rgba(0,0,0,.14)');
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, c, c);
}

function paintBack(ctx: CanvasRenderingContext2D, c: number, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.globalAlpha = 0.22;
  ctx.lineWidth = Math.max(1, c * 0.03);
  for (let x = -c; x < c; x += c * 0.14) {
    ctx.beginPath();
    ctx.moveTo(x, c);
    ctx.lineTo(x + c, 0);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  ctx.fillStyle = ink;
  write(ctx, '?', c / 2, c * 0.53, c * 0.62, c * 0.8, 'bold', "Georgia, 'Liberation Serif', serif");
}

function paintFar(ctx: CanvasRenderingContext2D, counter: CounterView, c: number, ink: string): void {
  if (c < 9) return;
  paintSymbol(ctx, counter.face.symbol, ink, c / 2, c / 2, c * 0.78);
  const grave = graveOf(counter);
  if (grave && c >= 15) paintGlyph(ctx, grave, c * 0.17, c * 0.83, c * 0.42);
}

function paintMiddle(ctx: CanvasRenderingContext2D, counter: CounterView, c: number, ink: string): void {
  paintSymbol(ctx, counter.face.symbol, ink, c / 2, c * 0.33, c * 0.66);
  factors(ctx, counter, c, ink, c * 0.79, c * 0.36);
  const [first] = glyphsOf(counter);
  if (first) paintGlyph(ctx, first, c * 0.83, c * 0.17, c * 0.32);
}

function factors(ctx: CanvasRenderingContext2D, counter: CounterView, c: number, ink: string, y: number, px: number): void {
  ctx.fillStyle = ink;
  write(ctx, shortLine(counter.face), c / 2, y, px, c * 0.88);
}

function paintNear(ctx: CanvasRenderingContext2D, counter: CounterView, c: number, ink: string): void {
  const f = counter.face;
  const band = bandOf(f.formation);
  if (band) {
    ctx.fillStyle = band;
    ctx.fillRect(0, 0, c * 0.075, c);
    ctx.fillStyle = 'rgba(20,14,4,.55)';
    ctx.fillRect(c * 0.075, 0, Math.max(1, c * 0.012), c);
  }
  const reduced = f.steps !== null && f.max_steps !== null && f.steps < f.max_steps;
  if (reduced) {
    ctx.fillStyle = 'rgba(255,255,255,.20)';
    if (ink === '#fffaf2' || ink.startsWith('#f')) ctx.fillStyle = 'rgba(0,0,0,.24)';
    ctx.fillRect(band ? c * 0.087 : 0, c * 0.7, c, c * 0.3);
  }
  const cx = c * (band ? 0.53 : 0.5);
  ctx.fillStyle = ink;
  write(ctx, sizeMark(f.size), cx, c * 0.1, c * 0.145, c * 0.5);
  paintSymbol(ctx, counter.face.symbol, ink, cx, c * 0.345, c * 0.52);
  ctx.fillStyle = ink;
  write(ctx, shortName(f.name), cx, c * 0.605, c * 0.175, c * 0.78, '600', NARROW);
  ctx.fillStyle = ink;
  write(ctx, shortLine(f), cx, c * 0.835, c * 0.265, c * (band ? 0.84 : 0.9));
  steps(ctx, counter, c, ink);
  glyphsOf(counter)
    .slice(0, 3)
    .forEach((g, i) => paintGlyph(ctx, g, c * (i === 1 ? (band ? 0.2 : 0.13) : 0.87), c * (i === 2 ? 0.38 : 0.14), c * 0.23));
}

/** Steps as pips at the right edge: full ones are there, empty ones are lost. */
function steps(ctx: CanvasRenderingContext2D, counter: CounterView, c: number, ink: string): void {
  const { steps: now, max_steps: most } = counter.face;
  if (now === null || most === null || most < 2) return;
  const many = most > 6;
  const height = c * 0.4;
  const gap = height / Math.min(most, 12);
  const r = many ? gap * 0.36 : Math.min(c * 0.036, gap * 0.4);
  for (let i = 0; i < Math.min(most, 12); i++) {
    ctx.beginPath();
    ctx.arc(c * 0.925, c * 0.7 - gap * (i + 0.5), r, 0, 2 * Math.PI);
    ctx.lineWidth = Math.max(0.8, c * 0.012);
    ctx.strokeStyle = ink;
    ctx.fillStyle = ink;
    if (i < now) ctx.fill();
    else ctx.stroke();
  }
}

export interface Painted {
  canvas: HTMLCanvasElement;
  /** The side of the counter in it, and the room around it. */
  c: number;
  margin: number;
}

/** Paints what lies under the counter, which has its corner at `margin`; answers with the colour of a veil over it, if there is one. */
export type Under = (ctx: CanvasRenderingContext2D, margin: number) => string | undefined;

/** Painted counters by face, state and size. While time is short it answers with another size or state of the same counter. */
export class FaceCache {
  private readonly made = new Map<string, Painted>();
  private readonly last = new Map<string, Painted>();
  /** The last picture of each counter, whatever its state was. */
  private readonly anyhow = new Map<string, Painted>();
  private until = 0;
  /** Something was not painted for want of time. */
  owing = false;

  clear(): void {
    this.made.clear();
    this.last.clear();
    this.anyhow.clear();
  }

  /** Allows painting for so many milliseconds from now. */
  allow(ms: number): void {
    this.until = performance.now() + ms;
  }

  get(counter: CounterView, px: number, detail: Detail, state: string, under: Under): Painted {
    const c = Math.max(4, Math.round(px));
    const face = `${state}|${faceKey(counter, detail)}`;
    const key = `${c}|${detail}|${face}`;
    const known = this.made.get(key);
    if (known) return known;
    if (performance.now() > this.until) {
      // An older picture for a moment; but never none.
      const old = this.last.get(face) ?? this.anyhow.get(counter.id);
      if (old) {
        this.owing = true;
        return old;
      }
    }
    if (this.made.size > 2400) this.clear();
    const margin = Math.ceil(c * 0.12) + 4;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = c + 2 * margin;
    const ctx = canvas.getContext('2d');
    if (ctx) {
      const veil = under(ctx, margin);
      ctx.translate(margin, margin);
      paintCounter(ctx, counter, c, detail);
      if (veil !== undefined) {
        ctx.beginPath();
        ctx.roundRect(0, 0, c, c, Math.max(1.5, c * 0.085));
        ctx.fillStyle = veil;
        ctx.fill();
      }
    }
    const painted = { canvas, c, margin };
    this.made.set(key, painted);
    this.last.set(face, painted);
    this.anyhow.set(counter.id, painted);
    return painted;
  }
}
