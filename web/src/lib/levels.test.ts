import { expect, it } from 'vitest';
import { expanded, keyOf, likely, nothingKnown, unrolled } from './levels';
import { pick, wanted } from './offers';
import { view } from './samples';
import type { OfferSet, Offers } from './wire';

const fly: OfferSet = {
  verb: 'fly',
  kind: 'place',
  group: 'Fly',
  count: 4,
  example: { action: { fly: 'vvs-1', to: '0101' }, counter: 'vvs-1', space: '0101' },
  counters: ['vvs-1', 'vvs-2'],
};
const move: OfferSet = {
  verb: 'move normal',
  kind: 'select',
  group: 'Movement',
  count: 2,
  single: true,
  counters: ['A', 'B'],
  spaces: ['0101', ''],
  example: { action: { move: 'A', by: 'normal' }, counter: 'A', space: '0101' },
};
const mark: OfferSet = {
  verb: 'mark',
  kind: 'attack',
  group: 'Marks',
  count: 2,
  spaces: ['0303', '0404'],
  example: { action: { mark: '0303' }, space: '0303' },
};
const offers = (...sets: OfferSet[]): Offers => ({ prompt: { text: '', case: '1', reminders: [] }, list: [], sets });

it('sets become one entry for whatever a hand can point at', () => {
  const list = expanded(offers(move, mark), nothingKnown());
  expect(list.map((o) => [o.counter, o.space])).toEqual([
    ['A', '0101'],
    ['B', undefined],
    [undefined, '0303'],
    [undefined, '0404'],
  ]);
});

it('a counter whose spaces are not known is taken up, and goes where the answer says', () => {
  const known = nothingKnown();
  const before = expanded(offers(fly), known);
  expect(before.map((o) => [o.counter, o.many])).toEqual([
    ['vvs-1', true],
    ['vvs-2', true],
  ]);
  expect(pick(view(before), { counter: 'vvs-1' }, null)).toEqual({ kind: 'select', counter: 'vvs-1' });
  known.targets.set('vvs-1', [{ ...fly, counters: ['vvs-1'], spaces: ['0101', '0202'] }]);
  const after = expanded(offers(fly), known);
  expect(after.filter((o) => o.counter === 'vvs-1').map((o) => o.space)).toEqual(['0101', '0202']);
  const found = pick(view(after), { space: '0202' }, 'vvs-1');
  expect(found.kind === 'act' && found.offer.space).toBe('0202');
});

it('words that were asked for replace the entry', () => {
  const known = nothingKnown();
  const [first] = expanded(offers(mark), known);
  if (!first) throw new Error('there is one');
  known.words.set(keyOf(first), [{ ...first, action: { mark: '0303' }, label: 'Mark 0303' }]);
  expect(expanded(offers(mark), known).map((o) => o.label)).toEqual(['Mark 0303', undefined]);
});

it('what a player seems to have wanted is written like the example', () => {
  const known = nothingKnown();
  known.targets.set('vvs-2', [{ ...fly, counters: ['vvs-2'], spaces: ['0202'] }]);
  const list = expanded(offers(fly), known);
  expect(list.map(likely)).toContainEqual({ fly: 'vvs-2', to: '0202' });
  expect(wanted(list, { space: '0909' }, 'vvs-2')).toEqual([{ fly: 'vvs-2', to: '0909' }]);
});

it('spaces that come as a run are one each', () => {
  expect(unrolled(['N0108..11', 'N0201', 'Baku', ''])).toEqual(['N0108', 'N0109', 'N0110', 'N0111', 'N0201', 'Baku', '']);
  const known = nothingKnown();
  expect(expanded(offers({ ...mark, spaces: ['0303..05'] }), known).map((o) => o.space)).toEqual(['0303', '0304', '0305']);
  known.targets.set('vvs-1', [{ ...fly, counters: ['vvs-1'], spaces: ['0198..99'] }]);
  expect(
    expanded(offers(fly), known)
      .filter((o) => o.counter === 'vvs-1')
      .map((o) => o.space),
  ).toEqual(['0198', '0199']);
});
