// Lines of the layers: the links of a network while their layer is on, the chain of the space that is looked at.
import type { LineView } from '../lib/wire';
import type { Plan, Point } from './geometry';
import type { Palette } from './theme';

/** A soft line through the middles of the spaces. The context is in units of the sheet. */
function trace(plan: Plan, path: string[]): { line: Path2D; points: Point[] } {
  const points = path.flatMap((id) => plan.get(id) ?? []);
  const line = new Path2D();
  points.forEach((q, i) => {
    const next = points[i + 1];
    if (i === 0) line.moveTo(q.x, q.y);
    else if (next) line.quadraticCurveTo(q.x, q.y, (q.x + next.x) / 2, (q.y + next.y) / 2);
    else line.lineTo(q.x, q.y);
  });
  return { line, points };
}

/** The links of a network: quiet, in the colour of the layer, a knot at each source. */
export function paintLinks(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, lines: LineView[], colour: string, px: number): void {
  ctx.save();
  ctx.lineCap = ctx.lineJoin = 'round';
  const knots = new Map<string, Point>();
  const all = new Path2D();
  for (const { path, stops } of lines) {
    const { line, points } = trace(plan, path);
    if (points.length < 2) continue;
    all.addPath(line);
    for (const id of stops) {
      const place = plan.get(id);
      if (place) knots.set(id, place);
    }
  }
  ctx.strokeStyle = p.halo;
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = Math.max(120, 3.6 * px);
  ctx.stroke(all);
  ctx.globalAlpha = 0.95;
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(62, 1.9 * px);
  ctx.stroke(all);
  for (const { x, y } of knots.values()) {
    ctx.beginPath();
    ctx.arc(x, y, Math.max(150, 3.4 * px), 0, 2 * Math.PI);
    ctx.fillStyle = p.halo;
    ctx.fill();
    ctx.lineWidth = Math.max(62, 1.7 * px);
    ctx.stroke();
  }
  ctx.restore();
}

/** The chain of one space: link after link, numbered at each source; a broken one is dashed, with a bar where it breaks. */
export function paintChain(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, chain: LineView, colour: string, px: number): void {
  const { line, points } = trace(plan, chain.path);
  const last = points.at(-1);
  if (points.length < 2 || !last) return;
  const broken = chain.kind === 'broken';
  const ink = broken ? p.loss : colour;
  ctx.save();
  ctx.lineCap = ctx.lineJoin = 'round';
  ctx.strokeStyle = p.halo;
  ctx.lineWidth = Math.max(190, 7 * px);
  ctx.stroke(line);
  ctx.strokeStyle = ink;
  ctx.lineWidth = Math.max(100, 3.6 * px);
  if (broken) ctx.setLineDash([190, 210]);
  ctx.stroke(line);
  ctx.setLineDash([]);
  let count = 0;
  let link = 0;
  for (const id of chain.path) {
    const place = plan.get(id);
    if (!place) continue;
    const stop = chain.stops.includes(id) && count > 0;
    if (stop && broken) bar(ctx, p, place, px);
    else if (stop) {
      knot(ctx, p, ink, place, String(link), place.x === last.x && place.y === last.y, px);
      link = 0;
    }
    count++;
    link++;
  }
  ctx.restore();
}

/** A source on the way, with the length of the link that leads to it; the last is a square: it asks nobody. */
function knot(ctx: CanvasRenderingContext2D, p: Palette, ink: string, at: Point, text: string, last: boolean, px: number): void {
  const r = Math.max(190, 9 * px);
  ctx.beginPath();
  if (last) ctx.roundRect(at.x - r, at.y - r, 2 * r, 2 * r, r * 0.25);
  else ctx.arc(at.x, at.y, r, 0, 2 * Math.PI);
  ctx.fillStyle = p.paper;
  ctx.fill();
  ctx.lineWidth = Math.max(50, 2.2 * px);
  ctx.strokeStyle = ink;
  ctx.stroke();
  ctx.fillStyle = p.ink;
  ctx.font = `bold ${r * 1.25}px ${p.sans}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, at.x, at.y + r * 0.07);
}

/** Where the way is barred. */
function bar(ctx: CanvasRenderingContext2D, p: Palette, at: Point, px: number): void {
  const r = Math.max(240, 10 * px);
  ctx.beginPath();
  ctx.arc(at.x, at.y, r, 0, 2 * Math.PI);
  ctx.moveTo(at.x - r * 0.7, at.y - r * 0.7);
  ctx.lineTo(at.x + r * 0.7, at.y + r * 0.7);
  ctx.moveTo(at.x + r * 0.7, at.y - r * 0.7);
  ctx.lineTo(at.x - r * 0.7, at.y + r * 0.7);
  ctx.strokeStyle = p.loss;
  ctx.lineWidth = Math.max(70, 3 * px);
  ctx.stroke();
}
