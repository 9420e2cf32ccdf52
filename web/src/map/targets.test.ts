import { describe, expect, it } from 'vitest';
import type { View } from '../lib/wire';
import assign from './fixtures/battle-assign.json';
import choose from './fixtures/battle-choose.json';
import march from './fixtures/battle-march.json';
import { byId, leadsAway, matching, targetsOf } from './targets';

const choosing = choose as unknown as View;
const marching = march as unknown as View;
const assigning = assign as unknown as View;

describe('what can be taken', () => {
  it('is the counters, where counters are to be chosen', () => {
    const targets = targetsOf(choosing, null);
    expect(targets.counters.size).toBeGreaterThan(3);
    expect(targets.spaces.size).toBe(0);
    for (const target of targets.counters.values()) expect(target.kind).toBe('select');
  });

  it('is the places to go, for a counter on the march', () => {
    const unit = marching.offers.list.find((o) => o.space !== undefined)?.counter ?? '';
    const targets = targetsOf(marching, unit);
    expect([...targets.spaces.keys()].sort()).toEqual(marching.offers.list.flatMap((o) => o.space ?? []).sort());
    expect([...targets.spaces.values()].some((t) => t.kind === 'attack')).toBe(true);
    // Tab walks the places first.
    expect(targets.order[0]?.space).toBeDefined();
  });

  it('is only what the counter in hand can do, where several could', () => {
    const all = targetsOf(assigning, null);
    const away = assigning.offers.list.find((o) => leadsAway(byId(assigning), o));
    const held = targetsOf(assigning, away?.counter ?? null);
    expect(away).toBeDefined();
    for (const target of held.spaces.values())
      for (const offer of target.offers) expect(offer.counter ?? away?.counter).toBe(away?.counter);
    expect(held.spaces.size).toBeLessThanOrEqual(all.spaces.size);
  });

  it('names each thing once in the order of Tab', () => {
    for (const view of [choosing, marching, assigning]) {
      const { order } = targetsOf(view, null);
      expect(new Set(order.map((o) => JSON.stringify(o))).size).toBe(order.length);
    }
  });
});

describe('a click', () => {
  it('on a counter means what that counter can do', () => {
    const offer = choosing.offers.list.find((o) => o.counter !== undefined);
    const found = matching(choosing, null, offer?.counter, offer?.space);
    expect(found.length).toBeGreaterThan(0);
    for (const o of found) expect(o.counter).toBe(offer?.counter);
  });

  it('on a place means going there, also when an enemy counter lies there', () => {
    const attack = marching.offers.list.find((o) => o.kind === 'attack');
    const enemy = marching.counters.find((c) => c.at === attack?.space);
    expect(enemy).toBeDefined();
    expect(matching(marching, attack?.counter ?? null, undefined, attack?.space)).toEqual([attack]);
    expect(matching(marching, attack?.counter ?? null, enemy?.id, attack?.space)).toEqual([attack]);
  });

  it('elsewhere means nothing', () => {
    expect(matching(choosing, null, undefined, '0101')).toEqual([]);
  });
});
