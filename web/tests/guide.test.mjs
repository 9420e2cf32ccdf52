// The guide: the briefing comes before it, its ticks stay, a phase has its steps at once, and on a phone it stands on the map.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { shown } from './lib/hands.mjs';

const table = bench('guide');

async function guided(options) {
  const made = await table.create({ seed: 5 });
  const person = await table.person({ briefing: true, ...options });
  await person.goto(`${table.server.link(made.owner)}?guide`);
  await person.until((v) => v.offers.list.length > 0);
  await shown(person);
  return person;
}

test('the briefing comes first; a tick stays; the next phase has its steps at once', { timeout: 90_000 }, async () => {
  const person = await guided({ viewport: { width: 1280, height: 720 } });
  const { page } = person;
  await person.test('briefing-close').click();
  const guide = person.test('guide');
  for (let i = 0; i < 2; i++) await person.test('guide-next').click();
  await guide.getByRole('heading', { name: 'Counters' }).waitFor();
  const unit = person.view.counters.find((c) => /^\d{4}$/.test(c.at));
  const at = await page.evaluate((id) => document.querySelector('main.map').whereIs(id), unit.at);
  await page.mouse.move(at.x, at.y, { steps: 2 });
  await guide.getByText(': done').waitFor();
  await page.mouse.move(640, 4);
  assert.equal(await guide.getByText(': done').count(), 1, 'the tick stays');
  await guide.getByRole('heading', { name: 'Acting' }).waitFor();
  // He goes on without reading the rest.
  for (let i = 0; person.view.turn.phase === 'setup' && i < 4; i++) {
    const offer = person.offers.find((o) => o.kind === 'done') ?? person.offers.find((o) => ['historical', 'suggested'].includes(o.action));
    const { n } = person.last;
    await page.evaluate((action) => document.querySelector('[data-n]').actAll([action]), offer.action);
    await person.next(n);
  }
  await person.until((v) => v.turn.phase !== 'setup' && v.turn.side === 'soviet' && v.offers.list.length > 0, 'the next phase');
  const { steps } = JSON.parse(readFileSync(new URL('../src/guide/battle.json', import.meta.url), 'utf8'));
  const first = steps.find((s) => s.phase === person.view.turn.phase && s.side === 'soviet');
  await guide.getByRole('heading', { name: first.title }).waitFor();
  assert.deepEqual(person.faults, []);
});

test('on a phone the guide stands on the map', { timeout: 60_000 }, async () => {
  const person = await guided({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await person.test('briefing-close').click();
  const guide = person.page.locator('main.map').getByTestId('guide');
  await guide.waitFor();
  await table.shot(person, 'phone');
  await guide.getByTestId('guide-next').click();
  await guide.getByRole('heading', { name: 'What is asked' }).waitFor();
  assert.deepEqual(person.faults, []);
});

test('links are opened once by their address; one click swaps the sides', { timeout: 60_000 }, async () => {
  const visitor = await table.visitor();
  await visitor.test('play-battle-campaign').click();
  await visitor.page.locator('input[name=soviet][value=me]').check();
  await visitor.page.locator('input[name=axis][value=friend]').check();
  await visitor.test('swap').click();
  assert.equal(await visitor.page.locator('input[name=axis][value=me]').isChecked(), true);
  assert.equal(await visitor.page.locator('input[name=soviet][value=friend]').isChecked(), true);
  await visitor.test('start').click();
  await visitor.page.getByLabel('Invitation for the Soviet seat').waitFor();
  await visitor.page.reload();
  await visitor.page.locator('main.map canvas').first().waitFor();
  assert.equal(await visitor.page.getByLabel('Invitation for the Soviet seat').count(), 0, 'not a second time');
  assert.deepEqual(visitor.faults, []);
});
