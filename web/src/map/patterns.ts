// Small patterns, so that colour is never alone: one for each terrain and for each layer.
import { HEX } from './geometry';
import { noise } from './rivers';
import type { Palette } from './theme';

type Ink = (ctx: CanvasRenderingContext2D, x: number, y: number, u: number) => void;

/** A gable and a wall. */
const house: Ink = (ctx, x, y, r) => {
  ctx.beginPath();
  ctx.moveTo(x - r, y);
  ctx.lineTo(x, y - r * 1.1);
  ctx.lineTo(x + r, y);
  ctx.fill();
  ctx.fillRect(x - r * 0.8, y, r * 1.6, r * 1.1);
};

/** Marks of a terrain; `u` is one hundredth of a hex. Strokes and fills are in the pattern's ink already. */
const MARKS: Record<string, { each: number; ink: Ink; alpha: number }> = {
  forest: {
    each: 9,
    alpha: 0.5,
    ink: (ctx, x, y, u) => {
      ctx.beginPath();
      ctx.arc(x, y, 4.2 * u, Math.PI, 0);
      ctx.arc(x + 3 * u, y + 1.2 * u, 2.6 * u, 0, Math.PI);
      ctx.arc(x - 3 * u, y + 1.2 * u, 2.6 * u, 0, Math.PI);
      ctx.fill();
      ctx.fillRect(x - 0.5 * u, y + 2 * u, 1 * u, 4 * u);
    },
  },
  hills: {
    each: 6,
    alpha: 0.45,
    ink: (ctx, x, y, u) => {
      ctx.beginPath();
      ctx.moveTo(x - 9 * u, y + 3 * u);
      ctx.quadraticCurveTo(x, y - 8 * u, x + 9 * u, y + 3 * u);
      ctx.stroke();
    },
  },
  mountain: {
    each: 6,
    alpha: 0.6,
    ink: (ctx, x, y, u) => {
      ctx.beginPath();
      ctx.moveTo(x - 8 * u, y + 5 * u);
      ctx.lineTo(x, y - 7 * u);
      ctx.lineTo(x + 8 * u, y + 5 * u);
      ctx.moveTo(x, y - 7 * u);
      ctx.lineTo(x + 2 * u, y + 1 * u);
      ctx.lineTo(x + 5 * u, y + 4 * u);
      ctx.stroke();
    },
  },
  marsh: {
    each: 7,
    alpha: 0.6,
    ink: (ctx, x, y, u) => {
      ctx.beginPath();
      ctx.moveTo(x - 6 * u, y);
      ctx.lineTo(x + 6 * u, y);
      ctx.moveTo(x - 3 * u, y + 3 * u);
      ctx.lineTo(x + 3 * u, y + 3 * u);
      for (const d of [-2, 0, 2]) {
        ctx.moveTo(x + d * u, y);
        ctx.lineTo(x + d * 1.6 * u, y - 4 * u);
      }
      ctx.stroke();
    },
  },
  steppe: {
    each: 10,
    alpha: 0.4,
    ink: (ctx, x, y, u) => {
      ctx.beginPath();
      for (const d of [-1.5, 0, 1.5]) {
        ctx.moveTo(x, y + 2 * u);
        ctx.lineTo(x + d * u, y - 2.5 * u);
      }
      ctx.stroke();
    },
  },
  village: {
    each: 5,
    alpha: 0.65,
    ink: (ctx, x, y, u) => house(ctx, x, y, 3.2 * u),
  },
  suburb: {
    each: 10,
    alpha: 0.5,
    ink: (ctx, x, y, u) => house(ctx, x, y, 2.6 * u),
  },
  city: {
    each: 16,
    alpha: 0.6,
    ink: (ctx, x, y, u) => ctx.fillRect(x - 6 * u, y - 5 * u, 12 * u, 10 * u),
  },
  factory: {
    each: 6,
    alpha: 0.75,
    ink: (ctx, x, y, u) => {
      ctx.fillRect(x - 9 * u, y - 2 * u, 18 * u, 8 * u);
      for (const d of [-6, 0, 6]) ctx.fillRect(x + (d - 1) * u, y - 10 * u, 2.4 * u, 9 * u);
    },
  },
  rubble: {
    each: 16,
    alpha: 0.7,
    ink: (ctx, x, y, u) => {
      ctx.beginPath();
      ctx.moveTo(x - 5 * u, y + 3 * u);
      ctx.lineTo(x - 1 * u, y - 4 * u);
      ctx.lineTo(x + 2 * u, y + 1 * u);
      ctx.lineTo(x + 5 * u, y - 2 * u);
      ctx.stroke();
    },
  },
  sea: {
    each: 8,
    alpha: 0.35,
    ink: (ctx, x, y, u) => {
      ctx.beginPath();
      ctx.moveTo(x - 7 * u, y);
      ctx.quadraticCurveTo(x - 3.5 * u, y - 3 * u, x, y);
      ctx.quadraticCurveTo(x + 3.5 * u, y + 3 * u, x + 7 * u, y);
      ctx.stroke();
    },
  },
};
const SAME: Record<string, string> = {
  lake: 'sea',
  water: 'sea',
  ferry: 'sea',
  rough: 'hills',
  woods: 'forest',
  swamp: 'marsh',
  desert: 'steppe',
};

/** The word whose colour and marks a terrain takes. */
export function terrainOf(word: string): string {
  return SAME[word] ?? word;
}

/** A repeating sheet of a terrain's marks at `scale` device pixels a unit; nothing where it would be dust. */
export function terrainPattern(p: Palette, terrain: string, scale: number): CanvasPattern | null {
  const mark = MARKS[terrainOf(terrain)];
  const px = Math.round(HEX * scale);
  if (!mark || px < 16 || px > 700) return null;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = px;
  const ctx = canvas.getContext('2d');
  if (!ctx) return null;
  ctx.globalAlpha = mark.alpha;
  const ink = terrain === 'sea' || terrain === 'lake' || terrain === 'marsh' ? p['water-deep'] : p.pattern;
  ctx.strokeStyle = ctx.fillStyle = ink;
  const u = px / 100;
  ctx.lineWidth = Math.max(0.7, 1.1 * u);
  const n = Math.ceil(Math.sqrt(mark.each));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const x = ((i + 0.5 + noise(i * 70, j * 90 + 13) * 0.26 + (j % 2) * 0.3) / n) * px;
      const y = ((j + 0.5 + noise(i * 50 + 31, j * 70) * 0.26) / n) * px;
      for (const dx of [0, x > px * 0.85 ? -px : x < px * 0.15 ? px : 0]) {
        for (const dy of [0, y > px * 0.85 ? -px : y < px * 0.15 ? px : 0]) mark.ink(ctx, x + dx, y + dy, u);
      }
    }
  }
  return ctx.createPattern(canvas, 'repeat');
}

/** Paper: a fine grain. */
export function grain(alpha: number, dark: boolean): CanvasPattern | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const ctx = canvas.getContext('2d');
  if (!ctx) return null;
  const data = ctx.createImageData(128, 128);
  let seed = 99;
  for (let i = 0; i < data.data.length; i += 4) {
    seed = (seed * 1103515245 + 12345) >>> 0;
    const v = (seed >>> 16) & 255;
    data.data[i] = data.data[i + 1] = data.data[i + 2] = dark ? 255 : 60;
    data.data[i + 3] = v > 120 ? ((v - 120) / 135) * alpha * 255 : 0;
  }
  ctx.putImageData(data, 0, 0);
  return ctx.createPattern(canvas, 'repeat');
}

export type Hatch = 'rising' | 'falling' | 'dots' | 'cross' | 'upright' | 'level';
export const HATCHES: Hatch[] = ['rising', 'dots', 'falling', 'cross', 'upright', 'level'];

/** The hatching of a layer, `px` device pixels from line to line. */
export function hatch(kind: Hatch, colour: string, px: number, half: boolean): CanvasPattern | null {
  const canvas = document.createElement('canvas');
  const n = Math.max(6, Math.round(px));
  canvas.width = canvas.height = n;
  const ctx = canvas.getContext('2d');
  if (!ctx) return null;
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.globalAlpha = half ? 0.6 : 0.8;
  ctx.lineWidth = Math.max(1, n * 0.12);
  if (half) ctx.setLineDash([n * 0.28, n * 0.22]);
  const line = (x0: number, y0: number, x1: number, y1: number): void => {
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(x1, y1);
    ctx.stroke();
  };
  const rising = (): void => [-n, 0, n].forEach((d) => line(d - 1, n + 1, d + n + 1, -1));
  const falling = (): void => [-n, 0, n].forEach((d) => line(d - 1, -1, d + n + 1, n + 1));
  if (kind === 'rising' || kind === 'cross') rising();
  if (kind === 'falling' || kind === 'cross') falling();
  if (kind === 'upright') line(n / 2, 0, n / 2, n);
  if (kind === 'level') line(0, n / 2, n, n / 2);
  if (kind === 'dots') {
    ctx.beginPath();
    ctx.arc(n / 2, n / 2, n * (half ? 0.1 : 0.17), 0, 2 * Math.PI);
    ctx.fill();
  }
  return ctx.createPattern(canvas, 'repeat');
}
