import { expect, test } from 'vitest';
import { isReviewed, scenesOf, standsOf, withMarkers } from './film';
import type { Event, View } from './wire';

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

const marker = (at: string, kind: string, placed: boolean): Event => ({ case: '1', kind: 'marker', at, marker: kind, placed, text: '' });
const spaces = (...with_: [string, string[]][]) =>
  ({
    spaces: with_.map(([id, kinds]) => ({ id, control: null, markers: kinds.map((kind) => ({ kind, text: kind })) })),
  }) as unknown as View;
const lying = (view: View) => view.spaces.flatMap((s) => (s.markers ?? []).map((m) => `${s.id} ${m.kind}`));
const rubble = [phase('pulse-1'), phase('pulse-2'), marker('1', 'rubble', true), phase('pulse-3'), marker('2', 'bridge', false)];

test('over the view after it, a film takes its markers back', () => {
  const after = spaces(['1', ['rubble']], ['2', []], ['3', ['bridge']]);
  const scenes = scenesOf([...rubble, phase('planning', 2)]);
  const at = (n: number) => lying(withMarkers(after, scenes, n));
  expect(at(0)).toEqual(['2 bridge', '3 bridge']);
  expect(at(2)).toEqual(['1 rubble', '2 bridge', '3 bridge']);
  expect(at(3)).toEqual(['1 rubble', '3 bridge']);
});

test('over the view before it, a film lays its markers as they come', () => {
  const before = spaces(['1', []], ['2', ['bridge']], ['3', ['rubble']]);
  const scenes = scenesOf([...rubble, phase('planning', 2)]);
  expect(withMarkers(before, scenes, 0)).toBe(before);
  expect(lying(withMarkers(before, scenes, 2))).toEqual(['1 rubble', '2 bridge', '3 rubble']);
  expect(lying(withMarkers(before, scenes, 3))).toEqual(['1 rubble', '3 rubble']);
});

test('what the view shows nowhere is no marker of the map', () => {
  const view = spaces(['1', []]);
  expect(withMarkers(view, scenesOf([...rubble]), 3)).toBe(view);
});
