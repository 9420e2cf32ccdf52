// Stalingrad Roads on the table, by mouse: stacks that move together, and things that lie beside the map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, seated } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { uranus } from './lib/roads.mjs';

const table = bench('roads');
const desk = { viewport: { width: 1440, height: 900 } };

async function sit(phase) {
  const person = await table.openJournal(await uranus(phase), desk);
  await seated(person, 'soviet', (v) => v.turn.phase === phase && v.offers.list.length > 0);
  return person;
}

const at = (person, id) => person.view.counters.find((c) => c.id === id)?.at;
const acts = (person) => person.said.filter((m) => m.type === 'act').map((m) => m.action ?? m.actions);

test('a stack goes together as one entry, and comes back in one', { timeout: 90_000 }, async () => {
  const person = await sit('soviet-movement');
  const { page } = person;
  const mouse = new Mouse(person);
  const [leader, ...others] = ['422SD', '169SD', '15G'];
  const all = (hex) => [leader, ...others].every((id) => at(person, id) === hex);

  // Take one into the hand, let the others come along.
  await mouse.takeInHand(leader);
  await person.test('all-follow').click();
  await page.waitForTimeout(300);
  await mouse.pick({ space: '1035' }, '1035');
  // Somebody stands there who could be meant: a second click means the place.
  await person.test('gave-way').waitFor();
  await mouse.pick({ space: '1035' }, '1035');
  await person.until(() => all('1035'), 'the whole stack');
  await shown(person);
  assert.equal(acts(person).length, 1, 'one request');
  // The log shows what happened last.
  const last = page.getByRole('tabpanel').locator('li').last();
  await last.getByText(/1034/).waitFor();
  await page.waitForFunction(() => {
    const [panel, lines] = [document.querySelector('[role=tabpanel]'), document.querySelectorAll('[role=tabpanel] li')];
    return lines[lines.length - 1].getBoundingClientRect().bottom <= panel.getBoundingClientRect().bottom + 1;
  });
  await table.shot(person, 'together');

  // One undo takes all of them back.
  await page.keyboard.press('u');
  await person.until(() => all('1034'), 'all where they were');
  await shown(person);

  // Shift picks several in the fan, a click on a hex sends them there.
  const spot = await mouse.sight('1034');
  await page.mouse.move(spot.x, spot.y);
  await page.keyboard.down('Shift');
  for (const id of others) {
    const cell = await mouse.find(id, spot);
    await page.mouse.click(cell.x, cell.y);
    await person
      .test('hand')
      .getByText(person.view.counters.find((c) => c.id === id).face.name)
      .first()
      .waitFor();
  }
  await page.keyboard.up('Shift');
  await table.shot(person, 'picked');
  await mouse.pick({ space: '1134' }, '1134');
  if (person.view.counters.some((c) => c.at === '1134' && c.side === 'soviet')) {
    await person.test('gave-way').waitFor();
    await mouse.pick({ space: '1134' }, '1134');
  }
  await person.until(() => others.every((id) => at(person, id) === '1134'), 'both of them');
  assert.equal(at(person, leader), '1034', 'who was not picked stays');
  assert.deepEqual(person.faults, []);
});

test('who cannot go so far stays, and the page says so', { timeout: 60_000 }, async () => {
  const person = await sit('soviet-movement');
  const mouse = new Mouse(person);
  await mouse.takeInHand('4TK');
  await person.test('mates').getByLabel('333 Rifle Division').check();
  await person.page.waitForTimeout(300);
  const { reach } = person.heard.findLast((m) => m.type === 'reach');
  const goals = (id) => reach.filter((r) => r.counters.includes(id)).flatMap((r) => r.goals);
  const far = goals('4TK').find(
    (g) => !g.fight && !goals('333SD').some((h) => h.space === g.space) && !person.view.counters.some((c) => c.at === g.space),
  );
  await mouse.pick({ space: far.space }, far.space);
  await person.until(() => at(person, '4TK') === far.space, 'the tanks');
  await person.page
    .getByText(/333 Rifle Division cannot come along/)
    .first()
    .waitFor();
  assert.equal(at(person, '333SD'), '1830');
  assert.deepEqual(person.faults, []);
});

test('what has no place on the map lies open in the panel', { timeout: 60_000 }, async () => {
  // At set-up the pool is a list that is open.
  const person = await table.sit({ game: 'roads', scenario: 'uranus', seats: { axis: 'recruit', soviet: 'me' }, seed: 7 }, desk);
  await person.page
    .locator('details.list')
    .getByRole('button', { name: /Take Maskirovka/ })
    .click();
  await person.page
    .getByRole('region', { name: 'What is asked' })
    .getByText(/Chosen so far: 1/)
    .waitFor();

  // What is to be deployed lies in a tray; from there it goes to a unit.
  const other = await sit('soviet-deploy');
  const { offers } = other;
  const places = offers.filter((o) => o.counter === offers[0].counter).map((o) => o.space);
  const alone = places.find(
    (hex) => places.filter((p) => p === hex).length === 1 && other.view.counters.filter((c) => c.at === hex).length === 1,
  );
  const first = other.test('tray').getByRole('button').first();
  await first.click();
  await table.shot(other, 'tray');
  const { n } = other.last;
  assert.equal(await first.getAttribute('aria-pressed'), 'true');
  // Its places are asked for when it is taken up.
  await other.until(() => other.aimed !== undefined, 'the places of a support');
  await other.page.waitForFunction(() => document.querySelector('[data-n]')?.legal !== undefined);
  await new Mouse(other).pick({ space: alone }, alone);
  await other.next(n);
  const [unit] = other.view.counters.filter((c) => c.at === alone);
  assert.ok(
    other.view.counters.some((c) => c.at === unit.id),
    `a support joins ${unit.id}`,
  );
  assert.deepEqual([...person.faults, ...other.faults], []);
});
