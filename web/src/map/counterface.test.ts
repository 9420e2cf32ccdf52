import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CounterView } from '../lib/wire';
import { FaceCache, shortLine } from './counterface';

const counter = (id: string, flags: string[] = []): CounterView => ({
  id,
  side: 'axis',
  at: '0101',
  kind: 'unit',
  face: { name: id, nation: 'german', symbol: 'infantry', size: 'XX', factors: [], steps: null, max_steps: null, formation: '' },
  hidden: false,
  flags,
});

const nothing = () => undefined;

describe('painted counters', () => {
  beforeAll(() => {
    // Nothing is painted here: which picture is answered with is what counts.
    vi.stubGlobal('document', { createElement: () => ({ width: 0, height: 0, getContext: () => null }) });
  });

  it('keep the picture of a moment ago while there is no time for a new one', () => {
    const faces = new FaceCache();
    faces.allow(60_000);
    const before = faces.get(counter('11'), 40, 'near', 'calm', nothing);
    faces.allow(-1);
    expect(faces.get(counter('11', ['moved']), 40, 'near', 'calm', nothing)).toBe(before);
    expect(faces.get(counter('11'), 60, 'near', 'calm', nothing)).toBe(before);
    expect(faces.owing).toBe(true);
    faces.allow(60_000);
    expect(faces.get(counter('11', ['moved']), 40, 'near', 'calm', nothing)).not.toBe(before);
  });

  it('are painted at once, time or not, when there was none before', () => {
    const faces = new FaceCache();
    faces.allow(-1);
    const painted = faces.get(counter('12'), 40, 'near', 'calm', nothing);
    expect(painted.c).toBe(40);
    expect(painted.canvas.width).toBeGreaterThan(40);
    expect(faces.owing).toBe(false);
  });
});

describe('the line of factors', () => {
  const line = (...values: string[]) => shortLine({ ...counter('a').face, factors: values.map((value) => ({ name: 'factor', value })) });

  it('is what the game prints, where there is room', () => {
    expect(line('6', '5')).toBe('6-5');
    expect(line('5', '12', '4', '5', '3')).toBe('5-12-4-5-3');
    expect(line()).toBe('');
  });

  it('holds the first four in whole numbers, where there is none', () => {
    expect(line('7.6', '6.7', '10.9', '0.4', '8', '0', '0')).toBe('8-7-11-0');
    expect(line('?', 'U', '10.5', '3.2', '8')).toBe('?-U-11-3');
  });
});
