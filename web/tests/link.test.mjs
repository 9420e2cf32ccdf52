// Two people by link, each message checked for what the seat may not know; hot seat and its curtain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { plan } from './lib/play.mjs';

const table = bench('link');

test('two browsers by link play, and neither is told what it may not know', { timeout: 300_000 }, async () => {
  const { owner, seats } = await table.create({ seats: { axis: 'me', soviet: 'friend' } });
  const axis = await table.follow(owner);
  const soviet = await table.follow(seats.soviet);
  await Promise.all([axis, soviet].map((p) => p.until((v) => v.offers.list.length > 0)));
  assert.notEqual(await soviet.page.evaluate(() => location.hash), `#/t/${seats.soviet}`, 'the invitation became a seat');
  const hands = { axis: new Mouse(axis), soviet: new Mouse(soviet) };
  const done = {};
  for (let i = 0; i < 70; i++) {
    const asked = () => ['soviet', 'axis'].find((s) => hands[s].person.offers.length > 0);
    await axis.until(() => asked() !== undefined, 'somebody who is asked');
    const side = asked();
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
});

const OPEN = ['turn-track', 'dead', 'withdrawn'];

/** Nothing that only `own` may know is in any message to `other`: not by id, not by name, not by number. */
function check(own, other, side) {
  const assets = new Map();
  for (const c of own.heard.flatMap((m) => [...views(m)]).flatMap((v) => v.counters))
    if (c.side === side && c.kind === 'asset') assets.set(c.id, c.face.name);
  assert.ok(assets.size > 0, 'there is something to hide');
  let open = new Set();
  let hidden = 0;
  for (const msg of other.heard) {
    const before = open;
    for (const view of views(msg)) {
      open = new Set(view.counters.map((c) => c.id));
      hidden += inView(view, side);
    }
    inPreviews(msg, side);
    // What lies open (the turn track with its schedule, the dead) may be named, also in the message that takes it from there.
    // The calendar is the printed schedule, the same for both.
    const text = JSON.stringify(msg, (key, value) => (key === 'calendar' ? undefined : value));
    for (const [id, name] of assets) {
      if (before.has(id) || open.has(id)) continue;
      assert.ok(!text.includes(`"${id}"`), `${id} is named to the enemy of ${side}: ${near(text, `"${id}"`)}`);
      assert.ok(
        !new RegExp(`(?<![\\w.])${name.replaceAll(/[.()]/g, '\\$&')}(?!\\w)`).test(text),
        `${name} is named to the enemy of ${side}: ${near(text, name)}`,
      );
    }
    for (const event of [...(msg.events ?? []), ...(msg.frames ?? []).flatMap((f) => f.events)]) {
      assert.doesNotMatch(
        event.text,
        new RegExp(side === 'soviet' ? 'Army is raised to strength' : 'Korps is raised to strength'),
        'replacements are secret',
      );
    }
  }
  assert.ok(hidden > 0, 'views with hidden units were checked');
}

/** A view: units of the other side without strength, its assets in play absent, its part of a battle to come a range. */
function inView(view, side) {
  const theirs = view.counters.filter((c) => c.side === side && !OPEN.includes(c.at));
  assert.deepEqual(
    theirs.filter((c) => c.kind === 'asset').map((c) => c.id),
    [],
    'assets in play are not in the view',
  );
  for (const c of theirs) {
    assert.equal(c.face.steps, null, `${c.id} shows its steps`);
    assert.equal(c.face.factors[0].value, '?', `${c.id} shows its strength`);
  }
  return theirs.length;
}

/** Battles to come, wherever they are told of: the other side's part is a range. */
function inPreviews(msg, side) {
  const offers = [...(msg.offers?.list ?? []), ...(Array.isArray(msg.list) ? msg.list : [])];
  for (const { preview } of offers) {
    const force = preview?.forces.find((f) => f.side === side);
    if (force) assert.ok(force.total < force.most, `the preview of ${preview.at} gives the enemy away`);
  }
}

const near = (text, what) => text.slice(Math.max(0, text.indexOf(what) - 120), text.indexOf(what) + 120);

function* views(msg) {
  if (msg.view) yield msg.view;
  for (const frame of msg.frames ?? []) if (frame.view) yield frame.view;
}

test('an invitation works once', { timeout: 60_000 }, async () => {
  const { seats } = await table.create({ seats: { axis: 'me', soviet: 'friend' } });
  const first = await table.follow(seats.soviet);
  await first.until((v) => v.offers.list.length > 0);
  const second = await table.follow(seats.soviet);
  await second.page.getByRole('alert').waitFor();
  assert.equal(second.heard.length, 0);
});

test('at a hot seat a curtain falls between the sides', { timeout: 120_000 }, async () => {
  const person = await table.sit({ seats: { axis: 'me', soviet: 'me' }, seed: 23 });
  const curtain = person.test('curtain');
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
});
