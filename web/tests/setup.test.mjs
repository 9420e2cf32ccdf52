// Set-ups: the staff's suggestion, pieces that stay in hand, and a set-up used again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';

const table = bench('setup');
const uranus = { game: 'drive', scenario: 'uranus', seats: { axis: 'recruit', soviet: 'me' }, seed: 5 };
const standing = (person) =>
  person.view.counters
    .filter((c) => c.side === 'soviet' && c.at.startsWith('N'))
    .map((c) => `${c.id} ${c.at}`)
    .sort();

test('pieces stay in hand, the rest is massed as the staff would, and the set-up can be used again', { timeout: 120_000 }, async () => {
  const person = await table.sit(uranus);
  const { page } = person;
  const mouse = new Mouse(person);
  // One rifle division is taken up; after it stands the next is in hand.
  await person
    .test('tray')
    .getByRole('button', { name: /^Rifle division/ })
    .click();
  const n = person.last.n;
  await mouse.pick({ space: 'N2030' }, 'N2030');
  await person.next(n);
  await shown(person);
  await person.test('tray').locator('button[aria-pressed=true]').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Let the rest be set up' }).first().click();
  await person.until((v) => v.counters.filter((c) => c.id.startsWith('TC-') && c.at.startsWith('N')).length >= 5);
  // The tank corps stand before the Romanians, not around Voronezh.
  const tanks = person.view.counters.filter((c) => c.id.startsWith('TC-') && c.at.startsWith('N')).map((c) => c.at);
  assert.ok(
    tanks.every((at) => /^N2[678]/.test(at)),
    tanks.join(' '),
  );
  const before = standing(person);
  await table.shot(person, 'uranus');
  await person.test('main').click();
  await person.until((v) => v.turn.phase !== 'soviet-setup');

  const { owner } = await table.create({ ...uranus, seed: 9 });
  person.last = null;
  await person.goto(table.server.link(owner));
  await person.until((v) => v.offers.list.length > 0);
  await person.test('kept-setup').click();
  await person.until((v) => v.counters.filter((c) => c.id.startsWith('TC-') && c.at.startsWith('N')).length >= 5);
  assert.deepEqual(standing(person), before);
  assert.deepEqual(person.faults, []);
});
