import { beforeEach, describe, expect, it } from 'vitest';
import { record, withoutBrowser } from '../test/record';
import { TILE, TileBudget, TileLayer } from './tiles';

beforeEach(withoutBrowser);

const BYTES = TILE * TILE * 4;
const sheet = { x: 0, y: 0, w: 100_000, h: 100_000 };
/** One pixel a unit: a tile is as wide as its pixels. */
const view = (x: number, y: number, sharp = 1) => ({ x: x / sharp, y: y / sharp, w: (TILE * 2 - 1) / sharp, h: (TILE * 2 - 1) / sharp });

function table(bytes: number, n = 1) {
  const budget = new TileBudget(bytes);
  let painted = 0;
  const layers = Array.from(
    { length: n },
    () =>
      new TileLayer(
        () => painted++,
        () => sheet,
        0,
        budget,
      ),
  );
  const show = (x: number, y: number, sharp = 1): void => {
    budget.clock++;
    for (const layer of layers) {
      layer.owing = 0;
      layer.draw(record().ctx, view(x, y, sharp), sharp, sharp, Infinity);
    }
    budget.tidy();
  };
  return { budget, layers, show, painted: () => painted };
}

describe('the budget of tiles', () => {
  it('is one for all layers', () => {
    const t = table(10 * BYTES, 3);
    t.show(0, 0);
    expect(t.budget.used).toBe(12 * BYTES);
    t.show(20 * TILE, 0);
    expect(t.budget.used).toBeLessThanOrEqual(12 * BYTES);
  });

  it('is kept, wherever one goes and however near', () => {
    const t = table(16 * BYTES, 2);
    for (let i = 0; i < 30; i++) {
      t.show((i % 7) * 3 * TILE, (i % 5) * 2 * TILE, [0.5, 1, 2][i % 3]);
      expect(t.budget.used).toBeLessThanOrEqual(16 * BYTES);
    }
  });

  it('never costs what is in sight', () => {
    const t = table(BYTES);
    t.show(0, 0);
    expect(t.painted()).toBe(4);
    t.show(0, 0);
    expect(t.painted()).toBe(4);
    expect(t.layers[0]?.owing).toBe(0);
  });

  it('lets go of what was not seen for longest', () => {
    const t = table(8 * BYTES);
    t.show(0, 0);
    t.show(10 * TILE, 0);
    t.show(20 * TILE, 0);
    const before = t.painted();
    t.show(10 * TILE, 0);
    expect(t.painted(), 'seen later: still there').toBe(before);
    t.show(0, 0);
    expect(t.painted(), 'seen first: gone').toBe(before + 4);
  });

  it('paints what lies outside only while there is room, and comes to an end', () => {
    const t = table(8 * BYTES);
    t.show(10 * TILE, 10 * TILE);
    let more = 0;
    while (t.layers[0]?.ahead(view(10 * TILE, 10 * TILE), 1) && more < 100) more++;
    expect(more).toBe(4);
    expect(t.budget.used).toBe(8 * BYTES);
    t.show(10 * TILE, 10 * TILE);
    expect(t.painted()).toBe(8);
  });

  it('uses the canvases of what is dropped again', () => {
    const t = table(8 * BYTES);
    t.show(0, 0);
    t.layers[0]?.stale(true);
    expect(t.layers[0]?.size).toBe(0);
    expect(t.budget.used).toBe(4 * BYTES);
    t.show(0, 0);
    expect(t.budget.used).toBe(4 * BYTES);
  });
});
