import { describe, expect, it } from 'vitest';
import { together } from './company';
import { inBoxes, onTheMap } from './offers';
import { offer, view } from './samples';
import type { CounterView } from './wire';

const counter = (id: string, at: string, movement = 2, flags: string[] = []): CounterView => ({
  id,
  side: 'soviet',
  at,
  kind: 'unit',
  hidden: false,
  flags,
  face: {
    name: id,
    nation: 'soviet',
    symbol: 'infantry',
    size: 'XX',
    factors: [{ name: 'movement', value: String(movement) }],
    steps: 2,
    max_steps: 2,
    formation: '',
  },
});
const lift = (id: string, space: string, by = 'normal') => offer({ kind: 'select', counter: id, space, action: { move: id, by } });

describe('a company', () => {
  const stack = [counter('A', '0101', 3), counter('B', '0101', 2), counter('C', '0101', 3), counter('D', '0202')];
  const before = view([lift('A', '0101'), lift('B', '0101'), lift('C', '0101', 'strategic'), lift('D', '0202')], stack);

  it('is made of those of one place who can be taken up in one way, the slowest first', () => {
    expect(together(before, '0101').map((way) => way.map((o) => o.counter))).toEqual([['B', 'A']]);
    expect(together(before, '0202')).toEqual([]);
    expect(together(before, '0101', ['A', 'C'])).toEqual([]);
  });
});

describe('what is not on the map', () => {
  const places = new Set(['0101', 'box']);
  it('is found, so that the list opens', () => {
    expect(onTheMap(view([offer({ counter: 'pool' }), offer({})], []), places)).toBe(false);
    expect(onTheMap(view([offer({ counter: 'A' })], [counter('A', '0101')]), places)).toBe(true);
  });

  it('lies in a tray, those of one face together, the one that is offered first', () => {
    const like = (id: string) => ({ ...counter(id, 'box'), face: counter('X', 'box').face });
    const all = [like('A'), like('B'), counter('C', '0101'), counter('D', 'box')];
    const faces = inBoxes(view([offer({ counter: 'B', space: '0101' }), offer({ counter: 'C', space: '0102' })], all), new Set(['box']));
    expect(faces.map((f) => f.map((c) => c.id))).toEqual([['B', 'A']]);
  });
});
