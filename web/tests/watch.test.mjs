// The computer against itself to the end, then the replay from end to start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { PATIENCE } from './lib/browser.mjs';
import { shown } from './lib/hands.mjs';

const table = bench('watch');
const watched = { axis: 'recruit', soviet: 'recruit' };

test('a whole game of the computer against itself, then its replay from end to start', { timeout: 600_000 }, async () => {
  const { owner, seats } = await table.create({ seats: watched, seed: 31 });
  const person = await table.follow(owner);
  await person.until((v) => v.turn.number >= 1);
  await person.test('skip').waitFor();
  const late = Date.now() + 400_000;
  while (!person.view.outcome) {
    assert.ok(Date.now() < late, `the game did not end; turn ${person.view.turn.number}`);
    const { last } = person;
    await person
      .test('skip')
      .click({ timeout: 1000 })
      .catch(() => undefined);
    await person.until((v, now) => v.outcome || now !== last, 'the next position', 30_000);
  }
  // However fast it goes, every turn is told.
  const turns = new Set(person.heard.filter((m) => m.type === 'events').map((m) => m.turn));
  assert.ok(turns.size > 1, 'turns were seen going by');
  await table.keep(owner, 'battle/campaign-browser');
  const { text } = person.view.outcome;
  // The end tells why, with the course of the game and its moments.
  const end = person.test('end');
  await end.getByText(text).first().waitFor();
  await end.getByRole('img', { name: /The tracks that count/ }).waitFor({ timeout: 30_000 });
  await end.getByText('Telling moments').waitFor();
  await table.shot(person, 'end');
  await end.getByRole('button', { name: 'see it' }).first().click();
  await person.test('replay').waitFor();
  assert.equal(await end.isVisible(), false);
  await person.page.getByRole('button', { name: 'Back to the table' }).click();

  await person.test('menu').click();
  await person.test('open-replay').click();
  await person.test('replay').waitFor();
  const slider = person.page.getByRole('slider', { name: 'Action' });
  await person.page.waitForFunction(() => Number(document.querySelector('input[type=range]')?.max) > 0);
  const last = Number(await slider.getAttribute('max'));
  assert.ok(last > 50, `${last} actions`);
  await slider.focus();
  assert.equal(await slider.inputValue(), String(last));
  // From the end to the start: some steps by hand, then leaps.
  for (let i = 0; i < 5; i++) await person.test('step-back').click();
  assert.equal(await slider.inputValue(), String(last - 5));
  for (let at = last - 5; at > 0; at = Math.max(0, at - Math.ceil(last / 12))) {
    await slider.fill(String(at));
    await person.page.waitForFunction((n) => document.querySelector('[data-testid=replay]')?.dataset.shown === n, String(at), {
      timeout: PATIENCE,
    });
  }
  await slider.press('Home');
  await person.page.waitForFunction(() => document.querySelector('[data-testid=replay]')?.dataset.shown === '0', null, {
    timeout: PATIENCE,
  });
  assert.match(await person.test('phase').innerText(), /Set-up/);
  assert.deepEqual(person.faults, []);

  // The spectators' link shows the finished game to anybody.
  const guest = await table.follow(seats.watch);
  await guest.until((v) => v.outcome !== undefined);
  assert.equal(guest.last.as, 'spectator');
  await guest.page.getByText(text).first().waitFor();
  assert.deepEqual(guest.faults, []);
});

test('the moves of the computer are shown one after the other, and the page keeps up', { timeout: 120_000 }, async () => {
  const { owner } = await table.create({ seats: watched, seed: 32 });
  const person = await table.follow(owner, { speed: 120, reducedMotion: 'no-preference' });
  const shows = person.page.locator('[data-n]');
  await shows.waitFor();
  await shows.evaluate((e) => {
    window.positions = new Set();
    new MutationObserver(() => window.positions.add(e.dataset.n)).observe(e, { attributeFilter: ['data-n'] });
  });
  await person.until((v) => /attack|axis-movement/.test(v.turn.phase), 'the battles of the first turn', 60_000);
  const seen = await person.page.evaluate(() => window.positions.size);
  assert.ok(seen > 10, `${seen} positions were seen on the way`);
  await person.page.getByRole('button', { name: 'Pause' }).click();
  await person.until(() => person.heard.some((m) => m.type === 'pace' && m.paused), 'the pause');
  // Paused, the page comes to show the last position.
  await shown(person);
  assert.deepEqual(person.faults, []);
});
