import { describe, expect, it } from 'vitest';
import choose from '../map/fixtures/battle-choose.json';
import printed from '../map/fixtures/battle-sheet.json';
import { orderOfBattle, sieve } from './oob';
import type { Sheet, View } from './wire';

// The page knows these places and states by what the sheet says of them, not by their names.
const sheet = {
  ...(printed as unknown as Sheet),
  beside: [
    { id: 'valhalla', name: 'eliminated', gone: true },
    { id: 'next-year', name: 'to come', gone: false },
  ],
  badges: [{ flag: 'hungry', text: 'Out of supply', case: '5.1', supply: true }],
};
const base = choose as unknown as View;
const [first, second, third] = base.counters.filter((c) => c.side === 'axis' && c.face.steps !== null);
if (!first || !second || !third) throw new Error('the fixture has counters');
const view: View = {
  ...base,
  counters: [
    { ...first, at: 'valhalla' },
    { ...second, at: 'next-year' },
    { ...third, flags: ['hungry'] },
  ],
  calendar: [{ turn: 3, side: 'axis', text: 'Arrives in the reserve', counter: second.id }],
  offers: { ...base.offers, list: [{ kind: 'attack', group: '', counter: third.id }] },
};
const found = (filter: Parameters<typeof sieve>[2], words = '') =>
  orderOfBattle(view, sheet, 'axis', sieve(view, sheet, filter, words)).flatMap((f) => f.leaves.map((l) => l.counter.id));

describe('the order of battle', () => {
  it('counts who is gone as lost and who is to come not at all', () => {
    const all = orderOfBattle(view, sheet, 'axis');
    const sum = (pick: (f: (typeof all)[number]) => number) => all.reduce((n, f) => n + pick(f), 0);
    expect(sum((f) => f.steps)).toBe(third.face.steps);
    expect(sum((f) => f.max)).toBe((first.face.max_steps ?? 0) + (third.face.max_steps ?? 0));
  });

  it('finds those who can attack, want supply, or are due, and says when', () => {
    expect(found('attack')).toEqual([third.id]);
    expect(found('supply')).toEqual([third.id]);
    expect(found('due')).toEqual([second.id]);
    const leaf = orderOfBattle(view, sheet, 'axis', sieve(view, sheet, 'due', ''))[0]?.leaves[0];
    expect(leaf?.due?.turn).toBe(3);
  });

  it('searches by name', () => {
    expect(found('all', first.face.name)).toContain(first.id);
    expect(found('all', 'no such unit')).toEqual([]);
  });
});
