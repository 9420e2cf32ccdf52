import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import type { CounterView, Event, Sheet, View } from '../lib/wire';
import {
  endsScene,
  endsStep,
  explained,
  factorLine,
  factorWords,
  hasMoved,
  inUse,
  isMarching,
  isPhase,
  legend,
  legible,
  marchers,
  marching,
  onTop,
  paceOf,
  phaseOf,
  questionOf,
  statesOf,
  stateWords,
  stepOf,
  supplyTrouble,
} from './rules';

const counter = (id: string, ...flags: string[]) => ({ id, flags }) as unknown as CounterView;
const plain = { id: 'P' } as unknown as CounterView;
const face = (...factors: [string, string][]) => ({ factors: factors.map(([name, value]) => ({ name, value })) });
const sheet = {
  badges: [
    { flag: 'hungry', text: 'Out of supply: no move', case: '9.1', supply: true },
    { flag: 'dug-in', text: 'Dug in', case: '15.1' },
  ],
} as unknown as Sheet;
const at = (number: number, phase: string, rule = '1') =>
  ({ turn: { number, phase }, offers: { prompt: { case: rule } }, counters: [] }) as unknown as View;

describe('states of counters', () => {
  test('who is on the march', () => {
    const view = { counters: [plain, counter('A', 'on-march'), counter('B', 'on-march')] } as unknown as View;
    expect(marchers(view)).toEqual(['A', 'B']);
    expect([marching(view, 'A'), marching(view, 'P'), marching(view, 'nobody')]).toEqual([true, false, false]);
    expect(isMarching(undefined)).toBe(false);
  });

  test('what is being done holds marchers and attackers', () => {
    expect([inUse(counter('A', 'on-march')), inUse(counter('A', 'attacking')), inUse(counter('A', 'moved')), inUse(plain)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('moved, and on top of the stack', () => {
    expect([hasMoved(counter('A', 'moved')), hasMoved(plain), onTop(counter('A', 'top')), onTop(plain)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('a state speaks the words of its game, or its own', () => {
    expect([stateWords(sheet, 'hungry'), stateWords(sheet, 'no-way-back'), stateWords(null, 'hungry')]).toEqual([
      'Out of supply: no move',
      'No way back',
      'Hungry',
    ]);
    expect(explained(sheet, counter('A', 'dug-in', 'odd'))).toEqual([
      { state: 'dug-in', text: 'Dug in', case: '15.1' },
      { state: 'odd', text: 'Odd' },
    ]);
    expect(statesOf(plain)).toEqual([]);
  });

  test('the legend names each state once', () => {
    expect(legend(sheet).map((l) => l.state)).toEqual(['hungry', 'dug-in']);
    expect(legend({} as Sheet)).toEqual([]);
  });

  test('trouble with supply is what the game calls so', () => {
    const trouble = supplyTrouble(sheet);
    expect([trouble(counter('A', 'hungry')), trouble(counter('A', 'dug-in')), trouble(plain)]).toEqual([true, false, false]);
    expect(supplyTrouble(null)(counter('A', 'hungry'))).toBe(false);
  });
});

describe('factors', () => {
  test('stand in the order of the print', () => {
    const f = face(['attack', '4'], ['defence', '?'], ['movement', '6']);
    expect([factorLine(f), legible(f)]).toEqual(['4-?-6', 2]);
    expect(factorWords(f)).toBe('attack 4, defence unknown, movement 6');
    expect(factorWords(f, 'not known')).toContain('defence not known');
  });

  test('the pace is what the game calls movement, whatever it calls it', () => {
    expect(paceOf(face(['attack', '4'], ['movement', '6']))).toBe(6);
    expect(paceOf(face(['Movement allowance', '7.5']))).toBe(7.5);
    expect([paceOf(face(['move', '?'])), paceOf(face(['attack', '4'])), paceOf(undefined)]).toEqual([0, 0, 0]);
  });
});

describe('steps of play', () => {
  test('change with turn and phase', () => {
    expect(stepOf(at(1, 'move'))).not.toBe(stepOf(at(2, 'move')));
    expect(stepOf(at(1, 'move'))).not.toBe(stepOf(at(1, 'fight')));
    expect(phaseOf(at(1, 'move'))).toBe(phaseOf(at(2, 'move')));
    expect([phaseOf(null), isPhase(null, undefined), isPhase(at(1, 'move'), 'move'), isPhase(at(1, 'move'), 'x')]).toEqual([
      '',
      true,
      true,
      false,
    ]);
  });

  test('a question is another one under another rule', () => {
    expect(questionOf(at(1, 'move', '7.1'))).not.toBe(questionOf(at(1, 'move', '7.2')));
  });

  test('numbered phases are scenes', () => {
    const phase = (name: string) => ({ kind: 'phase', phase: name }) as unknown as Event;
    expect([endsScene(phase('pulse-12')), endsScene(phase('after-action')), endsScene(phase('pulse-x'))]).toEqual([true, false, false]);
    expect(endsScene({ kind: 'note' } as unknown as Event)).toBe(false);
  });

  test('what ends a step has no heading and no counter', () => {
    expect(endsStep({ kind: 'done', group: '' })).toBe(true);
    expect(endsStep({ kind: 'done', group: 'March' })).toBe(false);
    expect(endsStep({ kind: 'done', group: '', counter: 'A' })).toBe(false);
  });
});

describe('the linter keeps the contract in one place', () => {
  const lint = async (code: string, filePath: string) => {
    const [told] = await new ESLint().lintText(code, { filePath });
    return told?.messages.filter((m) => m.ruleId === 'no-restricted-syntax').length;
  };
  test.each([
    ['states', "export const f = (c: { flags?: string[] }) => c.flags?.includes('on-march');", 1],
    ['states taken apart', 'export const f = ({ flags }: { flags?: string[] }) => flags;', 1],
    ['factors', 'export const f = (c: { factors: string[] }) => c.factors.length;', 1],
    ['phases', 'export const f = (v: { turn: { phase: string } }) => v.turn.phase;', 1],
    ['phases of events', 'export const f = (e: { phase: string }) => /-1$/.test(e.phase);', 1],
    ['nothing else', 'export const f = (e: { label: string }) => e.label;', 0],
  ])('%s', { timeout: 60_000 }, async (_, code, faults) => {
    expect(await lint(code, 'src/table/some.ts')).toBe(faults);
    expect(await lint(code, 'src/model/rules.ts')).toBe(0);
  });
});
