import { expect, test } from 'vitest';
import { dragged, holds, kept, NONE, one, several, together, toggled } from './selection';

test('several of one are one, of none nobody', () => {
  expect(several([])).toBe(NONE);
  expect(several(['A', 'A'])).toEqual(one('A'));
  expect(several(['A', 'B', 'A'], 'lasso')).toEqual({ ids: ['A', 'B'], lead: 'A', source: 'lasso' });
});

test('those who go together are the same list for the same selection', () => {
  expect(together(NONE)).toBe(together(one('A')));
  const two = several(['A', 'B']);
  expect(together(two)).toBe(two.ids);
});

test('with one more, with one less; the last stays', () => {
  expect(toggled(['A'], 'B')).toEqual(['A', 'B']);
  expect(toggled(['A', 'B'], 'A')).toEqual(['B']);
  expect(toggled(['A'], 'A')).toEqual(['A']);
});

test('dragging one of several drags all, dragging another drags it alone', () => {
  const two = several(['A', 'B']);
  expect(dragged(two, 'B')).toEqual(['A', 'B']);
  expect(dragged(two, 'C')).toEqual(['C']);
  expect(dragged(one('A'), 'A')).toEqual(['A']);
});

test('after a patch who can act stays taken up, and nobody is made anew', () => {
  const a = one('A');
  expect(kept(a, () => true)).toBe(a);
  expect(kept(a, () => false)).toBe(NONE);
  expect(kept(NONE, () => true)).toBe(NONE);
  expect(kept(several(['A', 'B']), (id) => id === 'A')).toEqual(one('A'));
  expect(kept(several(['A', 'B']), (id) => id === 'B')).toBe(NONE);
});

test('who is taken up', () => {
  expect([holds(several(['A', 'B']), 'B'), holds(one('A'), 'B'), holds(one('A'), undefined)]).toEqual([true, false, false]);
});
