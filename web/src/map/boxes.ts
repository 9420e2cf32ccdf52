// Boxes beside the map, and the lines that say what they touch.
import { boxRect, grown, HEX, overlap, type Place, type Plan, type Point, RADIUS, type Rect } from './geometry';
import type { Palette } from './theme';

interface Link {
  kind: string;
  route: Point[];
}

const routes = new WeakMap<Plan, Link[]>();

/** Lines from `sides` that end in a box, and links of boxes of which no side speaks. */
export function linksOf(plan: Plan): Link[] {
  const known = routes.get(plan);
  if (known) return known;
  const links: Link[] = [];
  const done = new Set<string>();
  const add = (a: Place | undefined, b: Place | undefined, kind: string): void => {
    if (!a || !b || (!a.box && !b.box)) return;
    const name = [a.id, b.id].sort().join('|');
    if (done.has(name)) return;
    done.add(name);
    links.push({ kind, route: a.box ? route(plan, a, b) : route(plan, b, a) });
  };
  for (const side of plan.sheet.sides) add(plan.get(side.a), plan.get(side.b), side.kind);
  for (const place of plan.boxes)
    for (const id of place.box?.links ?? []) add(place, plan.get(id), plan.get(id)?.box ? 'connector' : 'border');
  routes.set(plan, links);
  return links;
}

const hold = (v: number, from: number, to: number): number => Math.max(from, Math.min(to, v));

function nearest(r: Rect, p: Point, margin: number): Point {
  const m = Math.min(margin, r.w / 2, r.h / 2);
  const q = { x: hold(p.x, r.x + m, r.x + r.w - m), y: hold(p.y, r.y + m, r.y + r.h - m) };
  // On the rim, not inside.
  const gaps: [number, Point][] = [
    [Math.abs(p.x - r.x) + (p.x > r.x ? 1e6 : 0), { x: r.x, y: q.y }],
    [Math.abs(p.x - r.x - r.w) + (p.x < r.x + r.w ? 1e6 : 0), { x: r.x + r.w, y: q.y }],
    [Math.abs(p.y - r.y) + (p.y > r.y ? 1e6 : 0), { x: q.x, y: r.y }],
    [Math.abs(p.y - r.y - r.h) + (p.y < r.y + r.h ? 1e6 : 0), { x: q.x, y: r.y + r.h }],
  ];
  gaps.sort((a, b) => (a[0] >= 1e6 && b[0] >= 1e6 ? a[0] - b[0] : a[0] >= 1e6 ? 1 : b[0] >= 1e6 ? -1 : b[0] - a[0]));
  return gaps[0]?.[1] ?? q;
}

/** A way between two places that crosses as few hexes and boxes as it can. */
function route(plan: Plan, a: Place, b: Place): Point[] {
  const from = boxRect(a);
  if (!b.box) {
    const p = nearest(from, b, 120);
    const toward = Math.atan2(p.y - b.y, p.x - b.x);
    const q = { x: b.x + Math.cos(toward) * RADIUS * 0.72, y: b.y + Math.sin(toward) * RADIUS * 0.72 };
    return [p, q];
  }
  const to = boxRect(b);
  const tries: Point[][] = [];
  const [xs, ys] = [span(from.x, from.w, to.x, to.w), span(from.y, from.h, to.y, to.h)];
  if (xs !== undefined) {
    const down = from.y < to.y;
    tries.push([
      { x: xs, y: down ? from.y + from.h : from.y },
      { x: xs, y: down ? to.y : to.y + to.h },
    ]);
  }
  if (ys !== undefined) {
    const right = from.x < to.x;
    tries.push([
      { x: right ? from.x + from.w : from.x, y: ys },
      { x: right ? to.x : to.x + to.w, y: ys },
    ]);
  }
  tries.push([nearest(from, nearest(to, a, 200), 200), nearest(to, nearest(from, b, 200), 200)]);
  for (const k of [0.25, 0.5, 0.75]) {
    for (const gap of [380, 700]) {
      const fy = from.y + from.h * k;
      const right = to.x > from.x;
      const x = right ? to.x - gap : to.x + to.w + gap;
      const ty = hold(fy, to.y + 260, to.y + to.h - 260);
      tries.push([
        { x: right ? from.x + from.w : from.x, y: fy },
        { x, y: fy },
        { x, y: ty },
        { x: right ? to.x : to.x + to.w, y: ty },
      ]);
      const tx = to.x + to.w * k;
      const fx = from.x + from.w * k;
      const below = to.y > from.y;
      const edgeY = below ? from.y + from.h : from.y;
      tries.push([
        { x: fx, y: edgeY },
        { x: fx, y: to.y + to.h / 2 },
        { x: to.x > fx ? to.x : to.x + to.w, y: to.y + to.h / 2 },
      ]);
      tries.push([
        { x: right ? from.x + from.w : from.x, y: fy },
        { x: tx, y: fy },
        { x: tx, y: below ? to.y : to.y + to.h },
      ]);
    }
  }
  return tries.sort((p, q) => cost(plan, p, a, b) - cost(plan, q, a, b))[0] ?? [];
}

/** The middle of what two spans share. */
function span(a: number, w: number, b: number, v: number): number | undefined {
  const [from, to] = [Math.max(a, b) + 150, Math.min(a + w, b + v) - 150];
  return to > from ? (from + to) / 2 : undefined;
}

function cost(plan: Plan, points: Point[], a: Place, b: Place): number {
  let sum = points.length * 300;
  for (let i = 1; i < points.length; i++) {
    const [p, q] = [points[i - 1], points[i]];
    if (!p || !q) continue;
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    sum += length;
    for (let d = 0; d <= length; d += HEX / 4) {
      const t = length > 0 ? d / length : 0;
      const hit = plan.hit(p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t);
      const inside = d > 60 && d < length - 60;
      if (hit && ((hit !== a && hit !== b) || inside)) sum += hit.box ? 6000 : 2500;
    }
  }
  return sum;
}

export function paintBoxes(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, part: Rect, scale: number): void {
  ctx.save();
  for (const link of linksOf(plan)) paintLink(ctx, p, link, scale);
  ctx.restore();
  for (const place of plan.boxes) if (overlap(grown(boxRect(place), 200), part)) paintBox(ctx, p, place, scale);
}

/** Titles and notes. */
export function titleBoxes(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, part: Rect, scale: number, ratio: number): void {
  for (const place of plan.boxes) if (overlap(grown(boxRect(place), 200), part)) titleBox(ctx, p, place, scale, ratio);
}

function paintLink(ctx: CanvasRenderingContext2D, p: Palette, link: Link, scale: number): void {
  const [first] = link.route;
  const last = link.route.at(-1);
  const before = link.route.at(-2);
  if (!first || !last || !before) return;
  const path = new Path2D();
  path.moveTo(first.x, first.y);
  for (let i = 1; i < link.route.length - 1; i++) {
    const [at, next] = [link.route[i], link.route[i + 1]];
    if (at && next) path.arcTo(at.x, at.y, next.x, next.y, 260);
  }
  path.lineTo(last.x, last.y);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.setLineDash([]);
  ctx.strokeStyle = p['box-line'];
  const thin = Math.max(30, 1 / scale);
  if (link.kind === 'connector') {
    ctx.lineWidth = Math.max(130, 3 / scale);
    ctx.stroke(path);
    ctx.strokeStyle = p.box;
    ctx.lineWidth = Math.max(70, 1.4 / scale);
    ctx.stroke(path);
    return;
  }
  ctx.lineWidth = thin;
  if (link.kind === 'arrow') ctx.setLineDash([150, 90]);
  if (link.kind === 'gate') ctx.setLineDash([20, 80]);
  ctx.stroke(path);
  ctx.setLineDash([]);
  if (link.kind === 'border') dot(ctx, p, last, Math.max(52, 1.6 / scale));
  if (link.kind === 'arrow') {
    head(ctx, p, before, last);
    const second = link.route[1];
    if (second) head(ctx, p, second, first);
  }
}

function dot(ctx: CanvasRenderingContext2D, p: Palette, at: Point, r: number): void {
  ctx.beginPath();
  ctx.arc(at.x, at.y, r, 0, 2 * Math.PI);
  ctx.fillStyle = p['box-line'];
  ctx.fill();
}

function head(ctx: CanvasRenderingContext2D, p: Palette, from: Point, to: Point): void {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  ctx.save();
  ctx.translate(to.x, to.y);
  ctx.rotate(turn);
  ctx.beginPath();
  ctx.moveTo(-10, 0);
  ctx.lineTo(-230, 110);
  ctx.lineTo(-180, 0);
  ctx.lineTo(-230, -110);
  ctx.closePath();
  ctx.fillStyle = p['box-line'];
  ctx.fill();
  ctx.restore();
}

function paintBox(ctx: CanvasRenderingContext2D, p: Palette, place: Place, scale: number): void {
  const b = place.box;
  if (!b) return;
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(b.x, b.y, b.w, b.h, 130);
  ctx.fillStyle = p.box;
  ctx.fill();
  ctx.clip();
  ctx.strokeStyle = p['box-line'];
  ctx.lineWidth = Math.max(60, 2 / scale);
  ctx.stroke();
  ctx.restore();
  ctx.save();
  ctx.strokeStyle = p['box-line'];
  ctx.globalAlpha = 0.45;
  ctx.lineWidth = Math.max(10, 0.6 / scale);
  ctx.beginPath();
  ctx.roundRect(b.x + 75, b.y + 75, b.w - 150, b.h - 150, 80);
  ctx.stroke();
  ctx.restore();
}

function titleBox(ctx: CanvasRenderingContext2D, p: Palette, place: Place, scale: number, ratio: number): void {
  const b = place.box;
  if (!b) return;
  ctx.save();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = p.ink;
  const room = b.w - 220;
  const small = (HEX * scale) / ratio < 24;
  const title = fit(ctx, b.name, `600 SIZEpx ${p.serif}`, 220, Math.min(((small ? 8.5 : 10.5) * ratio) / scale, b.h * 0.3), room);
  const top = b.y + Math.max(215, title.px * 0.62 + 70);
  ctx.font = `600 ${title.px}px ${p.serif}`;
  const lines = title.lines;
  lines.forEach((text, i) => ctx.fillText(text, b.x + b.w / 2, top + i * title.px * 1.08, b.w - 150));
  if (b.note && scale / ratio > 0.042) {
    const y = top + (lines.length - 1) * title.px * 1.08 + title.px * 0.5 + 95;
    const note = fit(ctx, b.note, `italic 400 SIZEpx ${p.serif}`, 130, (9 * ratio) / scale, room);
    ctx.font = `italic 400 ${note.px}px ${p.serif}`;
    ctx.fillStyle = p['ink-soft'];
    note.lines.forEach((text, i) => ctx.fillText(text, b.x + b.w / 2, y + i * note.px * 1.1, b.w - 150));
  }
  ctx.restore();
}

/** The largest size down to `least` in which a text fits in one line; else in two lines of the least size. */
function fit(
  ctx: CanvasRenderingContext2D,
  text: string,
  font: string,
  best: number,
  least: number,
  room: number,
): { px: number; lines: string[] } {
  const measure = (t: string, px: number): number => {
    ctx.font = font.replace('SIZE', String(px));
    return ctx.measureText(t).width;
  };
  const px = Math.max(best, least);
  const small = Math.max(best * 0.72, least);
  for (let size = px; size >= small; size -= 10) if (measure(text, size) <= room) return { px: size, lines: [text] };
  const words = text.split(' ');
  let cut = 1;
  for (let i = 1; i < words.length; i++) {
    const [a, b] = [words.slice(0, i).join(' ').length, words.slice(i).join(' ').length];
    const [c, d] = [words.slice(0, cut).join(' ').length, words.slice(cut).join(' ').length];
    if (Math.max(a, b) < Math.max(c, d)) cut = i;
  }
  return { px: small, lines: words.length > 1 ? [words.slice(0, cut).join(' '), words.slice(cut).join(' ')] : [text] };
}
