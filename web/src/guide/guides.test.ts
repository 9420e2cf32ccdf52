import { describe, expect, it } from 'vitest';
import type { View } from '../lib/wire';
import { guidedGames, guideOf, isDone, stepsFor, type Done } from './guides';

const in_ = (phase: string) => ({ turn: { phase } }) as unknown as View;

const nothing: Done = { camera: '0 0 40', rule: '', counter: undefined, layers: 0, n: 4, battle: false };

describe('guides', () => {
  it('exist for the three games, and have tasks for both sides', () => {
    expect(guidedGames().sort()).toEqual(['battle', 'drive', 'roads']);
    for (const game of guidedGames()) {
      for (const side of ['axis', 'soviet']) {
        const steps = (guideOf(game)?.steps ?? []).filter((s) => s.side === side);
        expect(steps.filter((s) => s.do !== undefined && s.task !== undefined).length, `${game} ${side}`).toBeGreaterThanOrEqual(3);
        for (const s of steps) expect(stepsFor(guideOf(game), in_(s.phase ?? ''), side)).toContain(s);
      }
    }
  });

  it('see what was done since a step began', () => {
    expect(isDone('look', nothing, { ...nothing, camera: '9 0 40' })).toBe(true);
    expect(isDone('look', nothing, nothing)).toBe(false);
    expect(isDone('act', nothing, { ...nothing, n: 5 })).toBe(true);
    expect(isDone('rule', { ...nothing, rule: '8.0' }, { ...nothing, rule: '8.0' })).toBe(false);
    expect(isDone(undefined, nothing, { ...nothing, n: 9 })).toBe(false);
  });
});
