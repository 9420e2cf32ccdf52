// States of counters as small signs: a shape and a letter each, never a tint alone.
import type { CounterView } from '../lib/wire';
import { statesOf } from '../model/rules';

export interface Glyph {
  letter: string;
  shape: 'diamond' | 'square' | 'circle' | 'triangle' | 'hex';
  ground: string;
  ink: string;
  /** More important ones first. */
  rank: number;
}

const glyph = (letter: string, shape: Glyph['shape'], ground: string, ink: string, rank: number): Glyph => ({
  letter,
  shape,
  ground,
  ink,
  rank,
});

/** States that every game may have; others are shown by their first letter in a circle. */
const GLYPHS: Record<string, Glyph | null> = {
  unsupplied: glyph('U', 'diamond', '#fff3c4', '#7a1408', 0),
  isolated: glyph('I', 'diamond', '#fff3c4', '#7a1408', 0),
  disrupted: glyph('D', 'triangle', '#ffe0d6', '#7a1408', 1),
  overstacked: glyph('!', 'triangle', '#ffe0d6', '#7a1408', 1),
  retreating: glyph('R', 'triangle', '#fde6b4', '#5c3a00', 1),
  refugee: glyph('R', 'hex', '#fde6b4', '#5c3a00', 2),
  engaged: glyph('×', 'circle', '#ffffff', '#7a1408', 3),
  fought: glyph('F', 'circle', '#ffffff', '#5a1a10', 4),
  fired: glyph('F', 'circle', '#ffffff', '#5a1a10', 4),
  exploiting: glyph('E', 'square', '#dcebfa', '#0f3a66', 4),
  'dug-in': glyph('⌂', 'square', '#eee6d0', '#2d2410', 4),
  frozen: glyph('*', 'square', '#dcebfa', '#0f3a66', 4),
  'on-march': glyph('›', 'square', '#dcebfa', '#0f3a66', 5),
  leaving: glyph('L', 'square', '#dcebfa', '#0f3a66', 5),
  withdrawn: glyph('W', 'square', '#eee6d0', '#2d2410', 6),
  moved: glyph('M', 'square', '#eee6d0', '#2d2410', 7),
  rooted: glyph('J', 'square', '#dcebfa', '#0f3a66', 4),
  held: glyph('H', 'square', '#eee6d0', '#2d2410', 6),
  coastal: glyph('C', 'diamond', '#dcebfa', '#0f3a66', 1),
  aerial: glyph('A', 'diamond', '#dcebfa', '#0f3a66', 1),
  attacking: glyph('×', 'circle', '#ffffff', '#7a1408', 3),
  defending: glyph('D', 'circle', '#ffffff', '#7a1408', 3),
  repulsed: glyph('=', 'square', '#fde6b4', '#5c3a00', 6),
  assaulted: glyph('a', 'circle', '#ffffff', '#5a1a10', 5),
  attacked: glyph('F', 'circle', '#ffffff', '#5a1a10', 5),
  retreated: glyph('R', 'hex', '#fde6b4', '#5c3a00', 2),
  // Levels of supply: what a unit usually has is quiet.
  'attack-supply': glyph('A', 'square', '#dcebfa', '#0f3a66', 5),
  'defensive-supply': glyph('d', 'square', '#eee6d0', '#6a5f48', 9),
  'minimal-supply': glyph('m', 'diamond', '#fde6b4', '#5c3a00', 1),
  'no-supply': glyph('U', 'diamond', '#fff3c4', '#7a1408', 0),
  'out-of-supply': glyph('U', 'diamond', '#fff3c4', '#7a1408', 0),
  organic: glyph('o', 'diamond', '#fde6b4', '#5c3a00', 1),
  tired: glyph('T', 'hex', '#fde6b4', '#5c3a00', 3),
  disorganized: glyph('D', 'triangle', '#ffe0d6', '#7a1408', 2),
  fortified: glyph('▣', 'square', '#eee6d0', '#2d2410', 4),
  moving: glyph('›', 'square', '#dcebfa', '#0f3a66', 5),
  riding: glyph('r', 'square', '#dcebfa', '#0f3a66', 6),
  'setting-up': glyph('s', 'circle', '#ffffff', '#5a1a10', 6),
  leader: glyph('★', 'circle', '#fff3c4', '#5c3a00', 4),
  lead: glyph('★', 'circle', '#fff3c4', '#5c3a00', 4),
  // The marker in the space says it.
  battle: null,
  // The place in the stack says it.
  top: null,
};

function signOf(flag: string): Glyph | null {
  const known = GLYPHS[flag];
  return known === undefined ? glyph(flag.charAt(0).toUpperCase(), 'circle', '#ffffff', '#2d2410', 8) : known;
}

export function glyphsOf(counter: CounterView): Glyph[] {
  const all = statesOf(counter).map(signOf);
  return all.filter((g) => g !== null).sort((a, b) => a.rank - b.rank);
}

/** States that matter even from afar. */
const GRAVE = ['unsupplied', 'no-supply', 'out-of-supply', 'isolated', 'aerial', 'coastal', 'frozen'];
export function graveOf(counter: CounterView): Glyph | undefined {
  const flag = GRAVE.find((g) => statesOf(counter).includes(g));
  return (flag !== undefined && GLYPHS[flag]) || undefined;
}

const FONT = "'Helvetica Neue', 'Liberation Sans', Arial, 'DejaVu Sans', sans-serif";

/** The sign of a state, if it has one on the counter. */
export function paintBadge(ctx: CanvasRenderingContext2D, flag: string, x: number, y: number, d: number): boolean {
  const sign = signOf(flag);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  if (sign) paintGlyph(ctx, sign, x, y, d);
  return sign !== null;
}

export function paintGlyph(ctx: CanvasRenderingContext2D, g: Glyph, x: number, y: number, d: number): void {
  const r = d / 2;
  ctx.beginPath();
  switch (g.shape) {
    case 'circle':
      ctx.arc(x, y, r, 0, 2 * Math.PI);
      break;
    case 'square':
      ctx.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
      break;
    case 'diamond':
      polygon(ctx, x, y, r * 1.18, 4, 0);
      break;
    case 'triangle':
      polygon(ctx, x, y + r * 0.2, r * 1.25, 3, -Math.PI / 2);
      break;
    case 'hex':
      polygon(ctx, x, y, r * 1.08, 6, Math.PI / 6);
      break;
  }
  ctx.fillStyle = g.ground;
  ctx.fill();
  ctx.strokeStyle = g.ink;
  ctx.lineWidth = Math.max(0.8, d * 0.09);
  ctx.stroke();
  ctx.fillStyle = g.ink;
  ctx.font = `bold ${d * 0.72}px ${FONT}`;
  ctx.fillText(g.letter, x, y + d * (g.shape === 'triangle' ? 0.12 : 0.04));
}

function polygon(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, n: number, turn: number): void {
  for (let i = 0; i < n; i++) {
    const a = turn + (2 * Math.PI * i) / n;
    ctx[i === 0 ? 'moveTo' : 'lineTo'](x + r * Math.cos(a), y + r * Math.sin(a));
  }
  ctx.closePath();
}
