// Orders given in secret, and those that somebody proposes, as arrows.
import { type Arrow, type Bundle, bundled, nearest, type Stroke } from '../orders';
import { type Brush, brush, headSize, paintArrows, shortened, thickness } from '../arrows';
import { overlap, type Point, type Rect } from '../geometry';
import type { MapState } from '../state';
import type { ColourName } from '../theme';
import type { Layer } from './layer';

/** Narrower hexes than this show formations, not units. */
const FAR = 15;

const INKS: Record<Stroke, ColourName> = {
  tactical: 'place',
  strategic: 'move',
  attack: 'attack',
  support: 'spend',
  air: 'focus',
  standing: 'other',
};

/** The brush of an order where a hex is so wide. A proposal is in another ink until it is taken, dashed; a fault is dotted. */
export function brushOf(state: MapState, stroke: Stroke, proposed: boolean, fault = false): Brush {
  const { palette, camera } = state;
  const k = thickness(camera.hex);
  const dash = fault ? [2 * k, 7 * k] : proposed ? [9 * k, 7 * k] : stroke === 'air' ? [2, 6] : stroke === 'standing' ? [5 * k, 5 * k] : [];
  const glyph = stroke === 'attack' ? { glyph: 'target' as const } : stroke === 'support' ? { glyph: 'shield' as const } : {};
  return brush(palette[proposed ? 'held' : INKS[stroke]], palette.halo, camera.hex, {
    dash,
    ...(stroke === 'air' ? { width: 1.6 * k } : stroke === 'attack' ? { width: 3.6 * k } : {}),
    ...(glyph.glyph ? { ...glyph, head: glyph.glyph === 'shield' ? 0 : headSize(camera.hex) } : {}),
  });
}

/** What of the sheet the canvas of plans can show, and where its arrows run in the window. */
function within(state: MapState, arrows: readonly Arrow[], margin: number): { arrow: Arrow; points: Point[] }[] {
  const window: Rect = { x: -margin, y: -margin, w: state.size.w + 2 * margin, h: state.size.h + 2 * margin };
  return arrows.flatMap((arrow) => {
    const points = arrow.path.flatMap((id) => {
      const place = state.plan.get(id);
      return place ? [state.screen(place)] : [];
    });
    return points.length > 1 && overlap(around(points), window) ? [{ arrow, points: shortened(points, state.camera.hex * 0.18) }] : [];
  });
}

function around(points: readonly Point[]): Rect {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x: x - 1, y: y - 1, w: Math.max(...xs) - x + 2, h: Math.max(...ys) - y + 2 };
}

/** How far beyond the window the canvas of plans reaches, as a part of the window. */
export const MARGIN = 0.3;

const reachOf = (state: MapState): number => Math.max(state.size.w, state.size.h) * MARGIN;

function near(ctx: CanvasRenderingContext2D, state: MapState, arrows: readonly Arrow[], proposed: boolean): void {
  const groups = new Map<string, { arrow: Arrow; ways: Point[][] }>();
  for (const { arrow, points } of within(state, arrows, reachOf(state))) {
    const key = `${arrow.stroke}${arrow.fault ? '!' : ''}`;
    const group = groups.get(key);
    if (group) group.ways.push(points);
    else groups.set(key, { arrow, ways: [points] });
  }
  for (const { arrow, ways } of groups.values()) paintArrows(ctx, ways, brushOf(state, arrow.stroke, proposed, arrow.fault));
}

/** From afar: broad arrows of formations, the broader the more go there. */
function far(ctx: CanvasRenderingContext2D, state: MapState, arrows: readonly Arrow[], proposed: boolean): void {
  const placed = arrows.flatMap((arrow) => {
    const points = arrow.path.flatMap((id) => state.plan.get(id) ?? []);
    return points.length > 1 ? [{ arrow, points }] : [];
  });
  const formation = (a: Arrow): string => (a.counter === undefined ? '' : (state.counter(a.counter)?.face.formation ?? ''));
  const groups = new Map<string, Bundle[]>();
  for (const b of bundled(placed, formation)) {
    const key = `${b.stroke}|${Math.min(4, Math.ceil(Math.sqrt(b.of)))}`;
    groups.set(key, [...(groups.get(key) ?? []), b]);
  }
  for (const list of groups.values()) {
    const [first] = list;
    if (!first) continue;
    const wide = 1.6 + 1.5 * Math.min(4, Math.ceil(Math.sqrt(first.of)));
    const own = brushOf(state, first.stroke, proposed);
    const { glyph, ...plain } = own;
    void glyph;
    paintArrows(
      ctx,
      list.map((b) => [state.screen(b.from), state.screen(b.to)]),
      { ...plain, width: wide, head: wide * 2.1, line: 'bow', alpha: 0.85 },
    );
  }
}

const paint = (ctx: CanvasRenderingContext2D, state: MapState, arrows: readonly Arrow[], proposed: boolean): void =>
  (state.camera.hex < FAR ? far : near)(ctx, state, arrows, proposed);

export const orders: Layer = {
  id: 'orders',
  z: 10,
  rate: 'draft',
  wants: ({ state }) => state.orders.length > 0 && state.put.size === 0,
  paint: (ctx, { state }) => paint(ctx, state, state.orders, false),
  pick: (state, at) => {
    if (state.camera.hex < FAR) return undefined;
    const found = nearest(within(state, [...state.orders, ...state.proposal], 0), at, 7);
    return found && { kind: 'arrow', id: found.arrow.id, at };
  },
};

export const proposal: Layer = {
  id: 'proposal',
  z: 20,
  rate: 'draft',
  wants: ({ state }) => state.proposal.length > 0 && state.put.size === 0,
  paint: (ctx, { state }) => paint(ctx, state, state.proposal, true),
};
