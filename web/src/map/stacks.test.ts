import { describe, expect, it } from 'vitest';
import { nationColours, useClearColours } from '../lib/faces';
import type { CounterView, Sheet, View } from '../lib/wire';
import { glyphsOf } from './glyphs';
import choose from './fixtures/battle-choose.json';
import sheetJson from './fixtures/battle-sheet.json';
import { boxRect, inRect, overlap, Plan } from './geometry';
import { fanOut, hitStack, layout } from './stacks';
import { contrast } from './theme';
import { shortName } from './words';

const plan = new Plan(sheetJson as Sheet);
const view = choose as unknown as View;

function counter(id: string, at: string, side: 'axis' | 'soviet' = 'axis'): CounterView {
  return {
    id,
    side,
    at,
    kind: 'unit',
    hidden: false,
    face: { name: id, nation: 'german', symbol: 'infantry', size: 'XX', factors: [], steps: null, max_steps: null, formation: '' },
  };
}

describe('stacks', () => {
  it('lie in their hexes, one for each side', () => {
    const { at } = layout(plan, [counter('a', '0606'), counter('b', '0606'), counter('r', '0606', 'soviet')]);
    const [axis, soviet] = at.get('0606') ?? [];
    expect(axis?.counters.map((c) => c.id)).toEqual(['a', 'b']);
    expect(soviet?.counters.map((c) => c.id)).toEqual(['r']);
    expect((axis?.x ?? 0) + (axis?.size ?? 0) / 2).toBeLessThanOrEqual((soviet?.x ?? 0) - (soviet?.size ?? 0) / 2 + 60);
  });

  it('put on top what is wanted there', () => {
    const { at } = layout(plan, [counter('a', '0606'), counter('b', '0606')], (c) => (c.id === 'b' ? 1 : 0));
    expect(at.get('0606')?.[0]?.counters[0]?.id).toBe('b');
  });

  it('keep what is assigned to a counter with it, and what lies nowhere off the map', () => {
    const { stacks, attached } = layout(plan, [counter('a', '0606'), counter('x', 'a'), counter('gone', 'dead')]);
    expect(stacks.flatMap((s) => s.counters.map((c) => c.id))).toEqual(['a']);
    expect(attached.get('a')?.map((c) => c.id)).toEqual(['x']);
  });

  it('stay inside their boxes and do not overlap there, however many there are', () => {
    for (const n of [1, 3, 7, 16, 40]) {
      const list = Array.from({ length: n }, (_, i) => counter(`c${i}`, 'soviet-reserve', i % 3 === 0 ? 'axis' : 'soviet'));
      const place = plan.get('soviet-reserve');
      const { stacks } = layout(plan, list);
      expect(stacks.reduce((sum, s) => sum + s.counters.length, 0)).toBe(n);
      const rects = stacks.map((s) => ({ x: s.x - s.size / 2, y: s.y - s.size / 2, w: s.size, h: s.size }));
      for (const r of rects) {
        expect(place && inRect(boxRect(place), r.x, r.y) && inRect(boxRect(place), r.x + r.w - 1, r.y + r.h - 1)).toBe(true);
        for (const o of rects) if (o !== r) expect(overlap(r, o)).toBe(false);
      }
    }
  });

  it('can be hit: the top one in the middle, the one below where it looks out', () => {
    const { stacks } = layout(plan, [counter('a', '0606'), counter('b', '0606')]);
    const stack = stacks[0];
    if (!stack) throw new Error('no stack');
    expect(hitStack(stacks, stack.x, stack.y)?.counter.id).toBe('a');
    expect(hitStack(stacks, stack.x + stack.size / 2 + stack.edge / 2, stack.y - 40)?.counter.id).toBe('b');
    expect(hitStack(stacks, stack.x + 3000, stack.y)).toBeUndefined();
  });

  it('of a real game show every counter on the map', () => {
    const { stacks } = layout(plan, view.counters);
    const shown = stacks.reduce((sum, s) => sum + s.counters.length, 0);
    expect(shown).toBe(view.counters.filter((c) => plan.get(c.at)).length);
  });
});

describe('a fan', () => {
  it('shows each counter followed by what is assigned to it, inside the window', () => {
    const list = Array.from({ length: 7 }, (_, i) => counter(`c${i}`, '0606'));
    const size = { w: 390, h: 844 };
    const fan = fanOut('0606', list, new Map([['c0', [counter('x', 'c0')]]]), { x: 380, y: 10 }, size, 64);
    expect(fan.cells.map((c) => c.counter.id).slice(0, 3)).toEqual(['c0', 'x', 'c1']);
    for (const cell of fan.cells) {
      expect(cell.x).toBeGreaterThanOrEqual(0);
      expect(cell.x + cell.w).toBeLessThanOrEqual(size.w);
      expect(cell.y).toBeGreaterThanOrEqual(0);
      for (const other of fan.cells) if (other !== cell) expect(overlap(cell, other)).toBe(false);
    }
  });
});

describe('counters', () => {
  it('have ink that can be read on their ground', () => {
    for (const clear of [true, false]) {
      useClearColours(clear);
      for (const nation of ['german', 'ss', 'luftwaffe', 'romanian', 'italian', 'hungarian', 'soviet', 'guards']) {
        const { ground, ink } = nationColours(nation, null);
        expect(contrast(ground, ink), nation).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('of the two sides differ to eyes that see no red and green: by blue against yellow', () => {
    useClearColours(true);
    // What is left to such eyes is roughly the mean of red and green, and blue.
    const seen = (nation: string) => {
      const hex = nationColours(nation, null).ground;
      const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
      return ((r ?? 0) + (g ?? 0)) / 2 - (b ?? 0);
    };
    for (const axis of ['german', 'luftwaffe', 'romanian', 'italian', 'hungarian'])
      for (const soviet of ['soviet', 'guards']) expect(seen(soviet) - seen(axis), `${axis} ${soviet}`).toBeGreaterThan(50);
    useClearColours(false);
  });

  it('leave out of their names what size mark and colour say', () => {
    expect(shortName('48 Panzer Korps')).toBe('48 Pz');
    expect(shortName('1 Guards Army')).toBe('1 Gds');
    expect(shortName('Hungarian 2 Army')).toBe('2');
    expect(shortName('40 Army')).toBe('40');
    expect(shortName('Grossdeutschland')).toBe('Grossdeutschland');
  });

  it('show each state with a letter, the gravest first', () => {
    const c = { ...counter('a', '0606'), flags: ['moved', 'unsupplied', 'battle', 'strange'] };
    expect(glyphsOf(c).map((g) => g.letter)).toEqual(['U', 'M', 'S']);
  });
});
