import { describe, expect, it } from 'vitest';
import type { Sheet } from '../lib/wire';
import { clamped, fitted, toScreen, toSheet, zoomedAt } from './camera';
import sheetJson from './fixtures/battle-sheet.json';
import { HEX, insideHex, Plan } from './geometry';

const plan = new Plan(sheetJson as Sheet);
const at = (id: string) => {
  const place = plan.get(id);
  if (!place) throw new Error(id);
  return place;
};

describe('a plan of the sheet', () => {
  it('finds the hex under its centre and just inside its corners, and nothing outside the map', () => {
    for (const place of plan.hexes) {
      expect(plan.hit(place.x, place.y)?.id).toBe(place.id);
      for (const c of plan.corners) expect(plan.hit(place.x + c.x * 0.97, place.y + c.y * 0.97)?.id).toBe(place.id);
    }
    expect(plan.hit(-30000, -30000)).toBeUndefined();
  });

  it('finds boxes before hexes', () => {
    expect(plan.hit(-10000, 11000)?.id).toBe('Krasnodarsky');
  });

  it('gives neighbours that share a side, each the other way round too', () => {
    for (const place of plan.hexes) {
      plan.neighbours(place).forEach((other, i) => {
        if (!other) return;
        expect(Math.hypot(other.x - place.x, other.y - place.y)).toBeCloseTo(HEX, -1);
        expect(plan.neighbours(other)[(i + 3) % 6]).toBe(place);
      });
    }
    expect(plan.sideToward(at('0606'), at('0605'))).toBeGreaterThanOrEqual(0);
    expect(plan.sideToward(at('0606'), at('0101'))).toBe(-1);
  });

  it('tells points in a hex from points beside it', () => {
    expect(insideHex(true, 499, 0)).toBe(true);
    expect(insideHex(true, 501, 0)).toBe(false);
    expect(insideHex(true, 0, 570)).toBe(true);
    expect(insideHex(true, 450, 400)).toBe(false);
    expect(insideHex(false, 570, 0)).toBe(true);
  });

  it('walks straight up a zigzag of hexes', () => {
    let here = at('0810');
    const along = { x: here.x, y: here.y };
    for (let i = 0; i < 6; i++) {
      const next = plan.step(here, 0, -1, along);
      expect(next).toBeDefined();
      if (next) here = next;
    }
    expect(Math.abs(here.x - along.x)).toBeLessThan(HEX);
    expect(here.y).toBeLessThan(along.y - 5 * HEX * 0.8);
  });

  it('walks from the map into the boxes and from box to box', () => {
    expect(plan.step(at('1110'), 0, 1)?.id).toBe('Krasnodarsky');
    expect(plan.step(at('Krasnodarsky'), 1, 0)?.box).toBeDefined();
  });

  it('gives room to boxes that have none', () => {
    const loose = new Plan({ ...(sheetJson as Sheet), boxes: [{ id: 'b', name: 'B', x: 0, y: 0, w: 0, h: 0, note: '', links: [] }] });
    const box = loose.get('b')?.box;
    expect(box?.w).toBeGreaterThan(0);
    expect(box?.x).toBeGreaterThan(loose.field.x + loose.field.w);
  });
});

describe('the camera', () => {
  const size = { w: 1280, h: 800 };

  it('goes from sheet to window and back', () => {
    const camera = { x: 100, y: -700, hex: 37 };
    const p = toSheet(camera, size, toScreen(camera, size, { x: 1234, y: 987 }));
    expect(p.x).toBeCloseTo(1234);
    expect(p.y).toBeCloseTo(987);
  });

  it('shows the whole sheet when it fits it', () => {
    const camera = fitted(plan, size);
    const a = toScreen(camera, size, plan.bounds);
    const b = toScreen(camera, size, { x: plan.bounds.x + plan.bounds.w, y: plan.bounds.y + plan.bounds.h });
    expect(Math.min(a.x, a.y)).toBeGreaterThanOrEqual(-0.5);
    expect(b.x).toBeLessThanOrEqual(size.w + 0.5);
    expect(b.y).toBeLessThanOrEqual(size.h + 0.5);
  });

  it('keeps what lies under the pointer there when it zooms', () => {
    const camera = { x: -9000, y: 5000, hex: 40 };
    const pointer = { x: 300, y: 650 };
    const before = toSheet(camera, size, pointer);
    const after = toSheet(zoomedAt(camera, size, 1.7, pointer), size, pointer);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('does not lose the sheet', () => {
    const camera = clamped({ x: 1e7, y: -1e7, hex: 80 }, plan, size);
    const p = toSheet(camera, size, { x: 0, y: size.h });
    expect(p.x).toBeLessThan(plan.bounds.x + plan.bounds.w);
    expect(p.y).toBeGreaterThan(plan.bounds.y);
  });
});
