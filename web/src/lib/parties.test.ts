// Who can take part in an attack, stack by stack and kind by kind.
import { expect, it } from 'vitest';
import { partyWords, stacksOf } from './parties';
import type { CounterView, Muster } from './wire';

const face = (name: string, symbol: string, size: string) => ({
  name,
  symbol,
  size,
  nation: 'german',
  factors: [],
  steps: null,
  max_steps: null,
  formation: '',
});
const counter = (id: string, name: string, symbol: string, at: string, size = 'XX'): CounterView => ({
  id,
  side: 'axis',
  at,
  kind: 'unit',
  face: face(name, symbol, size),
  hidden: false,
});
const COUNTERS = [
  counter('u1', '16 Panzer', 'armour', '0511'),
  counter('u2', '295 Infantry', 'infantry', '0511'),
  counter('u3', '24 Panzer', 'armour', '0511'),
  counter('u4', '3 Motorised', 'motorised', '0402'),
  counter('u5', 'VIII Flieger', 'air', 'u4'),
];
const party = (id: string, space?: string): Muster['parties'][number] => ({
  counter: id,
  label: `${id} joins`,
  joined: true,
  ...(space === undefined ? {} : { space }),
});
const words = (id: string) => (id === '0402' ? 'Kalach (0402)' : id);

it('puts those of one stack together, and in it those of one kind, in the order in which they were offered', () => {
  const stacks = stacksOf([party('u1', '0511'), party('u4', '0402'), party('u2', '0511'), party('u3', '0511')], COUNTERS);
  expect(stacks.map((s) => [s.space, s.kinds.map((k) => k.map((m) => m.name))])).toEqual([
    ['0511', [['16 Panzer', '24 Panzer'], ['295 Infantry']]],
    ['0402', [['3 Motorised']]],
  ]);
});

it('keeps sizes of one branch apart', () => {
  const [stack] = stacksOf([party('u1', '0511'), party('b', '0511')], [...COUNTERS, counter('b', '22 Brigade', 'armour', '0511', 'X')]);
  expect(stack?.kinds.map((k) => k.map((m) => m.name))).toEqual([['16 Panzer'], ['22 Brigade']]);
});

it('finds the stack of one that stands with another, and never names a counter by its id', () => {
  const stacks = stacksOf([party('u4'), party('u5'), party('u9', '0101')], COUNTERS);
  expect(stacks.map((s) => [s.space, s.kinds.flat().map((m) => m.name)])).toEqual([
    ['0402', ['3 Motorised', 'VIII Flieger']],
    ['0101', ['u9 joins']],
  ]);
});

it('is one sentence where there is no room for more', () => {
  const stacks = stacksOf([party('u1', '0511'), party('u3', '0511'), party('u4', '0402')], COUNTERS);
  expect(partyWords(stacks, words)).toBe('16 Panzer, 24 Panzer (0511); 3 Motorised (Kalach)');
});
