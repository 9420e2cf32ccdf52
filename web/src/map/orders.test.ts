import { describe, expect, it } from 'vitest';
import type { SlotView } from '../lib/protocol';
import { type Arrow, arrowsOf, bundled, nearest, strokeOf } from './orders';

const slot = (name: string, order: unknown, path: string[], more: Partial<SlotView> = {}): SlotView => ({
  slot: name,
  label: name,
  text: '',
  order,
  path,
  counter: name,
  ...more,
});

describe('the stroke of an order', () => {
  it.each([
    [{ move: 'tactical', path: ['1', '2'] }, 'tactical'],
    [{ move: 'strategic', path: ['1', '2'] }, 'strategic'],
    [{ move: 'auto', to: '2' }, 'tactical'],
    [{ attack: 'assault', at: '2' }, 'attack'],
    [{ fire: '2' }, 'support'],
    [{ fly: 'bomb', at: '2' }, 'air'],
    [{ march: ['1', '2'] }, 'tactical'],
    ['hold', 'tactical'],
    [undefined, 'standing'],
    [null, 'standing'],
  ] as const)('of %j is %s', (order, stroke) => {
    expect(strokeOf(order)).toBe(stroke);
  });
});

describe('a plan as arrows', () => {
  it('has one for each slot with a way', () => {
    const found = arrowsOf([slot('a', { march: [] }, ['1', '2']), slot('b', 'hold', []), slot('c', undefined, ['3'])]);
    expect(found.map((a) => a.id)).toEqual(['a']);
  });

  it('keeps whose it is, and whether the rules still allow it', () => {
    const fault = { case: '1.1', text: 'no' } as unknown as NonNullable<SlotView['fault']>;
    const [a] = arrowsOf([slot('a', { attack: 'x' }, ['1', '2'], { fault })]);
    expect(a).toEqual({ id: 'a', counter: 'a', path: ['1', '2'], stroke: 'attack', fault: true });
  });
});

describe('arrows of a formation from afar', () => {
  const arrow = (id: string, stroke: Arrow['stroke'] = 'tactical'): Arrow => ({ id, path: [], stroke, fault: false });
  const line = (id: string, x: number, y: number, stroke?: Arrow['stroke']) => ({
    arrow: arrow(id, stroke),
    points: [
      { x, y: 0 },
      { x, y },
    ],
  });
  const one = () => 'I Corps';

  it('are one if they begin and end near each other, at their mean', () => {
    const [b, ...more] = bundled([line('a', 0, 9000), line('b', 1000, 9000), line('c', 2000, 9000)], one);
    expect(more).toEqual([]);
    expect(b?.of).toBe(3);
    expect(b?.from.x).toBeCloseTo(1000);
    expect(b?.to).toEqual({ x: 1000, y: 9000 });
  });

  it('are several if they go to different places, or begin in them', () => {
    expect(bundled([line('a', 0, 9000), line('b', 0, -9000)], one)).toHaveLength(2);
    expect(bundled([line('a', 0, 9000), line('b', 30_000, 9000)], one)).toHaveLength(2);
  });

  it('are not one with those of others, nor with other orders', () => {
    expect(bundled([line('a', 0, 9000), line('b', 0, 9000)], (a) => a.id)).toHaveLength(2);
    expect(bundled([line('a', 0, 9000), line('b', 0, 9000, 'attack')], one)).toHaveLength(2);
  });

  it('lose none: those in all bundles are as many as there were', () => {
    const lines = Array.from({ length: 60 }, (_, i) => line(`${i}`, (i * 7919) % 40_000, ((i * 104_729) % 30_000) - 15_000));
    expect(bundled(lines, (a) => String(Number(a.id) % 3)).reduce((n, b) => n + b.of, 0)).toBe(60);
  });
});

describe('the arrow under the hand', () => {
  const lines = [
    {
      id: 'a',
      points: [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ],
    },
    {
      id: 'b',
      points: [
        { x: 0, y: 8 },
        { x: 100, y: 8 },
        { x: 100, y: 80 },
      ],
    },
  ];

  it('is the one that passes nearest', () => {
    expect(nearest(lines, { x: 50, y: 3 }, 7)?.id).toBe('a');
    expect(nearest(lines, { x: 50, y: 6 }, 7)?.id).toBe('b');
    expect(nearest(lines, { x: 103, y: 60 }, 7)?.id).toBe('b');
  });

  it('is none where none passes near, nor beyond the end of one', () => {
    expect(nearest(lines, { x: 50, y: 40 }, 7)).toBeUndefined();
    expect(nearest(lines, { x: -20, y: 0 }, 7)).toBeUndefined();
  });
});
