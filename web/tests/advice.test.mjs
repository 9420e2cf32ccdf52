// Advice: asked for by button and key, seen on the map and in words, done with one more click; none against a person. The lobby says how strong officers are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { bench, escape } from './lib/bench.mjs';
import { shown } from './lib/hands.mjs';

const table = bench('advice');

test('staff is asked, seen, and followed through a movement phase', { timeout: 240_000 }, async () => {
  const person = await table.sit({ seats: { axis: 'me', soviet: 'recruit' }, seed: 5 });
  const { page } = person;
  const card = person.test('advice');
  let moved = null;
  for (let i = 0; i < 60 && !moved; i++) {
    await person.until((v) => v.offers.list.length > 0, 'our move', 60_000);
    await shown(person);
    const { n } = person.last;
    // The first time by the button, then by the key.
    if (i === 0) await person.test('ask-advice').click();
    else await page.keyboard.press('c');
    await card.waitFor();
    assert.equal(person.last.n, n, 'nothing is done by itself');
    assert.match(await person.test('advice-why').innerText(), /\.$/, 'a sentence');
    const text = await card.innerText();
    const steps = [...text.matchAll(/\bTo (?:[^()\n]*\()?(\d{4})\b/g)];
    if (steps.length > 0) {
      moved = steps.at(-1)[1];
      await table.shot(person, 'move');
      // It can be put away and asked for again.
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });
      await page.keyboard.press('c');
      await card.waitFor();
      assert.deepEqual(await violations(page), []);
    }
    await person.test('advice-do').click();
    await person.until((_, s) => s.n > n, 'it is done', 60_000);
    await shown(person);
    await escape(person);
  }
  assert.ok(moved, 'a march was advised');
  assert.ok(
    person.view.counters.some((c) => c.at === moved && c.side === 'axis'),
    `somebody is in ${moved}`,
  );
  await card.waitFor({ state: 'detached' });
  assert.deepEqual(person.faults, []);
});

test('against a person there is no advice', { timeout: 60_000 }, async () => {
  const made = await table.create({ seats: { axis: 'friend', soviet: 'me' } });
  const person = await table.person();
  await person.goto(table.server.link(made.owner));
  await person.until((v) => v.offers.list.length > 0 || v.to_act !== 'nobody', 'the table', 60_000);
  assert.equal(await person.test('ask-advice').count(), 0);
  await person.page.keyboard.press('c');
  assert.equal(await person.test('advice').count(), 0);
});

test('the lobby offers every level and says how strong it is', { timeout: 60_000 }, async () => {
  const person = await table.visitor();
  await person.test('play-battle-campaign').click();
  const form = person.page.locator('#new-game');
  for (const title of ['Recruit', 'Cautious staff', 'Staff', 'Bold staff']) await form.getByText(`Computer: ${title}`).first().waitFor();
  assert.match(await form.innerText(), /Won \d+% against Staff \(\d+ games\)/);
  assert.equal(await form.locator('input[name=axis][value=staff]').isChecked(), true, 'staff unless told otherwise');
  await table.shot(person, 'levels');
});
