import { describe, expect, it } from 'vitest';
import type { Sheet, View } from '../lib/wire';
import choose from './fixtures/battle-choose.json';
import printed from './fixtures/battle-sheet.json';
import { clamped, seen } from './camera';
import { HEX, Plan } from './geometry';
import { frontOf, opening, READABLE } from './opening';
import { islandsOf } from './overlay';
import { layout } from './stacks';
import { farPlaces, type Targets } from './targets';

const plan = new Plan(printed as unknown as Sheet);
const view = choose as unknown as View;
const stacks = layout(plan, view.counters).stacks.filter((s) => plan.get(s.space)?.hex);

describe('the first view', () => {
  const sizes = [
    { w: 860, h: 660 },
    { w: 1000, h: 850 },
    { w: 1500, h: 1030 },
    { w: 390, h: 560 },
  ];
  for (const size of sizes) {
    it(`is readable and shows the front at ${size.w}x${size.h}`, () => {
      const camera = opening(plan, size, stacks, []);
      expect(camera.hex).toBeGreaterThanOrEqual(READABLE);
      const window = seen(camera, size);
      const front = frontOf(stacks);
      const inside = front.filter((s) => s.x > window.x && s.y > window.y && s.x < window.x + window.w && s.y < window.y + window.h);
      expect(front.length).toBeGreaterThan(5);
      // A phone cannot show all of it; any desk can.
      expect(inside.length / front.length).toBeGreaterThan(size.w < 500 ? 0.4 : 0.9);
    });
  }

  it('never looks past the map by more than its margin', () => {
    const size = { w: 900, h: 700 };
    const far = clamped({ x: 1e6, y: -1e6, hex: 60 }, plan, size);
    const window = seen(far, size);
    expect(window.x + window.w - (plan.bounds.x + plan.bounds.w)).toBeLessThanOrEqual(2 * HEX);
    expect(plan.bounds.y - window.y).toBeLessThanOrEqual(2 * HEX);
  });
});

describe('control', () => {
  it('of a few hexes that nobody stands in is no front', () => {
    const control = new Map(plan.hexes.map((h) => [h.id, 'axis' as const]) as [string, 'axis' | 'soviet'][]);
    const lone = plan.hexes[40];
    if (!lone) throw new Error('a hex');
    control.set(lone.id, 'soviet');
    expect([...islandsOf(plan, control, { ...view, counters: [] })]).toEqual([lone.id]);
    const held = { ...view, counters: view.counters.slice(0, 1).map((c) => ({ ...c, side: 'soviet' as const, at: lone.id })) };
    expect(islandsOf(plan, control, held).size).toBe(0);
  });
});

describe('where something can be put nearly everywhere', () => {
  it('what lies far from the front is pale', () => {
    const offers = { offers: [], kind: 'place' as const };
    const everywhere: Targets = { counters: new Map(), spaces: new Map(plan.hexes.map((h) => [h.id, offers])), order: [] };
    const pale = farPlaces(plan, everywhere, stacks);
    expect(pale.size).toBeGreaterThan(plan.hexes.length / 2);
    expect(pale.size).toBeLessThan(plan.hexes.length);
    for (const s of frontOf(stacks).slice(0, 3))
      if (stacks.some((e) => e.side !== s.side && Math.hypot(e.x - s.x, e.y - s.y) < 1.2 * HEX)) expect(pale.has(s.space)).toBe(false);
    const few: Targets = { ...everywhere, spaces: new Map([...everywhere.spaces].slice(0, 10)) };
    expect(farPlaces(plan, few, stacks).size).toBe(0);
  });
});
