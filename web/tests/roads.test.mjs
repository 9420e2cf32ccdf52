// Stalingrad Roads on the table, by mouse: stacks that move together, and things that lie beside the map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, same, seated } from './lib/bench.mjs';
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
const acts = (person) => person.said.filter((m) => m.type === 'act').map((m) => m.action);
const take = (mouse, action) => mouse.take(mouse.person.offers.find((o) => same(o, action)));

/** Stops this one, unless it has come to rest by itself: then the others are on their way already. */
async function halt(mouse, id) {
  const { person } = mouse;
  await shown(person);
  if (person.view.counters.find((c) => c.id === id).flags?.includes('on-march')) await take(mouse, 'halt');
}

test('a stack goes together by ordinary actions, and comes back in one', { timeout: 90_000 }, async () => {
  const person = await sit('soviet-movement');
  const { page } = person;
  const mouse = new Mouse(person);
  const [leader, ...others] = ['422SD', '169SD', '15G'];
  const all = (hex) => others.every((id) => at(person, id) === hex);

  // Take one up, let the others follow.
  await take(mouse, { move: leader, by: 'normal' });
  await person.test('all-follow').click();
  await take(mouse, { step: '1035' });
  await halt(mouse, leader);
  await person.until((v) => all('1035') && v.offers.list.some((o) => o.kind === 'done' && o.group === ''), 'the whole stack');
  await shown(person);
  assert.deepEqual(acts(person).slice(3), others.flatMap((id) => [{ move: id, by: 'normal' }, { step: '1035' }, 'halt']));
  // The log shows what happened last.
  const last = page.getByRole('tabpanel').locator('li').last();
  await last.getByText(/goes from 1034 to 1035/).waitFor();
  await page.waitForFunction(() => {
    const [panel, lines] = [document.querySelector('[role=tabpanel]'), document.querySelectorAll('[role=tabpanel] li')];
    return lines[lines.length - 1].getBoundingClientRect().bottom <= panel.getBoundingClientRect().bottom + 1;
  });
  await table.shot(person, 'together');

  // One undo takes the followers back, the leader stays.
  await page.keyboard.press('u');
  await person.until(() => all('1034'), 'the followers where they were');
  assert.equal(at(person, leader), '1035');
  await shown(person);

  // Shift picks several in the fan, a click on a hex sends them there.
  const spot = await mouse.sight('1034');
  await page.mouse.move(spot.x, spot.y);
  await page.keyboard.down('Shift');
  for (const id of others) {
    const cell = await mouse.find(id, spot);
    await page.mouse.click(cell.x, cell.y);
  }
  await page.keyboard.up('Shift');
  await table.shot(person, 'picked');
  await mouse.pick({ space: '1134' }, '1134');
  await person.until(() => others.some((id) => at(person, id) === '1134'), 'the first of them');
  await halt(mouse, others.find((id) => at(person, id) === '1134'));
  await person.until(() => all('1134'), 'both of them');
  assert.deepEqual(person.faults, []);
});

test('who cannot go so far stays on the way, and the page says why', { timeout: 60_000 }, async () => {
  const person = await sit('soviet-movement');
  const mouse = new Mouse(person);
  await take(mouse, { move: '4TK', by: 'normal' });
  await person.test('mates').getByLabel('333 Rifle Division').check();
  const seen = new Set(['1830']);
  for (let i = 0; i < 3; i++) {
    const step = person.offers.find((o) => o.action.step && !seen.has(o.space) && /^1 point,/.test(o.cost));
    seen.add(step.space);
    await take(mouse, step.action);
    await shown(person);
  }
  await halt(mouse, '4TK');
  const card = person.test('why');
  await card.waitFor();
  assert.match(await card.innerText(), /333 Rifle Division does not follow[\s\S]*\d\.\d/);
  assert.equal(at(person, '333SD'), [...seen][2], 'it has come as far as it could');
  assert.deepEqual(person.faults, []);
});

test('what has no place on the map lies open in the panel', { timeout: 60_000 }, async () => {
  // At set-up the pool is a list that is open.
  const person = await table.sit({ game: 'roads', scenario: 'uranus', seats: { axis: 'recruit', soviet: 'me' }, seed: 7 }, desk);
  await person.page.locator('details.list').getByRole('button', { name: /Take Maskirovka/ }).click();
  await person.page.getByRole('region', { name: 'What is asked' }).getByText(/Chosen so far: 1/).waitFor();

  // What is to be deployed lies in a tray; from there it goes to a unit.
  const other = await sit('soviet-deploy');
  const { offers } = other;
  const places = offers.filter((o) => o.counter === offers[0].counter).map((o) => o.space);
  const alone = places.find((hex) => places.filter((p) => p === hex).length === 1 && other.view.counters.filter((c) => c.at === hex).length === 1);
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
  assert.ok(other.view.counters.some((c) => c.at === unit.id), `a support joins ${unit.id}`);
  assert.deepEqual([...person.faults, ...other.faults], []);
});
