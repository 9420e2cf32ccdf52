// A generated sheet and view, as big as the largest game to come: for measuring, not for playing.
import type { CounterView, Offer, Sheet, SheetHex, SheetSide, View } from '../lib/wire';
import { HEX } from './geometry';

/** Steady pseudo-random numbers, 0 to 1. */
function numbers(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const id = (c: number, r: number): string => `${String(c).padStart(3, '0')}${String(r).padStart(2, '0')}`;

/** Flat-top hexes in columns, as the games of 1978 print them. */
export function generatedSheet(columns = 138, rows = 98): Sheet {
  const next = numbers(5);
  const hexes: SheetHex[] = [];
  const blobs = Array.from({ length: 90 }, () => ({
    c: next() * columns,
    r: next() * rows,
    size: 2 + next() * 6,
    terrain: ['forest', 'forest', 'hills', 'marsh', 'steppe', 'mountain', 'lake'][Math.floor(next() * 7)] ?? 'forest',
  }));
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++) {
      const blob = blobs.find((b) => Math.hypot(b.c - c, b.r - r) < b.size * (0.75 + next() * 0.4) * (b.terrain === 'lake' ? 0.4 : 1));
      const city = next() < 0.012;
      const hex: SheetHex = {
        id: id(c, r),
        x: Math.round(c * HEX * (Math.sqrt(3) / 2)),
        y: Math.round(r * HEX + (c % 2) * (HEX / 2)),
        terrain: city ? 'urban' : c > columns - 6 && r > rows - 20 ? 'sea' : (blob?.terrain ?? 'clear'),
        rank: city ? (next() < 0.12 ? 1 : next() < 0.3 ? 2 : 3) : 0,
      };
      if (city)
        hex.name = `${['Novo', 'Staro', 'Verkhne', 'Nizhne', 'Krasno'][Math.floor(next() * 5)]}${['gorsk', 'chir', 'donsk', 'polye', 'kamensk', 'armeisk'][Math.floor(next() * 6)]}`;
      if (c < columns * 0.3) hex.regions = ['west'];
      hexes.push(hex);
    }
  }
  return { hexes, boxes: [], sides: waters(columns, rows, next), pointy: false, legend: [], turns: [] };
}

/** Rivers that wind down the map, and rail across it. A river is the border between what lies left and right of its course. */
function waters(columns: number, rows: number, next: () => number): SheetSide[] {
  const sides: SheetSide[] = [];
  const names = ['Don', 'Chir', 'Volga', 'Aksai', 'Myshkova', 'Donets', 'Khoper', 'Sal', 'Liska'];
  names.forEach((name, n) => {
    const kind = n % 3 === 2 ? 'river-major' : 'river-minor';
    const [a, b, turn] = [3 + next() * 4, 1 + next() * 2, next() * 6];
    const course = (r: number): number =>
      ((n + 0.5) / names.length) * columns + a * Math.sin(r / 11 + turn) + b * Math.sin(r / 3.7 + turn * 2);
    for (let r = 0; r < rows; r++) {
      for (let c = Math.floor(course(r)) - 4; c <= course(r) + 4; c++) {
        const odd = c % 2;
        for (const [oc, or] of [
          [c, r + 1],
          [c + 1, r + odd],
          [c + 1, r + odd - 1],
        ] as const) {
          if (oc >= columns || or < 0 || or >= rows || c < 0) continue;
          const left = c < course(r + odd / 2);
          if (left !== oc < course(or + (oc % 2) / 2)) sides.push({ a: id(c, r), b: id(oc, or), kind, name });
        }
      }
    }
  });
  for (const r of [20, 45, 70]) {
    for (let c = 0; c < columns - 1; c++) sides.push({ a: id(c, r), b: id(c + 1, r), kind: c % 3 === 0 ? 'road' : 'rail' });
  }
  return sides;
}

export function generatedView(sheet: Sheet, count = 530): View {
  const next = numbers(17);
  const land = sheet.hexes.filter((h) => h.terrain !== 'sea' && h.terrain !== 'lake');
  const middle = Math.max(...sheet.hexes.map((h) => h.x)) * 0.5;
  const symbols = ['infantry', 'armour', 'mechanised', 'motorised', 'cavalry', 'artillery', 'anti-tank', 'engineer', 'hq', 'mountain'];
  const nations = {
    axis: ['german', 'german', 'german', 'romanian', 'italian', 'hungarian', 'ss', 'luftwaffe'],
    soviet: ['soviet', 'soviet', 'soviet', 'guards'],
  };
  const counters: CounterView[] = [];
  let spot = land[0];
  const halves = {
    axis: land.filter((h) => h.x < middle),
    soviet: land.filter((h) => h.x >= middle),
  };
  const front = {
    axis: halves.axis.filter((h) => middle - h.x < middle * 0.35),
    soviet: halves.soviet.filter((h) => h.x - middle < middle * 0.35),
  };
  for (let i = 0; i < count; i++) {
    const side = i % 2 === 0 ? ('axis' as const) : ('soviet' as const);
    if (next() > 0.35 || spot === undefined) {
      const near = (next() < 0.7 ? front : halves)[side];
      spot = near[Math.floor(next() * near.length)] ?? land[0];
    }
    const list = nations[side];
    const most = 1 + Math.floor(next() * 4);
    counters.push({
      id: `c${i}`,
      side,
      at: spot?.id ?? '',
      kind: 'unit',
      hidden: next() < 0.05,
      flags: ['unsupplied', 'moved', 'engaged', 'disrupted'].filter(() => next() < 0.12),
      face: {
        name: `${1 + Math.floor(next() * 400)} ${['Division', 'Panzer Division', 'Rifle Division', 'Tank Corps'][i % 4]}`,
        nation: list[Math.floor(next() * list.length)] ?? 'german',
        symbol: symbols[Math.floor(next() * symbols.length)] ?? 'infantry',
        size: ['XX', 'X', 'III', 'XXX'][i % 4] ?? 'XX',
        factors: [1, 2, 3].map(() => ({ name: 'factor', value: String(1 + Math.floor(next() * 12)) })),
        steps: Math.max(1, most - (next() < 0.3 ? 1 : 0)),
        max_steps: most,
        formation: `${Math.floor(next() * 12)} Army`,
      },
    });
  }
  const list: Offer[] = counters.flatMap((c) =>
    c.side === 'axis'
      ? [{ action: { move: c.id }, label: `${c.face.name} moves`, kind: 'select' as const, group: 'Movement', counter: c.id }]
      : [],
  );
  return {
    game: 'generated',
    scenario: 'big',
    viewer: 'axis',
    turn: { number: 1, of: 10, label: 'Turn 1', side: 'axis', phase: 'movement', phase_name: 'Axis movement', case: '1.0' },
    to_act: 'axis',
    spaces: sheet.hexes.map((h) => ({ id: h.id, control: h.x + Math.sin(h.y / 9000) * 9000 < middle ? 'axis' : 'soviet' })),
    counters,
    tracks: [],
    calendar: [],
    layers: [
      {
        id: 'supply-axis',
        name: 'Axis supply',
        case: '5.0',
        spaces: sheet.hexes.filter((h) => h.x < middle * 0.9).map((h) => h.id),
        half: [],
      },
    ],
    offers: { prompt: { text: 'Move', case: '7.0', reminders: [] }, list },
  };
}
