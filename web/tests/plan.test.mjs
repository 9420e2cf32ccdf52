// A plan as a draft with a history: orders are taken back and given again by keys and buttons, a reload and a second browser see the same, what an order
// can be aimed at is all there, and the commitment is in sight however long the list is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { PATIENCE } from './lib/browser.mjs';
import { shown } from './lib/hands.mjs';

const table = bench('plan');

async function planner(size = { width: 1280, height: 720 }) {
  const { owner } = await table.create({
    game: 'waw',
    scenario: 'river-too-far',
    options: {},
    seats: { axis: 'me', soviet: 'staff' },
    seed: 5,
  });
  const person = await table.follow(owner, { viewport: size, speed: 450 });
  await person.test('draft').waitFor({ timeout: PATIENCE });
  await shown(person);
  return { person, owner };
}

/** The slot whose name is looked for, as it stands in the list. */
async function slot(person, name) {
  await person.test('draft').getByRole('searchbox', { name: 'Find in the plan' }).fill(name);
  return person.test('draft').locator('.slot').first();
}

/** Waits until the slot says this of itself. */
async function says(line, what) {
  await line.filter({ hasText: what }).waitFor({ timeout: PATIENCE });
}

/** Can the button be pressed where it stands? */
const inSight = (button) =>
  button.evaluate((b) => {
    const { left, top, width, height } = b.getBoundingClientRect();
    return b.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test('orders are taken back and given again; another browser and a reload see the same', { timeout: 120_000 }, async () => {
  const { person, owner } = await planner();
  const { page } = person;
  assert.ok(await inSight(person.test('commit-plan')), 'the commitment is in sight');
  assert.equal(await person.test('undo').isDisabled(), true);
  const line = await slot(person, 'I/4 pgr');
  const before = (await line.innerText()).trim();
  await line.click();
  await person.test('draft').getByRole('button', { name: 'hold at all costs' }).first().click();
  await says(line, /hold/i);
  assert.match(await person.test('undo').getAttribute('title'), /^Take back: the order of .*I\/4 pgr/);
  await table.shot(person, 'ordered');
  assert.ok(await inSight(person.test('commit-plan')), 'also with a slot open');
  const ordered = (await line.innerText()).trim();
  const second = await table.follow(owner, { viewport: { width: 1280, height: 720 } });
  await second.test('draft').waitFor({ timeout: PATIENCE });
  await says(await slot(second, 'I/4 pgr'), ordered.split('\n').at(-1));
  await page
    .locator('canvas')
    .first()
    .focus()
    .catch(() => undefined);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('u');
  await says(line, before.split('\n').at(-1));
  await says(second.test('draft').locator('.slot').first(), before.split('\n').at(-1));
  assert.equal(await person.test('undo').isDisabled(), true, 'nothing more to take back');
  assert.match(await person.test('redo').getAttribute('title'), /^Do again: the order of/);
  await person.test('redo').click();
  await says(line, ordered.split('\n').at(-1));
  await page.reload();
  await person.test('draft').waitFor({ timeout: PATIENCE });
  await says(await slot(person, 'I/4 pgr'), ordered.split('\n').at(-1));
  assert.deepEqual([person.faults, second.faults], [[], []]);
});

test('all that an order can be aimed at is in its list', { timeout: 90_000 }, async () => {
  const { person } = await planner();
  const line = await slot(person, 'I/4 pgr');
  await line.click();
  await person.test('draft').locator('.menu').getByRole('button').first().waitFor({ timeout: PATIENCE });
  const menu = person.heard.findLast((m) => m.type === 'menu').menu;
  const long = menu.findLast((m) => (m.targets?.length ?? 0) > 0);
  const count = long.targets.reduce((n, t) => n + (t.includes('+') ? Number(t.split('+')[1]) + 1 : 1), 0);
  const part = person.test('draft').locator('.menu details', { hasText: long.label }).last();
  if (!(await part.evaluate((d) => d.open))) await part.locator('summary').click({ position: { x: 4, y: 6 } });
  if (count > 60) {
    const last = long.targets.at(-1).split('+')[0];
    await part.getByRole('searchbox').waitFor();
    assert.match(await part.getByRole('searchbox').getAttribute('placeholder'), new RegExp(`${count}$`));
    await part.getByRole('list').evaluate((l) => (l.parentElement.scrollTop = l.parentElement.scrollHeight));
    // Drawn with the next picture after the scrolling.
    await part.locator(`[aria-posinset="${count}"]`).waitFor();
    assert.equal(await part.getByRole('listitem').last().getAttribute('aria-posinset'), String(count));
    assert.ok((await part.getByRole('listitem').count()) < 60, 'only what is in sight is drawn');
    await part.getByRole('searchbox').fill(last);
    await part.getByRole('listitem').first().waitFor();
  } else assert.equal(await part.locator('button.small').count(), count);
  await table.shot(person, 'targets');
  assert.deepEqual(person.faults, []);
});
