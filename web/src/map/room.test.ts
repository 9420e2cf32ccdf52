import { describe, expect, it } from 'vitest';
import { toScreen } from './camera';
import { densest, roomFor } from './room';

const size = { w: 1000, h: 800 };
const free = { x: 100, y: 100, w: 800, h: 600 };
const camera = { x: 0, y: 0, hex: 50 };
const seen = (c: typeof camera, p: { x: number; y: number }): boolean => {
  const q = toScreen(c, size, p);
  return q.x >= free.x - 0.01 && q.x <= free.x + free.w + 0.01 && q.y >= free.y - 0.01 && q.y <= free.y + free.h + 0.01;
};

describe('room for places', () => {
  it('is there if most of them are in sight', () => {
    const points = [0, 1, 2, 3, 4, 5].map((i) => ({ x: i * 1000, y: 0 }));
    expect(roomFor(camera, size, points, free)).toBe(camera);
    expect(roomFor(camera, size, [], free)).toBe(camera);
  });

  it('is made by moving, if they fit as near as one is', () => {
    const points = [0, 1, 2].map((i) => ({ x: 30_000 + i * 1000, y: 0 }));
    const to = roomFor(camera, size, points, free);
    expect(to.hex).toBe(50);
    expect(points.every((p) => seen(to, p))).toBe(true);
  });

  it('is made by going farther away, if they do not', () => {
    const points = [0, 1, 2].map((i) => ({ x: i * 10_000, y: 0 }));
    const to = roomFor(camera, size, points, free);
    expect(to.hex).toBeLessThan(50);
    expect(to.hex).toBeGreaterThanOrEqual(24);
    expect(points.every((p) => seen(to, p))).toBe(true);
  });

  it('is made for most of them, if they lie too far apart: not for the empty middle between them', () => {
    const near = [0, 1, 2, 3].map((i) => ({ x: i * 1000, y: 90_000 }));
    const to = roomFor(camera, size, [...near, { x: 0, y: -90_000 }], free);
    expect(near.every((p) => seen(to, p))).toBe(true);
    expect(to.hex).toBe(24);
  });

  it('never comes nearer than one is', () => {
    expect(roomFor({ x: 0, y: 0, hex: 10 }, size, [{ x: 300_000, y: 0 }], free).hex).toBe(10);
  });
});

it('the densest window holds what no other holds more of', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 5, y: 5 },
    { x: 50, y: 50 },
    { x: 52, y: 48 },
    { x: 55, y: 55 },
  ];
  expect(densest(points, 10, 10)).toEqual(points.slice(2));
  expect(densest(points, 100, 100)).toHaveLength(5);
  expect(densest([], 10, 10)).toEqual([]);
});
