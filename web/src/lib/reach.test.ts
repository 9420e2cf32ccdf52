import { describe, expect, it } from 'vitest';
import { company, goals, isGoal, mates, mayGo, withGoals, type Hand } from './reach';
import { offer, view } from './samples';
import type { CounterView, Reach } from './wire';

const counter = (id: string, at: string, flags: string[] = []): CounterView => ({
  id,
  side: 'axis',
  at,
  kind: 'unit',
  hidden: false,
  flags,
  face: { name: id, nation: 'german', symbol: 'armour', size: 'XX', factors: [], steps: 2, max_steps: 2, formation: '' },
});
const reach = (counters: string[], verb: string, more: Partial<Reach> = {}): Reach => ({
  counters,
  verb,
  label: verb,
  from: '0101',
  left: 6,
  parts: 2,
  goals: [
    { space: '0102', left: 4 },
    { space: '0103', via: 0, left: 1, unsupplied: true },
    { space: '0104', via: 1, left: 0, fight: true },
  ],
  ...more,
});
const hand = (reaches: Reach[], more: Partial<Hand> = {}): Hand => ({
  lead: 'A',
  counters: ['A'],
  reaches,
  verb: null,
  via: [],
  trail: [],
  fresh: true,
  ...more,
});

describe('goals of the counters in hand', () => {
  it('say what is spent and left, what waits there, and by which way', () => {
    const [first, second, third] = goals(hand([reach(['A'], 'march')]));
    expect(first).toMatchObject({ kind: 'move', space: '0102', cost: '1 spent, 2 left', path: ['0101', '0102'] });
    expect(second).toMatchObject({ cost: '2½ spent, ½ left; out of supply there', path: ['0101', '0102', '0103'] });
    expect(third).toMatchObject({ kind: 'attack', cost: 'a fight' });
  });

  it('are those of the first way of moving that gets there, or of the one chosen', () => {
    const both = [
      reach(['A'], 'march'),
      reach(['A'], 'rail', {
        goals: [
          { space: '0102', left: 9 },
          { space: '0909', left: 0 },
        ],
      }),
    ];
    expect(goals(hand(both)).map((g) => [g.space, g.by])).toEqual([
      ['0102', 'march'],
      ['0103', 'march'],
      ['0104', 'march'],
      ['0909', 'rail'],
    ]);
    expect(goals(hand(both, { verb: 'rail' })).map((g) => g.space)).toEqual(['0102', '0909']);
  });

  it('follow the places to go by', () => {
    expect(goals(hand([reach(['A'], 'march', { from: '0102' })], { via: ['0102'], trail: ['0101'] }))[0]?.path).toEqual([
      '0101',
      '0102',
      '0102',
    ]);
  });

  it('tell who comes along and who cannot', () => {
    const slow = reach(['B'], 'march', { goals: [{ space: '0102', left: 0 }] });
    const both = hand([reach(['A'], 'march'), slow], { counters: ['A', 'B'] });
    expect(company(both, '0102')).toEqual({ come: ['A', 'B'], stay: [] });
    expect(company(both, '0103')).toEqual({ come: ['A'], stay: ['B'] });
  });

  it('stand on the map in the place of single steps, and only there', () => {
    const list = [
      offer({ kind: 'move', counter: 'A', space: '0102' }),
      offer({ kind: 'attack', space: '0104' }),
      offer({ kind: 'place', counter: 'A', space: '0103' }),
      offer({ kind: 'move', counter: 'C', space: '0102' }),
    ];
    const shown = withGoals(list, hand([reach(['A'], 'march')]));
    expect(shown.filter((o) => !isGoal(o)).map((o) => o.kind)).toEqual(['place', 'move']);
    expect(shown.filter(isGoal).map((o) => o.space)).toEqual(['0102', '0103', '0104']);
  });
});

describe('who can be taken into the hand', () => {
  const lift = (id: string, by = 'normal') => offer({ kind: 'select', counter: id, space: '0101', action: { move: id, by } });
  const all = [counter('A', '0101'), counter('B', '0101'), counter('C', '0101'), counter('D', '0202')];
  const now = view([lift('A'), lift('B'), lift('C', 'rail'), offer({ kind: 'other', counter: 'D' })], all);

  it('is who can be taken up, not who can only be looked at or tidied', () => {
    expect(['A', 'D'].map((id) => mayGo(now, id))).toEqual([true, false]);
    expect(mayGo(view([offer({ kind: 'move', counter: 'D', space: '0303' })], all), 'D')).toBe(true);
    expect(mayGo(view([offer({ kind: 'place', counter: 'D', space: '0303' })], all), 'D')).toBe(false);
  });

  it('takes others of the place along who can be taken up likewise', () => {
    expect(mates(now, 'A')).toEqual(['B']);
  });
});
