import { expect, it } from 'vitest';
import recorded from './fixtures/patches.json';
import { patched } from './patch';
import { view } from './samples';
import type { Patch } from './protocol';
import type { CounterView, View } from './wire';

it('recorded patches lead from the first view to the last exactly', () => {
  const { first, patches, last } = recorded as unknown as { first: View; patches: Patch[]; last: View };
  expect(patches.length).toBeGreaterThan(20);
  expect(patches.reduce(patched, first)).toEqual(last);
  expect(first).not.toEqual(last);
});

it('what did not change stays the same object', () => {
  const counter = (id: string): CounterView => ({
    id,
    side: 'axis',
    at: '0101',
    kind: 'unit',
    hidden: false,
    flags: ['moved'],
    face: { name: id, nation: '', symbol: '', size: '', factors: [], steps: null, max_steps: null, formation: '' },
  });
  const before = view([], [counter('a'), counter('b'), counter('c')]);
  const after = patched(before, {
    counters: { gone: ['a'], put: [{ id: 'b', at: '0202', flags: [] }], new: [[0, counter('d')]] },
    battle: null,
  });
  expect(after.counters.map((c) => c.id)).toEqual(['d', 'b', 'c']);
  expect(after.counters[2]).toBe(before.counters[2]);
  expect(after.counters[1]).toMatchObject({ at: '0202', side: 'axis' });
  expect(after.counters[1]).not.toHaveProperty('flags');
  expect(after.spaces).toBe(before.spaces);
  expect(before.counters[1]?.at).toBe('0101');
});
