// Towns, and what else is printed in a hex.
import { HEX, type Place, type Plan, RADIUS } from './geometry';
import { noise } from './rivers';
import type { Palette } from './theme';

/** The towns and other marks of a hex; `ratio` is the device pixels of a CSS pixel. */
export function paintTown(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, place: Place, scale: number, ratio: number): void {
  const h = place.hex;
  if (!h || (!h.name && !h.marks?.length)) return;
  const marks = h.marks ?? [];
  const town = h.rank > 0 && h.rank <= 3;
  const px = (HEX * scale) / ratio;
  ctx.save();
  ctx.translate(place.x, place.y);
  if (marks.includes('sudden-death') || marks.includes('victory')) star(ctx, plan, p, scale, marks.includes('sudden-death'));
  if (town && h.rank === 1) blocks(ctx, p, place, px);
  else if (town) {
    const r = Math.max(h.rank === 2 ? 120 : 88, 2.2 / scale);
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, 2 * Math.PI);
    ctx.fillStyle = p.paper;
    ctx.fill();
    ctx.strokeStyle = p['urban-ink'];
    ctx.lineWidth = Math.max(26, 0.9 / scale);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(0, 0, r * 0.42, 0, 2 * Math.PI);
    ctx.fillStyle = p['urban-ink'];
    ctx.fill();
  } else if (h.name && px > 30) {
    ctx.beginPath();
    ctx.arc(0, 0, 45, 0, 2 * Math.PI);
    ctx.fillStyle = p['urban-ink'];
    ctx.fill();
  }
  if (px > 30) signs(ctx, p, marks);
  ctx.restore();
}

function signs(ctx: CanvasRenderingContext2D, p: Palette, marks: string[]): void {
  const signs: Record<string, string> = { airfield: '✈', port: '⚓', fort: '▣', factory: '⚙' };
  const shown = marks.map((m) => signs[m]).filter((s) => s !== undefined);
  if (shown.length === 0) return;
  ctx.font = '230px serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = p['urban-ink'];
  shown.forEach((s, i) => ctx.fillText(s, 250, -250 + i * 230));
}

/** Places that decide the game: a star in the corner of the hex, filled for those that decide at once. */
function star(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, scale: number, full: boolean): void {
  const r = Math.max(105, 3 / scale);
  const [x, y] = plan.pointy ? [0, -RADIUS * 0.76] : [-RADIUS * 0.55, -HEX * 0.33];
  ctx.beginPath();
  for (let i = 0; i < 10; i++) {
    const a = -Math.PI / 2 + (i * Math.PI) / 5;
    const d = i % 2 === 0 ? r : r * 0.42;
    ctx[i === 0 ? 'moveTo' : 'lineTo'](x + d * Math.cos(a), y + d * Math.sin(a));
  }
  ctx.closePath();
  ctx.fillStyle = full ? p.soviet : p.paper;
  ctx.fill();
  ctx.strokeStyle = p.soviet;
  ctx.lineWidth = Math.max(14, 0.6 / scale);
  ctx.stroke();
}

/** A large town: blocks of houses between streets. */
function blocks(ctx: CanvasRenderingContext2D, p: Palette, place: Place, px: number): void {
  ctx.fillStyle = p['urban-ink'];
  if (px < 22) {
    ctx.fillRect(-200, -200, 400, 400);
    return;
  }
  const cells = [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [0, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
    [-2, 0],
    [2, 0],
    [0, -2],
  ] as const;
  for (const [i, j] of cells) {
    const n = noise(place.x + i * 90, place.y + j * 130);
    if (n < -0.75) continue;
    const s = 118 + n * 22;
    const edge = Math.abs(i) === 2 || Math.abs(j) === 2 ? 0.75 : 1;
    ctx.fillRect(i * 150 - (s * edge) / 2 + n * 12, j * 150 - (s * edge) / 2 - n * 10, s * edge, s * edge * 0.86);
  }
}
