import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { windows } from '../lib/windows.svelte';
import { actOf, ACTS, isFree, look, mayOpen, Stage, type Act, type Cue, type Facts, type Moment } from './stage';

const nothing: Facts = { curtain: false, replay: false, film: false, battle: false, report: false, ask: false, plan: false };
const open: Moment = { ready: true, windows: 0, showing: false, busy: false };

describe('the act that is on', () => {
  test('is the first in the order of acts', () => {
    expect(actOf(nothing)).toBe('watch');
    expect(actOf({ ...nothing, ask: true, report: true })).toBe('report');
    expect(actOf({ ...nothing, plan: true, film: true, battle: true })).toBe('film');
    expect(actOf({ curtain: true, replay: true, film: true, battle: true, report: true, ask: true, plan: true })).toBe('curtain');
  });

  test('nothing opens over what comes before it', () => {
    expect([mayOpen('battle', 'ask'), mayOpen('report', 'battle'), mayOpen('ask', 'ask'), mayOpen('plan', 'watch')]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  test('more to show never brings a later act', () => {
    const facts = fc.record(Object.fromEntries(Object.keys(nothing).map((k) => [k, fc.boolean()]))) as fc.Arbitrary<Facts>;
    fc.assert(
      fc.property(facts, fc.constantFrom(...(Object.keys(nothing) as (keyof Facts)[])), (f, more) => {
        expect(ACTS.indexOf(actOf({ ...f, [more]: true }))).toBeLessThanOrEqual(ACTS.indexOf(actOf(f)));
      }),
    );
  });
});

describe('free', () => {
  test('is an open table with nothing on its way', () => {
    expect(isFree({ ...nothing, ask: true }, open)).toBe(true);
    expect(isFree({ ...nothing, battle: true, report: true }, open)).toBe(true);
  });

  test.each<[string, Partial<Facts>, Partial<Moment>]>([
    ['behind a curtain', { curtain: true }, {}],
    ['in a replay', { replay: true }, {}],
    ['in a film', { film: true }, {}],
    ['before the map', {}, { ready: false }],
    ['under a window', {}, { windows: 1 }],
    ['while something is shown', {}, { showing: true }],
    ['while something is done', {}, { busy: true }],
  ])('is not %s', (_, facts, moment) => {
    expect(isFree({ ...nothing, ...facts }, { ...open, ...moment })).toBe(false);
  });
});

describe('what opens by itself', () => {
  const told: string[] = [];
  const cue = (id: string, act: Act, due: boolean): Cue => ({ id, act, open: () => due && told.push(id) > 0 });

  test('is the first that is due, and only that', () => {
    told.length = 0;
    const cues = [cue('a', 'report', false), cue('b', 'report', true), cue('c', 'ask', true)];
    expect(look(cues, { ...nothing, ask: true }, open)).toBe('b');
    expect(told).toEqual(['b']);
  });

  test('is nothing that comes after the act that is on', () => {
    told.length = 0;
    expect(look([cue('report', 'report', true), cue('ask', 'ask', true)], { ...nothing, battle: true }, open)).toBeNull();
    expect(look([cue('report', 'report', true)], { ...nothing, report: true }, open)).toBe('report');
  });

  test('is nothing while the table is not free', () => {
    told.length = 0;
    expect(look([cue('a', 'ask', true)], nothing, { ...open, windows: 1 })).toBeNull();
    expect(told).toEqual([]);
  });
});

describe('the stage', () => {
  test('plays for whoever draws, and for nobody behind a curtain', async () => {
    const stage = new Stage();
    const seen: number[] = [];
    await stage.play([], 5);
    stage.enter({ play: async (_, ms) => void seen.push(ms), stop: () => seen.push(-1) });
    expect(stage.played).toBe(true);
    await stage.play([], 7);
    stage.skip();
    stage.enter(null);
    await stage.play([], 9);
    expect(seen).toEqual([7, -1]);
    expect(stage.played).toBe(false);
  });

  test('waits for the last window, not for a clock', async () => {
    const stage = new Stage();
    windows.open = 2;
    let over = false;
    const waiting = stage.uncovered().then(() => (over = true));
    windows.open = 1;
    await Promise.resolve();
    expect([stage.covered, over]).toEqual([true, false]);
    windows.open = 0;
    await waiting;
    expect([stage.covered, over]).toEqual([false, true]);
  });

  test('whoever will not wait goes on under a window', async () => {
    const stage = new Stage();
    windows.open = 1;
    const waiting = stage.uncovered();
    stage.skip();
    await waiting;
    windows.open = 0;
  });
});
