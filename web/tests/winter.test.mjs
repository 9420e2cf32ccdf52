// Wintergewitter on the table: set up as it was, plans made in secret, then the game goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { shown } from './lib/hands.mjs';

const table = bench('winter');

test('a plan is made in secret, changed, taken back and committed', { timeout: 120_000 }, async () => {
  // Set up as it was, the first question is the allocation of the air forces.
  const { owner } = await table.create({
    game: 'wintergewitter',
    scenario: 'we-are-coming',
    options: { setup: 'historical' },
    seats: { axis: 'me', soviet: 'recruit' },
    seed: 3,
  });
  const person = await table.follow(owner, { viewport: { width: 1440, height: 900 } });
  const draft = person.test('draft');
  await draft.waitFor({ timeout: 20_000 });
  await shown(person);
  await table.shot(person, 'plan');
  const { n } = person.last;
  const slot = draft.locator('.slot').first();
  const before = await slot.innerText();
  await slot.click();
  const choice = draft.locator('.menu details > button, .menu > button').first();
  if (await choice.isVisible({ timeout: 3000 }).catch(() => false)) {
    await choice.click();
    await table.shot(person, 'ordered');
    const back = draft.getByRole('button', { name: 'Take it back' });
    if (await back.isVisible()) await back.click();
    await person.page.waitForTimeout(300);
    assert.equal(await slot.innerText(), before, 'the order was taken back');
  }
  assert.equal(person.last.n, n, 'planning is no action');
  await person.test('commit-plan').click();
  await person.until((_, now) => now.n > n, 'the game goes on');
  assert.deepEqual(person.faults, []);
});
