// A whole turn by mouse, the same by keys alone; undo; a reload in the middle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { Keys, Mouse, shown } from './lib/hands.mjs';
import { play } from './lib/play.mjs';

const table = bench('turn');
const inTurnTwo = (v) => v.turn.number >= 2 && v.offers.list.length > 0;

test('a full turn by mouse', { timeout: 240_000 }, async () => {
  const person = await table.sit({ seed: 5 });
  const done = await play(new Mouse(person), inTurnTwo);
  assert.ok(
    Object.keys(done).some((k) => k.includes('movement')),
    'there was movement',
  );
  await person.page.waitForFunction(() => document.title.includes('Your move'));
  assert.deepEqual(person.faults, []);
});

test('a full turn by keyboard alone', { timeout: 240_000 }, async () => {
  const person = await table.sit({ seed: 5 });
  await person.page.evaluate(() => {
    window.mouseUsed = 0;
    for (const kind of ['pointerdown', 'mousedown']) addEventListener(kind, () => window.mouseUsed++, true);
  });
  await play(new Keys(person), inTurnTwo);
  assert.equal(await person.page.evaluate(() => window.mouseUsed), 0);
  assert.deepEqual(person.faults, []);
});

test('undo takes back the last action and stops where the rules of the journal say', { timeout: 60_000 }, async () => {
  const person = await table.sit({ seed: 5 });
  const mouse = new Mouse(person);
  const before = JSON.stringify(person.view);
  const n = person.last.n;
  const offer = person.offers.find((o) => o.counter !== undefined);
  await mouse.take(offer);
  assert.equal(person.last.n, n + 1);
  await shown(person);
  await person.page.keyboard.press('u');
  await person.until((_, s) => s.n === n, 'the position before');
  assert.equal(JSON.stringify(person.view), before);
  await shown(person);
  assert.equal(await person.test('undo').isDisabled(), true, 'before the first own action there is nothing to take back');
  assert.deepEqual(person.faults, []);
});

test('a reload in the middle of a turn loses nothing', { timeout: 120_000 }, async () => {
  const person = await table.sit({ seed: 5 });
  await play(new Mouse(person), (v) => v.turn.phase === 'soviet-movement' && v.offers.list.some((o) => o.action === 'halt'), { few: 2 });
  await shown(person);
  const view = JSON.stringify(person.view);
  const { n } = person.last;
  const log = await person.page.getByRole('tabpanel').innerText();
  person.last = null;
  await person.page.reload();
  await person.until((v) => v.offers.list.length > 0);
  await shown(person);
  assert.equal(person.last.n, n);
  assert.equal(JSON.stringify(person.view), view);
  await person.page.waitForFunction((text) => document.querySelector('[role=tabpanel]')?.innerText === text, log);
  assert.deepEqual(person.faults, []);
});

test('a line that is cut comes back by itself, and nothing is lost', { timeout: 60_000 }, async () => {
  const person = await table.sit({ seed: 5 });
  await person.page.addInitScript(() => {
    const Real = window.WebSocket;
    window.sockets = [];
    window.WebSocket = class extends Real {
      constructor(...args) {
        super(...args);
        window.sockets.push(this);
      }
    };
  });
  await person.page.reload();
  await person.page.waitForFunction(() => window.sockets?.length === 1);
  await shown(person);
  const { n } = person.last;
  await person.page.evaluate(() => window.sockets[0].close());
  await person.page.waitForFunction(() => window.sockets.length === 2);
  await person.until((_, s) => s.n === n);
  await person.page.getByText('Reconnecting').waitFor({ state: 'detached' });
  await new Mouse(person).take(person.offers[0]);
  assert.equal(person.last.n, n + 1);
  assert.deepEqual(person.faults, []);
});
