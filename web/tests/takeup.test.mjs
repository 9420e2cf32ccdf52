// What a click on an own unit means: it takes it up. Going to its place is a second click or a drag.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, seated } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { uranus } from './lib/roads.mjs';

const table = bench('takeup');
const at = (person, id) => person.view.counters.find((c) => c.id === id)?.at;
const acts = (person) => person.said.filter((m) => m.type === 'act').length;

async function soviets() {
  const person = await table.openJournal(await uranus('soviet-movement'));
  await seated(person, 'soviet', (v) => v.turn.phase === 'soviet-movement' && v.offers.list.length > 0);
  return person;
}

/** An own unit that could be taken up, alone in a goal of the one in hand. */
function standing(person, lead) {
  const { reach } = person.heard.findLast((m) => m.type === 'reach');
  const { view } = person;
  for (const goal of reach.flatMap((r) => r.goals)) {
    const here = view.counters.filter((c) => c.at === goal.space);
    const [only] = here;
    if (here.length === 1 && only.id !== lead && only.side === 'soviet' && view.offers.list.some((o) => o.counter === only.id)) return only;
  }
  throw new Error('nobody stands in a goal');
}

test(
  'a click on an own unit takes it up; the second sends the first one there, and U lets go before it undoes',
  { timeout: 90_000 },
  async () => {
    const person = await soviets();
    const { page } = person;
    const mouse = new Mouse(person);
    await mouse.takeInHand('4TK');
    const other = standing(person, '4TK');
    const from = at(person, '4TK');
    await mouse.pick({ counter: other.id }, other.at);
    await person.test('gave-way').waitFor();
    await person.test('hand').getByText(other.face.name).first().waitFor();
    assert.equal(acts(person), 0, 'nothing has marched');
    await table.shot(person, 'taken-up');
    await page.keyboard.press('u');
    await person.test('hand').waitFor({ state: 'detached' });
    assert.equal(acts(person), 0, 'nothing was undone');
    assert.equal(person.said.filter((m) => m.type === 'undo').length, 0);
    await mouse.takeInHand('4TK');
    await mouse.pick({ counter: other.id }, other.at);
    await person.test('gave-way').waitFor();
    const spot = await mouse.whereIs(other.at);
    await page.mouse.click(spot.x, spot.y);
    await person.until(() => at(person, '4TK') === other.at, 'the first one goes there after all');
    await shown(person);
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    await person.until(() => at(person, '4TK') === from, 'back again');
    assert.deepEqual(person.faults, []);
  },
);

test('no stack opens over a goal, and Tab walks the goals of the unit in hand', { timeout: 90_000 }, async () => {
  const person = await soviets();
  const { page } = person;
  const mouse = new Mouse(person);
  await mouse.takeInHand('4TK');
  const { reach } = person.heard.findLast((m) => m.type === 'reach');
  const goals = new Set(reach.flatMap((r) => r.goals.map((g) => g.space)));
  const stack = [...goals].find((id) => person.view.counters.filter((c) => c.at === id).length > 1 && id !== at(person, '4TK'));
  if (stack !== undefined) {
    const spot = await mouse.sight(stack);
    await page.mouse.move(spot.x, spot.y, { steps: 3 });
    await page.waitForTimeout(500);
    const first = person.view.counters.find((c) => c.at === stack);
    const cell = await mouse.whereIs(first.id);
    assert.ok(Math.hypot(cell.x - spot.x, cell.y - spot.y) < 3, 'the stack lies closed');
  }
  await page.keyboard.press('m');
  const walked = [];
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('Tab');
    walked.push(await page.locator('[data-n]').getAttribute('data-hover'));
  }
  assert.ok(
    walked.every((id) => goals.has(id)),
    `goals of the unit in hand: ${walked}`,
  );
  assert.deepEqual(person.faults, []);
});
