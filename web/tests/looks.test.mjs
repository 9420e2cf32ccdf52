// Looks that must not hinder: the top bar, panels that keep their places, the minimap, the first view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { play } from './lib/play.mjs';

const table = bench('looks');
const SIZES = [
  [1280, 720],
  [1440, 900],
  [390, 844],
];

/** Whether what is in the top bar is whole and nothing in it lies over another. */
const topBar = (page) =>
  page.evaluate(() => {
    const name = document.querySelector('[data-testid=phase] .name');
    const parts = ['.when', '.right'].map((s) => document.querySelector(`header.top ${s}`).getBoundingClientRect());
    const link = document.querySelector('[data-testid=phase] button').getBoundingClientRect();
    return {
      cut: name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2,
      over: parts[0].right > parts[1].left + 1 || link.right > parts[1].left + 1,
      wide: document.documentElement.scrollWidth > innerWidth,
    };
  });

const ROADS = { game: 'roads', scenario: 'wintergewitter', seats: { axis: 'me', soviet: 'recruit' }, seed: 5 };

test('a long phase name is read whole beside the seat, and the button in whole, at every size', { timeout: 60_000 }, async () => {
  const person = await table.sit(ROADS, { viewport: { width: 1280, height: 720 } });
  for (const [width, height] of SIZES) {
    await person.page.setViewportSize({ width, height });
    await person.page.locator(width < 760 ? '.table.phone' : '.table:not(.phone)').waitFor();
    assert.deepEqual(await topBar(person.page), { cut: false, over: false, wide: false }, `${width}`);
    const main = await person.test('main').boundingBox();
    assert.ok(
      main.x >= 0 && main.y >= 0 && main.x + main.width <= width && main.y + main.height <= height,
      `${width}: the button is in sight`,
    );
    await table.shot(person, `size-${width}`);
  }
});

test('the log keeps its place from phase to phase: the inspector gives way to what is asked', { timeout: 60_000 }, async () => {
  const person = await table.sit({ seed: 5 }, { viewport: { width: 1280, height: 720 } });
  const places = () =>
    person.page.evaluate(() =>
      ['.upper', '.tabs', '#tabpanel'].map((s) => Math.round(document.querySelector(`aside.side ${s}`).getBoundingClientRect().top)),
    );
  // The set-up asks for more than any phase: whatever lies in its boxes is a choice.
  const mouse = new Mouse(person);
  await play(mouse, (v) => v.turn.phase !== 'setup' && v.turn.side === 'soviet' && v.offers.list.length > 0, { few: 0 });
  await shown(person);
  const [first, phase] = [await places(), person.view.turn.phase];
  await play(mouse, (v) => v.turn.phase === 'soviet-movement' && v.offers.list.length > 0, { few: 0 });
  await shown(person);
  assert.notEqual(person.view.turn.phase, phase);
  assert.deepEqual(await places(), first);
});

test('the first view shows the front near enough to read, and the minimap hides no counter', { timeout: 60_000 }, async () => {
  const [width, height] = [1280, 720];
  const person = await table.sit({ seed: 5 }, { viewport: { width, height } });
  const { page } = person;
  const hexes = person.view.counters.filter((c) => /^\d{4}$/.test(c.at)).map((c) => c.at);
  const at = await page.evaluate((ids) => ids.map((id) => document.querySelector('main.map').whereIs(id)), hexes);
  const map = await page.locator('main.map').boundingBox();
  const inside = at.filter((p) => p && p.x > map.x && p.y > map.y && p.x < map.x + map.width && p.y < map.y + map.height);
  assert.ok(inside.length / at.length > 0.7, `${inside.length} of ${at.length} in sight at ${width}`);
  // Under the minimap, when it is unfolded, lies no counter.
  const mini = await page.locator('.mini').boundingBox();
  const under = at.filter((p) => p && p.x > mini.x && p.y > mini.y && p.x < mini.x + mini.width && p.y < mini.y + mini.height);
  assert.ok(under.length === 0 || mini.width < 60, `${under.length} counters under the minimap`);
});
