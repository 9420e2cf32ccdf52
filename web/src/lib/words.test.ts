import { expect, it } from 'vitest';
import { chanceTables } from '../battle/chances';
import { groupLog, marks } from './loglines';
import type { Frame } from './protocol';
import { lookUp, search, within } from './rules';
import { clockWords, percent, timeLeft } from './words';

const rules = [
  { id: '8.3', title: 'Retreat', kind: 'mechanic' },
  { id: '8.3.e', title: 'Retreat across a river', kind: 'mechanic', help: 'Never over the Volga.' },
  { id: '8.30', title: 'Something else', kind: 'note' },
];

it('a rule is found by its number, by words and by its section', () => {
  expect(search(rules, 'volga').map((r) => r.id)).toEqual(['8.3.e']);
  expect(search(rules, '8.3')[0]?.id).toBe('8.3');
  expect(lookUp(rules, '8.3.e.2')?.id).toBe('8.3.e');
  expect(lookUp(rules, '9.9')).toBeUndefined();
  expect(within('8.30', '8.3')).toBe(false);
});

const frames: Frame[] = [
  { n: 0, side: null, turn: 1, events: [{ kind: 'note', case: '1', text: 'laid' }] },
  { n: 1, side: 'axis', turn: 1, events: [{ kind: 'phase', case: '4', turn: 1, side: 'axis', phase: 'p', text: 'Movement' }] },
  { n: 2, side: 'axis', turn: 1, events: [{ kind: 'move', case: '7', counter: 'A', from: '1', to: '2', text: 'A moves' }] },
  { n: 3, side: 'axis', turn: 2, events: [{ kind: 'phase', case: '4', turn: 2, side: 'soviet', phase: 'q', text: 'Attack' }] },
];

it('the log is grouped by phase', () => {
  expect(groupLog(frames).map((g) => [g.title, g.lines.length])).toEqual([
    ['Before the first turn', 1],
    ['Movement', 1],
    ['Attack', 0],
  ]);
  expect(groupLog(frames, 'battles').map((g) => g.title)).toEqual(['Attack']);
});

it('the slider has a mark at each turn', () => {
  expect(marks(frames).map((m) => [m.n, m.text])).toEqual([
    [1, 'Turn 1'],
    [3, 'Turn 2'],
  ]);
});

it('chances of one table stand together and equal outcomes are summed', () => {
  const tables = chanceTables([
    { text: 'your roll, row 1: no effect', permille: 166 },
    { text: 'your roll, row 1: no effect', permille: 166 },
    { text: 'your roll, row 2: no effect', permille: 166 },
  ]);
  expect(tables.map((t) => [t.title, t.chances.map((c) => c.permille)])).toEqual([
    ['Your roll, row 1', [332]],
    ['Your roll, row 2', [166]],
  ]);
});

it('a chance is never rounded to certainty', () => {
  expect([percent(0), percent(4), percent(583), percent(996), percent(1000)]).toEqual(['0%', '1%', '58%', '99%', '100%']);
});

it('the time left is told in minutes when it is under an hour', () => {
  const minute = 60_000;
  const left = (minutes: number) => timeLeft(1_000_000 + minutes * minute, 1_000_000);
  expect([0, -5, 0.5, 1, 14.2, 59].map(left)).toEqual([
    'Your time for this move is over',
    'Your time for this move is over',
    '1 minute left for this move',
    '1 minute left for this move',
    '15 minutes left for this move',
    '59 minutes left for this move',
  ]);
  expect([60, 61, 179.5].map(left)).toEqual([
    '1 hour left for this move',
    '1 hour 1 minute left for this move',
    '3 hours left for this move',
  ]);
  expect(left(60 * 24 * 3)).toMatch(/^Your time for this move ends /);
});

it('a clock says what it gives for a move', () => {
  expect(clockWords({ clock_days: 0, clock_minutes: 0 })).toBe('');
  expect(clockWords({ clock_days: 1 })).toBe('1 day for a move');
  expect([15, 60, 90].map((m) => clockWords({ clock_days: 0, clock_minutes: m }))).toEqual([
    '15 minutes for a move',
    '1 hour for a move',
    '1 hour 30 minutes for a move',
  ]);
});

it('the battles of one action are one mark of the slider', () => {
  const fight = (text: string) => ({ kind: 'battle', case: '8', at: '1', text }) as unknown as Frame['events'][number];
  const told = [{ n: 7, side: null, turn: 1, events: [fight('one'), fight('two')] }];
  expect(marks(told)).toEqual([{ n: 7, kind: 'battle', text: 'one\ntwo' }]);
});
