// Two people by link, each message checked for what the seat may not know; hot seat and its curtain.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from './lib/browser.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { plan } from './lib/play.mjs';
import { startServer } from './lib/server.mjs';

let server, chrome;
before(async () => {
  [server, chrome] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await chrome?.close();
  await server?.stop();
});

test('two browsers by link play, and neither is told what it may not know', { timeout: 300_000 }, async () => {
  const table = await server.create({ game: 'battle', scenario: 'campaign', options: {}, seats: { axis: 'me', soviet: 'friend' } });
  const axis = await chrome.person();
  const soviet = await chrome.person();
  await axis.goto(server.link(table.owner));
  await soviet.goto(server.link(table.seats.soviet));
  await Promise.all([axis, soviet].map((p) => p.until((v) => v.offers.list.length > 0)));
  assert.notEqual(await soviet.page.evaluate(() => location.hash), `#/t/${table.seats.soviet}`, 'the invitation became a seat');
  const hands = { axis: new Mouse(axis), soviet: new Mouse(soviet) };
  const done = {};
  for (let i = 0; i < 70; i++) {
    const side = ['soviet', 'axis'].find((s) => hands[s].person.offers.length > 0);
    if (!side) {
      await new Promise((r) => setTimeout(r, 30));
      continue;
    }
    const { person } = hands[side];
    const key = `${side} ${person.view.turn.number} ${person.view.turn.phase}`;
    done[key] = (done[key] ?? 0) + 1;
    await hands[side].take(plan(person.view, done[key] - 1, 2));
    if (axis.view.turn.number > 1) break;
  }
  // What each side knew of itself, the other must never have been sent.
  check(axis, soviet, 'axis');
  check(soviet, axis, 'soviet');
  assert.deepEqual([...axis.faults, ...soviet.faults], []);
  await axis.context.close();
  await soviet.context.close();
});

/** Everything that `own` may know and `other` may not: factors shown as '?', counters absent. */
function check(own, other, side) {
  const hidden = other.view.counters.filter((c) => c.side === side && c.face.factors.some((f) => f.value === '?'));
  assert.ok(hidden.length > 0, 'there is something to hide');
  const seen = new Set(other.view.counters.map((c) => c.id));
  const secret = own.view.counters.filter((c) => c.side === side && !seen.has(c.id));
  for (const msg of other.heard) {
    for (const view of views(msg)) {
      for (const c of view.counters.filter((x) => x.side === side)) {
        const inPlay = !['turn-track', 'dead', 'withdrawn'].includes(c.at);
        if (c.kind === 'unit' && inPlay) {
          assert.equal(c.face.steps, null, `${c.id} shows its steps`);
          assert.equal(c.face.factors[0].value, '?', `${c.id} shows its strength`);
        }
      }
    }
    if (msg.type === 'hello') continue;
    const text = JSON.stringify({ ...msg, view: undefined, frames: undefined });
    for (const c of secret) assert.ok(!text.includes(`"${c.id}"`), `${c.id} is named in ${text.slice(0, 200)}`);
  }
}

function* views(msg) {
  if (msg.view) yield msg.view;
  for (const frame of msg.frames ?? []) if (frame.view) yield frame.view;
}

test('an invitation works once', { timeout: 60_000 }, async () => {
  const table = await server.create({ game: 'battle', scenario: 'campaign', options: {}, seats: { axis: 'me', soviet: 'friend' } });
  const first = await chrome.person();
  await first.goto(server.link(table.seats.soviet));
  await first.until((v) => v.offers.list.length > 0);
  const second = await chrome.person();
  await second.goto(server.link(table.seats.soviet));
  await second.page.getByRole('alert').waitFor();
  assert.equal(second.heard.length, 0);
  await first.context.close();
  await second.context.close();
});

test('at a hot seat a curtain falls between the sides', { timeout: 120_000 }, async () => {
  const table = await server.create({ game: 'battle', scenario: 'campaign', options: {}, seats: { axis: 'me', soviet: 'me' }, seed: 23 });
  const person = await chrome.person();
  await person.goto(server.link(table.owner));
  const curtain = person.test('curtain');
  await curtain.waitFor();
  assert.equal(await person.page.locator('canvas').count(), 0, 'behind the curtain there is no map');
  await curtain.getByRole('button').click();
  await shown(person);
  const first = person.last.as;
  const mouse = new Mouse(person);
  await mouse.take(person.offers.find((o) => o.action === 'historical'));
  await mouse.take(person.offers.find((o) => o.kind === 'done'));
  await curtain.waitFor();
  assert.equal(await person.page.locator('canvas').count(), 0);
  await curtain.getByRole('button').click();
  await person.until((_, s) => s.as !== first, 'the other side');
  await shown(person);
  assert.ok(person.offers.length > 0);
  assert.deepEqual(person.faults, []);
  await person.context.close();
});
