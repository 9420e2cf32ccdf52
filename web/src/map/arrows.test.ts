import { beforeAll, describe, expect, it } from 'vitest';
import { record, RecordedPath, withoutBrowser } from '../test/record';
import { brush, headSize, paintArrows, shortened, thickness } from './arrows';

beforeAll(withoutBrowser);

const B = brush('#ink', '#halo', 60);
const way = (i: number) => [
  { x: i, y: 0 },
  { x: i + 10, y: 0 },
  { x: i + 20, y: 10 },
];

describe('arrows of one brush', () => {
  it('cost as many strokes and fills as one of them', () => {
    const [one, many] = [record(), record()];
    paintArrows(one.ctx, [way(0)], B);
    paintArrows(
      many.ctx,
      Array.from({ length: 500 }, (_, i) => way(i)),
      B,
    );
    for (const name of ['stroke', 'fill', 'save', 'restore']) expect(many.count(name)).toBe(one.count(name));
    expect(many.count('stroke')).toBe(2);
    expect(many.count('fill')).toBe(2);
  });

  it('lie on a halo that is wider than they are', () => {
    const r = record();
    paintArrows(r.ctx, [way(0)], B);
    const [outer = 0, inner = 0] = r.set('lineWidth') as number[];
    expect(outer).toBeGreaterThan(inner + 1);
    expect(r.set('strokeStyle')).toEqual(['#halo', '#ink']);
  });

  it('are dashed in their ink only', () => {
    const r = record();
    paintArrows(r.ctx, [way(0)], { ...B, dash: [4, 4] });
    const order = r.calls
      .filter((c) => c.name === 'stroke' || c.name === 'setLineDash')
      .map((c) => (c.name === 'stroke' ? 'stroke' : c.args[0]));
    expect(order).toEqual(['stroke', [4, 4], 'stroke', []]);
  });

  it('draw nothing where there is no way', () => {
    const r = record();
    paintArrows(r.ctx, [[], [{ x: 1, y: 1 }]], B);
    expect(r.calls).toEqual([]);
  });

  it('have no head if the brush has none', () => {
    const r = record();
    paintArrows(r.ctx, [way(0)], { ...B, head: 0 });
    const fills = r.calls.filter((c) => c.name === 'fill').map((c) => (c.args[0] as RecordedPath).calls.length);
    expect(fills).toEqual([0, 0]);
  });

  it('mark each step of a straight way, but not its ends', () => {
    const r = record();
    paintArrows(r.ctx, [way(0)], { ...B, line: 'straight', head: 0 });
    const [outer] = r.calls.filter((c) => c.name === 'fill').map((c) => c.args[0] as RecordedPath);
    expect(outer?.calls.filter((c) => c.name === 'arc')).toHaveLength(1);
  });

  it('bend once as a bow, however many points they have', () => {
    const r = record();
    paintArrows(r.ctx, [way(0)], { ...B, line: 'bow' });
    const line = r.calls.find((c) => c.name === 'stroke')?.args[0] as RecordedPath;
    expect(line.calls.map((c) => c.name)).toEqual(['moveTo', 'quadraticCurveTo']);
  });

  it.each([
    ['target', 'arc'],
    ['shield', 'closePath'],
  ] as const)('end in a %s if the brush says so', (glyph, piece) => {
    const r = record();
    paintArrows(r.ctx, [way(0), way(40)], { ...B, glyph });
    const ends = r.calls.filter((c) => c.name === 'stroke').slice(2);
    expect(ends).toHaveLength(2);
    for (const end of ends) expect((end.args[0] as RecordedPath).calls.map((c) => c.name)).toContain(piece);
  });
});

describe('the head of an arrow', () => {
  it('looks along the last piece of the way', () => {
    const r = record();
    paintArrows(
      r.ctx,
      [
        [
          { x: 0, y: 0 },
          { x: 0, y: 50 },
        ],
      ],
      { ...B, head: 10 },
    );
    const head = r.calls.filter((c) => c.name === 'fill')[1]?.args[0] as RecordedPath;
    const [tip] = head.calls;
    expect(tip?.args[0]).toBeCloseTo(0);
    expect(tip?.args[1]).toBeCloseTo(60);
  });

  it('is drawn back from the place it goes to', () => {
    const [a, b] = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ];
    expect(shortened([a, b], 20)).toEqual([a, { x: 80, y: 0 }]);
    expect(shortened([a, { x: 10, y: 0 }], 20)[1]?.x).toBeCloseTo(4);
    expect(shortened([a], 20)).toEqual([a]);
  });
});

it('lines and heads grow with the hexes, within reason', () => {
  expect(thickness(5)).toBe(thickness(20));
  expect(thickness(60)).toBeCloseTo(1);
  expect(thickness(500)).toBe(1.3);
  expect(headSize(10)).toBe(6);
  expect(headSize(400)).toBe(15);
});
