// What stands on hexsides: bridges, ferries, steep and blocked sides, lines of defence, the coloured edges of the map.
import { grown, HEX, overlap, type Place, type Plan, RADIUS, type Rect } from './geometry';
import type { Palette } from './theme';

const SIDE_MARKS = new Set(['balka', 'slope', 'bridge', 'ferry', 'blocked', 'ring', 'defence', 'defence-line', 'fortified']);
/** Directions of the sides in the order of the corners. */
const POINTY = ['se', 'sw', 'w', 'nw', 'ne', 'e'];
const FLAT = ['se', 's', 'sw', 'nw', 'n', 'ne'];

/** Bridges, ferries, blocked sides and lines of defence. */
export function paintSideMarks(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, part: Rect, scale: number): void {
  for (const side of plan.sheet.sides) {
    if (!SIDE_MARKS.has(side.kind)) continue;
    const [a, b] = [plan.get(side.a), plan.get(side.b)];
    const i = a?.hex && b?.hex ? plan.sideToward(a, b) : -1;
    if (!a || i < 0 || !overlap(grown(part, HEX), { x: a.x, y: a.y, w: 1, h: 1 })) continue;
    const [c, d] = [plan.corner(a, i), plan.corner(a, i + 1)];
    ctx.save();
    ctx.translate((c.x + d.x) / 2, (c.y + d.y) / 2);
    ctx.rotate(Math.atan2(d.y - c.y, d.x - c.x));
    ctx.strokeStyle = p.ink;
    ctx.lineWidth = Math.max(22, 0.9 / scale);
    ctx.beginPath();
    if (side.kind === 'bridge' || side.kind === 'ferry') {
      if (side.kind === 'ferry') ctx.setLineDash([30, 24]);
      for (const x of [-45, 45]) {
        ctx.moveTo(x * 1.5, -130);
        ctx.lineTo(x, -95);
        ctx.lineTo(x, 95);
        ctx.lineTo(x * 1.5, 130);
      }
    } else if (side.kind === 'balka') {
      // A steep bank on either hand.
      ctx.strokeStyle = p['ink-soft'];
      for (let x = -RADIUS / 2; x <= RADIUS / 2; x += RADIUS / 6) {
        ctx.moveTo(x, -28);
        ctx.lineTo(x, -75);
        ctx.moveTo(x, 28);
        ctx.lineTo(x, 75);
      }
      ctx.moveTo(-RADIUS / 2, -28);
      ctx.lineTo(RADIUS / 2, -28);
      ctx.moveTo(-RADIUS / 2, 28);
      ctx.lineTo(RADIUS / 2, 28);
    } else if (side.kind === 'slope') {
      // Uphill is the second hex: the strokes run down into the first.
      ctx.strokeStyle = p['ink-soft'];
      ctx.moveTo(-RADIUS / 2, -20);
      ctx.lineTo(RADIUS / 2, -20);
      for (let x = -RADIUS / 2 + 30; x < RADIUS / 2; x += RADIUS / 7) {
        ctx.moveTo(x, -20);
        ctx.lineTo(x, 110);
      }
    } else if (side.kind === 'blocked') {
      ctx.lineWidth = Math.max(50, 1.5 / scale);
      ctx.moveTo(-RADIUS / 2, 0);
      ctx.lineTo(RADIUS / 2, 0);
    } else {
      for (let x = -220; x <= 220; x += 110) {
        ctx.moveTo(x - 55, 0);
        ctx.lineTo(x, -55);
        ctx.lineTo(x + 55, 0);
      }
    }
    ctx.stroke();
    ctx.restore();
  }
}

/** Coloured edges of the map (mark `rim-ID-DIRECTION`): a bar outside the hexside. */
export function paintRim(ctx: CanvasRenderingContext2D, plan: Plan, p: Palette, place: Place, scale: number): void {
  for (const mark of place.hex?.marks ?? []) {
    const found = /^rim-(.+)-([a-z]{1,2})$/.exec(mark);
    const i = found?.[2] ? (plan.pointy ? POINTY : FLAT).indexOf(found[2]) : -1;
    if (!found?.[1] || i < 0) continue;
    const [a, b] = [plan.corner(place, i), plan.corner(place, i + 1)];
    const rim = rimColour(plan, p, found[1]);
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
    ctx.lineCap = 'round';
    ctx.strokeStyle = rim.colour;
    ctx.lineWidth = Math.max(82, 2 / scale);
    ctx.stroke();
    ctx.lineCap = 'butt';
    ctx.strokeStyle = p.paper;
    ctx.lineWidth = Math.max(20, 0.7 / scale);
    ctx.setLineDash(rim.dash);
    if (rim.dash.length > 0) ctx.stroke();
    ctx.setLineDash([]);
  }
}

/** Colour by the side that the legend names; the second of a side is told by its dashes. */
function rimColour(plan: Plan, p: Palette, id: string): { colour: string; dash: number[] } {
  const rims = plan.sheet.legend.filter((l) => l.kind.startsWith('rim-'));
  const own = rims.find((l) => l.kind === `rim-${id}`);
  const of = (text: string): 'axis' | 'soviet' | 'nobody' =>
    /axis side/i.test(text) ? 'axis' : /soviet side/i.test(text) ? 'soviet' : 'nobody';
  const side = of(own?.text ?? id);
  const nth = rims.filter((l) => of(l.text) === side).findIndex((l) => l === own);
  return { colour: p[side], dash: [[], [120, 90], [24, 60]][Math.max(0, nth) % 3] ?? [] };
}
