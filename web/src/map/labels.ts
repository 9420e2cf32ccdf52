// Names and numbers: where they stand so that none lies over another, found once for each scale.
import { grown, HEX, overlap, type Plan, type Rect } from './geometry';
import { baseline, type Course, Ruler } from './rivers';
import type { Palette } from './theme';

export interface Label {
  text: string;
  /** In device pixels of the whole sheet at this scale (sheet point 0, 0 is at 0, 0). */
  x: number;
  y: number;
  font: string;
  colour: string;
  halo: number;
  turn: number;
  align: CanvasTextAlign;
  rect: Rect;
}

const SIZES = [0, 235, 190, 158, 132];
const LEAST = [0, 12, 11, 10, 9];
/** Names of this rank appear from this width of a hex on. */
const FROM = [0, 0, 12, 27, 44];

/** Lays out the names at `scale` device pixels a unit. */
export function placeNames(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, rivers: Course[], scale: number, ratio: number): Label[] {
  const labels: Label[] = [];
  const taken = new Taken();
  const hex = (HEX * scale) / ratio;
  const named = plan.hexes.filter((h) => h.hex?.name).sort((a, b) => (a.hex?.rank ?? 4) - (b.hex?.rank ?? 4));
  for (const place of named) {
    const h = place.hex;
    if (!h?.name) continue;
    const rank = Math.max(1, Math.min(4, h.rank || 4));
    if (hex < (FROM[rank] ?? 0)) continue;
    const least = (LEAST[rank] ?? 9) * ratio * (hex < 20 ? 0.86 : 1);
    const px = Math.min(Math.max((SIZES[rank] ?? 132) * scale, least), 30 * ratio);
    const style = rank === 1 ? '700' : rank === 4 ? 'italic 400' : '600';
    const font = `${style} ${px.toFixed(1)}px ${p.serif}`;
    ctx.font = font;
    const text = h.name;
    const w = ctx.measureText(text).width;
    const [x, y] = [place.x * scale, place.y * scale];
    const r = HEX * scale;
    // Below the counter first: there it stays readable when the hex is occupied.
    const tries: [number, number, CanvasTextAlign][] = [
      [0, r * (rank === 1 ? 0.425 : 0.435), 'center'],
      [0, -r * 0.46, 'center'],
      [r * 0.22, r * 0.44, 'left'],
      [-r * 0.22, r * 0.44, 'right'],
      [r * 0.22, -r * 0.02, 'left'],
      [-r * 0.22, -r * 0.02, 'right'],
    ];
    for (const [dx, dy, align] of tries) {
      const left = x + dx - (align === 'center' ? w / 2 : align === 'right' ? w : 0);
      const rect = { x: left - 2, y: y + dy - px * 0.55, w: w + 4, h: px * 1.1 };
      if (taken.hits(rect) || (rank > 1 && overBox(plan, rect, scale))) continue;
      taken.add(rect);
      labels.push({ text, x: x + dx, y: y + dy, font, colour: rank === 4 ? p['ink-soft'] : p.ink, halo: px * 0.26, turn: 0, align, rect });
      break;
    }
  }
  if (hex >= 14) for (const course of rivers) labels.push(...alongRiver(ctx, p, course, scale, ratio, taken));
  return labels;
}

function overBox(plan: Plan, rect: Rect, scale: number): boolean {
  return plan.boxes.some(({ box }) => box && overlap(rect, { x: box.x * scale, y: box.y * scale, w: box.w * scale, h: box.h * scale }));
}

function alongRiver(ctx: CanvasRenderingContext2D, p: Palette, course: Course, scale: number, ratio: number, taken: Taken): Label[] {
  if (!course.name || course.points.length < 4) return [];
  const major = !course.kind.includes('minor');
  const px = Math.min(
    Math.max((major ? 215 : 165) * scale, (major ? 11 : 9.5) * ratio * (HEX * scale < 20 * ratio ? 0.84 : 1)),
    26 * ratio,
  );
  const font = `italic ${major ? 600 : 500} ${px.toFixed(1)}px ${p.serif}`;
  ctx.font = font;
  const letters = [...course.name];
  const space = px * (major ? 0.42 : 0.2);
  const widths = letters.map((l) => ctx.measureText(l).width + space);
  const width = widths.reduce((a, b) => a + b, 0);
  const line = baseline(course.points).map((q) => ({ x: q.x * scale, y: q.y * scale }));
  const ruler = new Ruler(line);
  const crowded = (q: { x: number; y: number }): boolean => taken.hits({ x: q.x - px / 2, y: q.y - px * 1.4, w: px, h: px * 2 });
  const start = ruler.calmest(width * 1.04, crowded);
  if (start === undefined) return [];
  // Read from left to right.
  const [a, b] = [ruler.at(start), ruler.at(start + width)];
  const back = b.x < a.x;
  const off = -(px * 0.62 + (major ? 75 : 45) * scale);
  const labels: Label[] = [];
  let at = back ? start + width : start;
  letters.forEach((text, i) => {
    const w = widths[i] ?? 0;
    const q = ruler.at(at + (back ? -w / 2 : w / 2));
    at += back ? -w : w;
    const turn = back ? q.turn + Math.PI : q.turn;
    const x = q.x - Math.sin(turn) * off;
    const y = q.y + Math.cos(turn) * off;
    const rect = { x: x - px * 0.6, y: y - px * 0.6, w: px * 1.2, h: px * 1.2 };
    labels.push({ text, x, y, font, colour: p['water-ink'], halo: px * 0.2, turn, align: 'center', rect });
  });
  if (labels.some((l) => taken.hits(grown(l.rect, -px * 0.2)))) return [];
  for (const label of labels) taken.add(label.rect);
  return labels;
}

/** Rectangles that are taken, found quickly. */
class Taken {
  private readonly cells = new Map<string, Rect[]>();

  private *keys(r: Rect): Generator<string> {
    for (let i = Math.floor(r.x / 128); i <= Math.floor((r.x + r.w) / 128); i++) {
      for (let j = Math.floor(r.y / 128); j <= Math.floor((r.y + r.h) / 128); j++) yield `${i},${j}`;
    }
  }

  add(r: Rect): void {
    for (const k of this.keys(r)) {
      const cell = this.cells.get(k);
      if (cell) cell.push(r);
      else this.cells.set(k, [r]);
    }
  }

  hits(r: Rect): boolean {
    for (const k of this.keys(r)) if (this.cells.get(k)?.some((o) => overlap(o, r))) return true;
    return false;
  }
}

export function writeLabel(ctx: CanvasRenderingContext2D, label: Label, halo: string, dx: number, dy: number): void {
  ctx.save();
  ctx.translate(label.x - dx, label.y - dy);
  if (label.turn !== 0) ctx.rotate(label.turn);
  ctx.font = label.font;
  ctx.textAlign = label.align;
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = halo;
  ctx.lineWidth = label.halo;
  ctx.strokeText(label.text, 0, 0);
  ctx.fillStyle = label.colour;
  ctx.fillText(label.text, 0, 0);
  ctx.restore();
}
