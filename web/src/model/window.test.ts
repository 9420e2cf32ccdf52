import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flat, Heights, partOf, topOf, walked, WHOLE, type Branch } from './window';

const ids = (n: number) => Array.from({ length: n }, (_, i) => `r${i}`);

test('a short list is drawn whole', () => {
  expect(partOf(ids(WHOLE), new Heights(30), 5000, 5100)).toEqual({ first: 0, end: WHOLE, above: 0, below: 0 });
});

test('of a long one the rows in sight, and room for the others', () => {
  const part = partOf(ids(1000), new Heights(30), 3000, 3300);
  expect(part).toEqual({ first: 94, end: 116, above: 94 * 30, below: (1000 - 116) * 30 });
});

test('at the end nothing is below', () => {
  const part = partOf(ids(100), new Heights(30), 100 * 30 - 200, 100 * 30);
  expect([part.end, part.below]).toEqual([100, 0]);
});

test('scrolled past the end it still draws the last rows', () => {
  const part = partOf(ids(100), new Heights(30), 9000, 9300);
  expect(part.end).toBe(100);
  expect(part.first).toBeLessThan(100);
});

test('what is measured counts, and tells what is still to come', () => {
  const heights = new Heights(30);
  expect(heights.measure('r0', 90)).toBe(true);
  expect(heights.measure('r0', 90.2)).toBe(false);
  expect([heights.of('r0'), heights.of('r1')]).toEqual([90, 30]);
  for (let i = 1; i < 9; i++) heights.measure(`r${i}`, 90);
  expect(heights.of('r700')).toBe(90);
  expect(topOf(ids(1000), heights, 10)).toBe(900);
});

test('room and rows together are always the whole list, and what is in sight is drawn', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 8, max: 200 }), { minLength: WHOLE + 1, maxLength: 200 }),
      fc.integer({ min: 0, max: 8000 }),
      fc.integer({ min: 50, max: 900 }),
      (sizes, from, tall) => {
        const rows = ids(sizes.length);
        const heights = new Heights(30);
        sizes.forEach((h, i) => heights.measure(`r${i}`, h));
        const whole = sizes.reduce((a, b) => a + b, 0);
        const { first, end, above, below } = partOf(rows, heights, from, from + tall);
        const drawn = sizes.slice(first, end).reduce((a, b) => a + b, 0);
        expect(above + drawn + below).toBeCloseTo(whole);
        if (from < whole) expect(above).toBeLessThanOrEqual(from);
        expect(above + drawn).toBeGreaterThanOrEqual(Math.min(whole, from + tall) - 1e-6);
      },
    ),
  );
});

const tree: Branch<string>[] = [
  {
    id: 'a',
    item: 'A',
    children: [
      { id: 'a1', item: 'A1' },
      { id: 'a2', item: 'A2' },
    ],
  },
  { id: 'b', item: 'B' },
  { id: 'c', item: 'C', children: [{ id: 'c1', item: 'C1', children: [{ id: 'c11', item: 'C11' }] }] },
];
const open = (...list: string[]) => flat(tree, (id) => list.includes(id));

test('what lies under a closed row is left out', () => {
  expect(open().map((r) => r.id)).toEqual(['a', 'b', 'c']);
  expect(open('a', 'c1').map((r) => r.id)).toEqual(['a', 'a1', 'a2', 'b', 'c']);
  expect(open('c', 'c1').map((r) => [r.id, r.level])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
    ['c1', 2],
    ['c11', 3],
  ]);
});

test('a row knows its place among its brothers', () => {
  expect(open('a').map((r) => [r.nth, r.of])).toEqual([
    [1, 3],
    [1, 2],
    [2, 2],
    [2, 3],
    [3, 3],
  ]);
  expect(open('a').map((r) => r.open)).toEqual([true, undefined, undefined, undefined, false]);
});

test('arrows walk, right opens and goes in, left closes and goes out', () => {
  const rows = open('a');
  expect(walked(rows, 0, 'ArrowDown')).toEqual({ to: 1 });
  expect(walked(rows, 0, 'ArrowUp')).toEqual({ to: 0 });
  expect(walked(rows, 4, 'ArrowDown')).toEqual({ to: 4 });
  expect(walked(rows, 4, 'ArrowRight')).toEqual({ toggle: 'c' });
  expect(walked(rows, 0, 'ArrowRight')).toEqual({ to: 1 });
  expect(walked(rows, 2, 'ArrowLeft')).toEqual({ to: 0 });
  expect(walked(rows, 0, 'ArrowLeft')).toEqual({ toggle: 'a' });
  expect(walked(rows, 3, 'ArrowLeft')).toBeNull();
  expect(walked(rows, 3, 'ArrowRight')).toBeNull();
  expect([walked(rows, 2, 'Home'), walked(rows, 2, 'End'), walked(rows, 2, 'x')]).toEqual([{ to: 0 }, { to: 4 }, null]);
});
