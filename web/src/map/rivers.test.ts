import { describe, expect, it } from 'vitest';
import type { Sheet } from '../lib/wire';
import sheetJson from './fixtures/battle-sheet.json';
import { generatedSheet } from './generated';
import { Plan, RADIUS } from './geometry';
import { chain, courses, Ruler, soften } from './rivers';

const plan = new Plan(sheetJson as Sheet);
const rivers = courses(plan, (kind) => kind.startsWith('river'));

describe('rivers', () => {
  it('are chained into one course each where the sides follow each other', () => {
    const names = rivers.map((r) => r.name).sort();
    expect(names).toEqual(['Chir', 'Don', 'Donets', 'Khoper', 'Medveditsa', 'Oskol', 'Volga']);
  });

  it('keep every side of the sheet', () => {
    const sides = plan.sheet.sides.filter((s) => s.kind.startsWith('river')).length;
    const drawn = rivers.reduce((sum, r) => {
      let n = 0;
      for (let i = 1; i < r.points.length; i++) {
        const [a, b] = [r.points[i - 1], r.points[i]];
        if (a && b && Math.abs(Math.hypot(b.x - a.x, b.y - a.y) - RADIUS) < 6) n++;
      }
      return sum + n;
    }, 0);
    expect(drawn).toBe(sides);
  });

  it('run on to the middle of a city that they cross, and through it to their next stretch', () => {
    const volga = rivers.find((r) => r.name === 'Volga');
    const city = plan.get('0606');
    const i = volga?.points.findIndex((p) => city && Math.hypot(p.x - city.x, p.y - city.y) < 100) ?? -1;
    expect(i).toBeGreaterThan(0);
    expect(i).toBeLessThan((volga?.points.length ?? 0) - 1);
  });

  it('are softened without leaving their hexsides', () => {
    for (const river of rivers) {
      const soft = soften(river.points, river.closed);
      expect(soft[0]).toEqual(river.points[0]);
      expect(soft.at(-1)).toEqual(river.points.at(-1));
      for (const p of soft) {
        const near = Math.min(...river.points.map((q) => Math.hypot(p.x - q.x, p.y - q.y)));
        expect(near).toBeLessThan(RADIUS * 0.62);
      }
    }
  });

  it('of a generated map are unbroken', () => {
    const big = new Plan(generatedSheet(40, 40));
    const all = courses(big, (kind) => kind.startsWith('river'));
    const sides = big.sheet.sides.filter((s) => s.kind.startsWith('river')).length;
    expect(all.length).toBeLessThan(sides / 12);
  });
});

describe('chains', () => {
  const p = (x: number, y: number) => ({ x: x * 1000, y: y * 1000 });

  it('part where three meet', () => {
    const lines = chain([
      { p: p(0, 0), q: p(1, 0) },
      { p: p(1, 0), q: p(2, 0) },
      { p: p(2, 0), q: p(3, 1) },
      { p: p(3, -1), q: p(2, 0) },
    ]);
    expect(lines.map((l) => l.points.length).sort()).toEqual([2, 2, 3]);
  });

  it('close where they come back', () => {
    const [ring, ...more] = chain([
      { p: p(0, 0), q: p(1, 0) },
      { p: p(1, 1), q: p(1, 0) },
      { p: p(1, 1), q: p(0, 0) },
    ]);
    expect(more).toEqual([]);
    expect(ring?.closed).toBe(true);
  });
});

describe('a ruler', () => {
  it('measures along a line and finds room for a name', () => {
    const ruler = new Ruler([
      { x: 0, y: 0 },
      { x: 30, y: 40 },
      { x: 130, y: 40 },
    ]);
    expect(ruler.length).toBe(150);
    expect(ruler.at(100)).toMatchObject({ x: 80, y: 40, turn: 0 });
    expect(ruler.calmest(60)).toBeGreaterThanOrEqual(0);
    expect(ruler.calmest(200)).toBeUndefined();
  });
});
