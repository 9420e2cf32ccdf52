// The symbol of a counter, drawn with the strokes that its kind has.
import { FRAME, type Mark, markOf } from '../lib/symbols';

interface Strokes {
  lines: Path2D;
  solid: Path2D;
}

const FONT = "'Helvetica Neue', 'Liberation Sans', Arial, sans-serif";
const kept = new Map<Mark, Strokes>();

function strokesOf(mark: Mark): Strokes {
  let strokes = kept.get(mark);
  if (!strokes) {
    strokes = { lines: new Path2D(mark.lines), solid: new Path2D(mark.solid) };
    kept.set(mark, strokes);
  }
  return strokes;
}

/** Draws the symbol of a kind in one ink, `w` device pixels wide, around a point. Small ones have thicker lines. */
export function paintSymbol(ctx: CanvasRenderingContext2D, kind: string, ink: string, cx: number, cy: number, w: number): void {
  const mark = markOf(kind);
  const { lines, solid } = strokesOf(mark);
  const k = w / FRAME.w;
  ctx.save();
  ctx.translate(cx, cy);
  ctx.scale(k, k);
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineJoin = 'miter';
  ctx.lineWidth = w < 18 ? 2.2 : w < 36 ? 1.75 : 1.35;
  // The corners of a cross stay inside.
  ctx.save();
  ctx.beginPath();
  ctx.rect(-FRAME.w / 2, -FRAME.h / 2, FRAME.w, FRAME.h);
  ctx.clip();
  ctx.stroke(lines);
  ctx.fill(solid);
  ctx.restore();
  ctx.strokeRect(-FRAME.w / 2, -FRAME.h / 2, FRAME.w, FRAME.h);
  if (mark.letters !== '') {
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.font = `bold ${mark.letters.length === 1 && mark.lines === '' ? 17 : mark.letters.length < 3 ? 11.5 : 11}px ${FONT}`;
    ctx.fillText(mark.letters, 0, mark.lines === '' ? 0.8 : 0.4, FRAME.w - 4);
  }
  ctx.restore();
}
