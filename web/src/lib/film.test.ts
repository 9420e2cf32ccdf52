import { expect, test } from 'vitest';
import { isReviewed, scenesOf, standsOf } from './film';
import type { Event } from './wire';

const phase = (name: string, turn = 1): Event => ({ case: '5.2', kind: 'phase', turn, side: null, phase: name, text: name });
const move = (counter: string, from: string, to: string): Event => ({ case: '14.0', kind: 'move', counter, from, to, text: '' });
const note: Event = { case: '17.4', kind: 'note', text: 'flies' };
const gone: Event = { case: '15.6', kind: 'remove', counter: 'B', from: '9', text: '' };

const turn = [phase('execution'), note, phase('pulse-1'), move('A', '1', '2'), phase('pulse-2'), move('A', '2', '3'), gone];

test('numbered steps are scenes, and what came before belongs to the first', () => {
  const scenes = scenesOf([...turn, phase('planning', 2), move('C', '5', '6')]);
  expect(scenes.map((s) => [s.name, s.events.length])).toEqual([
    ['pulse-1', 3],
    ['pulse-2', 2],
  ]);
  expect(scenesOf([phase('movement'), move('A', '1', '2')])).toEqual([]);
});

test('everything stands where it stood then', () => {
  const stands = standsOf(scenesOf(turn)).map((s) => [s.get('A'), s.get('B')]);
  expect(stands).toEqual([
    ['1', '9'],
    ['2', '9'],
    ['3', ''],
  ]);
});

test('reports are read where a step of the same turn follows', () => {
  expect(isReviewed([...turn, phase('after-action'), phase('planning', 2)])).toBe(true);
  expect(isReviewed([...turn, phase('planning', 2)])).toBe(false);
});
