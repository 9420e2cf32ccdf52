import '../test/browserless';
import { describe, expect, test } from 'vitest';
import type { Frame } from '../lib/protocol';
import { settings } from '../lib/settings.svelte';
import { windows } from '../lib/windows.svelte';
import type { BattleReport, Event, Offer } from '../lib/wire';
import { Desk } from '../test/desk';
import type { Setting } from '../test/server';
import { Director } from './director.svelte';
import type { MapHandle } from './kinds';

const report = { at: '3', forces: [{}], results: [] } as unknown as BattleReport;
const fought = (n: number): Frame => ({
  n,
  side: 'soviet',
  turn: 1,
  events: [{ kind: 'battle', case: '8', text: 'fought', ...report } as Event],
});
const offer = (o: Partial<Offer>): Offer => ({ kind: 'loss', group: 'G', action: JSON.stringify(o), label: 'L', ...o });
const two = [offer({ counter: 'A' }), offer({ counter: 'B' })];

/** A map that shows nothing and remembers what it was told. */
class Blind {
  told: string[] = [];
  handle = new Proxy({} as MapHandle, {
    get: (_, name) => (name === 'then' ? undefined : async () => void this.told.push(String(name))),
  });
}

async function staged(setting: Setting = { counters: { A: '1', B: '1' }, offers: two }) {
  const desk = new Desk(setting);
  const blind = new Blind();
  const director = new Director(desk.table, desk.ui, null);
  await desk.done();
  director.enter(blind.handle);
  return { desk, director, blind, fights: desk.ui.fights };
}

describe('a battle', () => {
  test('that was awaited opens with its result, and is awaited no more', async () => {
    const { desk, director, fights } = await staged();
    fights.awaiting = true;
    desk.table.heard(fought(0));
    expect([fights.shown?.log, fights.awaiting]).toEqual([{ n: 0, nth: 0 }, false]);
    expect(director.fought?.text).toBe('fought');
  });

  test('of the other side opens nothing', async () => {
    const { desk, fights } = await staged();
    desk.table.heard(fought(0));
    expect(fights.shown).toBeNull();
  });

  test('is not shown before the table has come so far', async () => {
    const { director, fights } = await staged();
    fights.show({ report, n: 7 });
    expect(director.fought).toBeNull();
  });

  test('whose losses are asked on the map is a card beside them, and whoever acts has read it', async () => {
    const { desk, director, fights } = await staged();
    fights.show({ report, n: 0 });
    expect(director.carded).toBe(true);
    await desk.click('A').expectSaid('act', 1).done();
    expect(fights.shown).toBeNull();
  });

  test('that asks nothing is a window, and stays', async () => {
    const { desk, director, fights } = await staged({ counters: { A: '1' }, offers: [offer({ kind: 'done', group: '' })] });
    fights.show({ report, n: 0 });
    expect(director.carded).toBe(false);
    await desk.do((d) => d.ui.take(d.view.offers.list[0] as Offer)).done();
    expect(fights.shown).not.toBeNull();
  });
});

describe('the stage', () => {
  test('is free at an open table, and not under a window, in a replay, or before the map is there', async () => {
    const { desk, director } = await staged();
    const free = () => {
      const { facts, moment } = director.now;
      return moment.ready && moment.windows === 0 && !facts.replay && !facts.curtain;
    };
    expect(free()).toBe(true);
    windows.open = 1;
    expect(free()).toBe(false);
    windows.open = 0;
    director.openReplay(null);
    expect(free()).toBe(false);
    director.closeReplay();
    director.enter(null);
    expect(free()).toBe(false);
    await desk.done();
  });

  test('does a choice that is none, where that is wanted', async () => {
    const only = { counters: { A: '1' }, offers: [offer({ kind: 'retreat', counter: 'A', space: '2' })] };
    const { desk, director } = await staged(only);
    settings.kept.forced = false;
    director.look();
    await desk.rests().expectSaid('act', 0).done();
    settings.kept.forced = true;
    director.look();
    await desk.rests().expectSaid('act', 1).done();
  });

  test('does nothing by itself under a window', async () => {
    const { desk, director } = await staged({ counters: { A: '1' }, offers: [offer({ kind: 'retreat', counter: 'A', space: '2' })] });
    windows.open = 1;
    director.look();
    await desk.rests().expectSaid('act', 0).done();
    windows.open = 0;
  });

  test('speaks each question once a view, and shows a new one where it is', async () => {
    const { desk, director, blind } = await staged();
    director.look();
    const spoken = desk.table.spoken;
    director.look();
    expect([spoken, desk.table.spoken]).toEqual(['Movement. Move.', 'Movement. Move.']);
    expect(blind.told).not.toContain('reveal');
  });

  test('plays for the map, and stops with it', async () => {
    const { desk, director, blind } = await staged();
    await desk.table.stage.play([{ kind: 'note', case: '1', text: '' } as Event], 100);
    expect(blind.told).toEqual(['play']);
    desk.table.stage.skip();
    expect(blind.told).toEqual(['play', 'skip']);
    director.enter(null);
    await desk.table.stage.play([], 100);
    expect(blind.told).toEqual(['play', 'skip']);
  });

  test('waits with the table for a view, and not by the clock', async () => {
    const { desk } = await staged();
    const { v } = desk.table;
    let seen = false;
    const waiting = desk.table.shownAfter(v).then(() => (seen = true));
    await Promise.resolve();
    expect(seen).toBe(false);
    desk.server.show();
    await waiting;
    expect(desk.table.v).toBeGreaterThan(v);
  });
});
