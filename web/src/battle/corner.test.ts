import { expect, test } from 'vitest';
import { freeCorner } from './corner';

const map = { w: 900, h: 700 };
const card = { w: 350, h: 300 };

test('a card takes the first corner that covers nothing asked for', () => {
  expect(freeCorner([], card, map)).toBe('top left');
  expect(freeCorner([{ x: 200, y: 150 }], card, map)).toBe('bottom left');
  expect(
    freeCorner(
      [
        { x: 200, y: 150 },
        { x: 100, y: 600 },
      ],
      card,
      map,
    ),
  ).toBe('top right');
});

test('where every corner covers something, none is free', () => {
  const everywhere = [100, 450, 800].flatMap((x) => [100, 350, 600].map((y) => ({ x, y })));
  expect(freeCorner(everywhere, card, map)).toBeNull();
});
