// Where counters lie: stacks in hexes, rows in boxes, and the fan that spreads a stack out.
import type { CounterView, Side } from '../lib/wire';
import { boxRect, HEX, type Place, type Plan, type Rect } from './geometry';

/** The side of a counter that lies alone in a hex, in units of the sheet. */
export const COUNTER = 660;
/** How far each counter below the top looks out. */
const EDGE = 30;
export const EDGES_SHOWN = 3;

export interface Stack {
  space: string;
  side: Side | null;
  /** Top first. */
  counters: CounterView[];
  /** Middle of the top counter. */
  x: number;
  y: number;
  size: number;
  /** How far each counter below looks out. */
  edge: number;
}

export interface Layout {
  stacks: Stack[];
  /** Stacks by space. */
  at: Map<string, Stack[]>;
  /** What is assigned to a counter, by its id. */
  attached: Map<string, CounterView[]>;
}

const ORDER: Record<string, number> = { axis: 0, soviet: 1 };

/** Lays all counters out. `first` says which counter of a stack should lie on top (higher is higher). */
export function layout(plan: Plan, counters: CounterView[], first: (c: CounterView) => number = () => 0): Layout {
  const bySpace = new Map<string, CounterView[]>();
  const attached = new Map<string, CounterView[]>();
  const ids = new Set(counters.map((c) => c.id));
  for (const counter of counters) {
    const map = plan.places.has(counter.at) ? bySpace : ids.has(counter.at) ? attached : undefined;
    if (!map) continue;
    const list = map.get(counter.at);
    if (list) list.push(counter);
    else map.set(counter.at, [counter]);
  }
  const at = new Map<string, Stack[]>();
  for (const [space, list] of bySpace) {
    const place = plan.get(space);
    if (place) at.set(space, place.box ? inBox(place, list, first) : inHex(place, list, first));
  }
  const stacks = [...at.values()].flat().sort((a, b) => a.y - b.y || a.x - b.x);
  return { stacks, at, attached };
}

function bySide(list: CounterView[], first: (c: CounterView) => number): CounterView[][] {
  const sides = new Map<string, CounterView[]>();
  for (const counter of list) {
    const side = counter.side ?? '';
    const of = sides.get(side);
    if (of) of.push(counter);
    else sides.set(side, [counter]);
  }
  const groups = [...sides.entries()].sort(([a], [b]) => (ORDER[a] ?? 2) - (ORDER[b] ?? 2));
  return groups.map(([, group]) =>
    group
      .map((c, i) => ({ c, i, f: first(c) }))
      .sort((a, b) => b.f - a.f || a.i - b.i)
      .map(({ c }) => c),
  );
}

function inHex(place: Place, list: CounterView[], first: (c: CounterView) => number): Stack[] {
  const groups = bySide(list, first);
  const n = groups.length;
  const size = n === 1 ? COUNTER : n === 2 ? 470 : 360;
  return groups.map((counters, i) => {
    const edge = n === 1 ? EDGE : EDGE * 0.75;
    const shown = Math.min(EDGES_SHOWN, counters.length - 1);
    return {
      space: place.id,
      side: counters[0]?.side ?? null,
      counters,
      x: place.x + (i - (n - 1) / 2) * size * 1.03 - (shown * edge) / 2,
      y: place.y - 30 + (shown * edge) / 2,
      size,
      edge,
    };
  });
}

/** The part of a box below its title and note. */
export function boxBody(place: Place): Rect {
  const r = boxRect(place);
  const head = Math.min(560, r.h * 0.42);
  return { x: r.x + 70, y: r.y + head, w: r.w - 140, h: r.h - head - 60 };
}

const SIZES = [620, 560, 500, 440, 380, 330, 280];

/** Each counter for itself if they all fit; otherwise one stack a side. */
function inBox(place: Place, list: CounterView[], first: (c: CounterView) => number): Stack[] {
  const body = boxBody(place);
  const groups = bySide(list, first);
  const one = (counters: CounterView[], x: number, y: number, size: number, edge: number): Stack => ({
    space: place.id,
    side: counters[0]?.side ?? null,
    counters,
    x,
    y,
    size,
    edge,
  });
  for (const size of SIZES) {
    const step = size + 40;
    const columns = Math.floor((body.w + 40) / step);
    const rows = groups.reduce((sum, g) => sum + Math.ceil(g.length / Math.max(1, columns)), 0);
    const together = Math.ceil(list.length / Math.max(1, columns));
    const apart = rows * step - 40 <= body.h;
    if (columns < 1 || (!apart && together * step - 40 > body.h)) continue;
    const stacks: Stack[] = [];
    const widest = Math.min(columns, apart ? Math.max(...groups.map((g) => g.length)) : list.length);
    const left = body.x + (body.w - (widest * step - 40)) / 2;
    let cell = 0;
    for (const group of groups) {
      if (apart) cell = Math.ceil(cell / columns) * columns;
      for (const counter of group) {
        const [row, column] = [Math.floor(cell / columns), cell % columns];
        stacks.push(one([counter], left + column * step + size / 2, body.y + row * step + size / 2, size, 0));
        cell++;
      }
    }
    return stacks;
  }
  const size = Math.min(560, body.h * 0.85, (body.w / groups.length) * 0.8);
  return groups.map((counters, i) => one(counters, body.x + size * (0.55 + i * 1.25), body.y + body.h / 2, size, EDGE * 0.8));
}

export interface FanCell extends Rect {
  counter: CounterView;
}

export interface Fan {
  space: string;
  cells: FanCell[];
  frame: Rect;
}

/**
 * Spreads counters out in rows around a point of the window, each host followed by what is assigned to it, kept inside the window. Whoever
 * lay under the pointer lies under it still: a click that comes as the fan opens means the same.
 */
export function fanOut(
  space: string,
  list: CounterView[],
  attached: Map<string, CounterView[]>,
  at: { x: number; y: number },
  size: { w: number; h: number },
  px: number,
  under?: string,
): Fan {
  const all = list.flatMap((c) => [c, ...(attached.get(c.id) ?? [])]);
  const gap = Math.max(5, px * 0.09);
  const most = Math.max(1, Math.floor((size.w - 24 - gap) / (px + gap)));
  const columns = Math.min(most, all.length <= 5 ? all.length : Math.max(4, Math.ceil(Math.sqrt(all.length * 1.6))));
  const rows = Math.ceil(all.length / columns);
  const w = columns * (px + gap) + gap;
  const h = rows * (px + gap) + gap;
  const nth = all.findIndex((c) => c.id === under);
  const [column, row] = nth < 0 ? [(columns - 1) / 2, (rows - 1) / 2] : [nth % columns, Math.floor(nth / columns)];
  const x = Math.max(6, Math.min(size.w - w - 6, at.x - gap / 2 - (column + 0.5) * (px + gap)));
  const y = Math.max(6, Math.min(size.h - h - 6, at.y - gap / 2 - (row + 0.5) * (px + gap)));
  const cells = all.map((counter, i) => ({
    counter,
    x: x + gap + (i % columns) * (px + gap),
    y: y + gap + Math.floor(i / columns) * (px + gap),
    w: px,
    h: px,
  }));
  return { space, cells, frame: { x, y, w, h } };
}

/** The stack and the counter of it under a point of the sheet; counters below the top can be hit where they look out. */
export function hitStack(stacks: Stack[], x: number, y: number): { stack: Stack; counter: CounterView } | undefined {
  for (let i = stacks.length - 1; i >= 0; i--) {
    const stack = stacks[i];
    if (!stack || Math.abs(stack.x - x) > HEX || Math.abs(stack.y - y) > HEX) continue;
    const half = stack.size / 2;
    const shown = Math.min(EDGES_SHOWN, stack.counters.length - 1);
    for (let depth = 0; depth <= shown; depth++) {
      const [cx, cy] = [stack.x + depth * stack.edge, stack.y - depth * stack.edge];
      const counter = stack.counters[depth];
      if (counter && Math.abs(x - cx) <= half && Math.abs(y - cy) <= half) return { stack, counter };
    }
  }
  return undefined;
}
