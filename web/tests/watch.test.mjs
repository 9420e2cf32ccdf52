// The computer against itself to the end, then the replay from end to start.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from './lib/browser.mjs';
import { startServer } from './lib/server.mjs';

let server, chrome;
before(async () => {
  [server, chrome] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await chrome?.close();
  await server?.stop();
});

test('a whole game of the computer against itself, then its replay from end to start', { timeout: 600_000 }, async () => {
  const table = await server.create({ game: 'battle', scenario: 'campaign', options: {}, seats: { axis: 'recruit', soviet: 'recruit' }, seed: 31 });
  const person = await chrome.person();
  await person.goto(server.link(table.owner));
  await person.until((v) => v.turn.number >= 1);
  await person.test('skip').waitFor();
  const turns = new Set();
  const end = Date.now() + 400_000;
  while (!person.view.outcome) {
    assert.ok(Date.now() < end, `the game did not end; turn ${person.view.turn.number}`);
    turns.add(person.view.turn.number);
    await person.test('skip').click({ timeout: 1000 }).catch(() => undefined);
    await person.page.waitForTimeout(60);
  }
  assert.ok(turns.size > 1, 'turns were seen going by');
  const { text } = person.view.outcome;
  await person.page.getByText(text).first().waitFor();

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
    await person.page.waitForFunction((n) => document.querySelector('[data-testid=replay]')?.dataset.shown === n, String(at), { timeout: 8000 });
  }
  await slider.press('Home');
  await person.page.waitForFunction(() => document.querySelector('[data-testid=replay]')?.dataset.shown === '0', null, { timeout: 8000 });
  assert.match(await person.test('phase').innerText(), /Set-up/);
  assert.deepEqual(person.faults, []);

  // The spectators' link shows the finished game to anybody.
  const guest = await chrome.person();
  await guest.goto(server.link(table.seats.watch));
  await guest.until((v) => v.outcome !== undefined);
  assert.equal(guest.last.as, 'spectator');
  await guest.page.getByText(text).first().waitFor();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
  await person.context.close();
});

test('the moves of the computer are shown one after the other, and the page keeps up', { timeout: 120_000 }, async () => {
  const table = await server.create({ game: 'battle', scenario: 'campaign', options: {}, seats: { axis: 'recruit', soviet: 'recruit' }, seed: 32 });
  const person = await chrome.person({ speed: 120, reducedMotion: 'no-preference' });
  await person.goto(server.link(table.owner));
  await person.page.locator('[data-n]').waitFor();
  const seen = new Set();
  while (person.view === undefined || !/attack|axis-movement/.test(person.view.turn.phase)) {
    seen.add(await person.page.locator('[data-n]').getAttribute('data-n'));
    await person.page.waitForTimeout(40);
  }
  assert.ok(seen.size > 10, `${seen.size} positions were seen on the way`);
  await person.page.getByRole('button', { name: 'Pause' }).click();
  await person.page.waitForTimeout(2500);
  assert.equal(await person.page.locator('[data-n]').getAttribute('data-n'), String(person.last.n), 'paused, the page shows the last position');
  assert.deepEqual(person.faults, []);
  await person.context.close();
});
