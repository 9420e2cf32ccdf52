// Wintergewitter on the table: plans made in secret, then We Are Coming played with the mouse from the first morning to the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, same, seated } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { Routine } from './lib/plain.mjs';
import { opportunity, wholeAttack } from './lib/positions.mjs';
import { Player } from './lib/winter.mjs';

const table = bench('winter');
const SEED = 3;
const open = (seats) =>
  table.create({ game: 'wintergewitter', scenario: 'we-are-coming', options: { setup: 'historical' }, seats, seed: SEED });

test('a plan is made in secret, changed, taken back and committed', { timeout: 120_000 }, async () => {
  // Set up as it was, the first question is the allocation of the air forces.
  const { owner } = await open({ axis: 'me', soviet: 'recruit' });
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
  await choice.click();
  await table.shot(person, 'ordered');
  await draft.getByRole('button', { name: 'Take it back' }).click();
  await person.page.waitForFunction(([text]) => document.querySelector('.draft .slot')?.innerText === text, [before]);
  assert.equal(person.last.n, n, 'planning is no action');
  await person.test('commit-plan').click();
  await person.until((_, now) => now.n > n, 'the game goes on');
  assert.deepEqual(person.faults, []);
});

/** What has to be seen in the game: a case of an event, or a step of the fight that is shown. */
const SIGHTS = {
  'air-phase': '4.2.h',
  initiative: '6.1.e',
  entrenchment: '15.1.c',
  'hasty-attack': '8.4.1.i',
};

const under = (events, id) => events.some((e) => e.case === id || e.case.startsWith(`${id}.`));

class Watch {
  seen = new Set();
  steps = new Set();
  #heard = 0;

  async look(person) {
    const fresh = person.heard.slice(this.#heard).flatMap((m) => m.events ?? []);
    this.#heard = person.heard.length;
    const step = /^Step (\d)/.exec(person.view.battle?.approach?.text ?? '')?.[1];
    const hasty = fresh.some((e) => e.text?.startsWith('hasty attack'));
    const now = Object.keys(SIGHTS).filter((name) => (name === 'hasty-attack' ? hasty : under(fresh, SIGHTS[name])));
    for (const name of now.filter((one) => !this.seen.has(one))) {
      this.seen.add(name);
      await shown(person);
      await table.shot(person, name);
    }
    if (step && !this.steps.has(step)) {
      this.steps.add(step);
      await shown(person);
      await table.shot(person, `step-${step}`);
    }
    // Steps that ask nobody are told by their events.
    for (const [id, passed] of Object.entries({ '11.2.3': '3', '12.3.2': '3', '11.2.6': '6', '11.2.7': '7', 11.8: '8' }))
      if (under(fresh, id)) this.steps.add(passed);
  }
}

/** The secret plan: nothing is changed but the first bid, then it is committed. */
async function commit(person) {
  await shown(person);
  await person.test('commit-plan').waitFor();
  const { n } = person.last;
  const slot = person.test('draft').locator('.slot').first();
  if (person.view.turn.phase === 'initiative' && person.view.turn.number === 1) {
    await slot.click();
    await person.test('draft').locator('.menu summary').first().click();
    await person.test('draft').getByRole('button', { name: '2', exact: true }).click();
    await table.shot(person, 'bid');
  } else if (person.view.turn.number === 1) {
    await slot.click();
    await person.test('draft').locator('.menu details > button').first().click();
  }
  await person.test('commit-plan').click();
  await person.until((_, now) => now.n > n, 'both have planned');
}

test('We Are Coming is played to its end with the mouse', { timeout: 600_000 }, async () => {
  const { owner } = await open({ axis: 'me', soviet: 'recruit' });
  const person = await table.follow(owner, { viewport: { width: 1440, height: 900 } });
  const routine = new Routine(new Mouse(person));
  const [player, watch] = [new Player(), new Watch()];
  for (let i = 0; i < 900 && !person.view?.outcome; i++) {
    // Who is asked and has nothing on offer is asked for a plan.
    const planning = (v) => v.offers.list.length === 0 && ['both', 'axis'].includes(v.to_act);
    await person.until((v) => v.offers.list.length > 0 || v.outcome || planning(v), 'our move', 60_000);
    if (person.view.outcome) break;
    await watch.look(person);
    if (planning(person.view)) await commit(person);
    else await routine.take(player.choose(person.view));
  }
  await watch.look(person);
  await table.shot(person, 'end');
  assert.ok(person.view.outcome, 'the game has come to its end');
  await table.keep(owner, 'wintergewitter/we-are-coming-browser');
  assert.deepEqual(
    Object.keys(SIGHTS).filter((name) => !watch.seen.has(name)),
    [],
  );
  assert.deepEqual([...watch.steps].sort(), ['1', '2', '3', '4', '5', '6', '7', '8'], 'every step of a prepared attack');
  assert.deepEqual(person.faults, []);
});

test('one prepared attack goes through its eight steps, both sides by mouse', { timeout: 240_000 }, async () => {
  const { file, moves } = await wholeAttack();
  const person = await table.openJournal(file, { viewport: { width: 1440, height: 900 } });
  const [mouse, steps] = [new Mouse(person), new Set()];
  for (const { side, action } of moves) {
    await seated(person, side, (v) => v.offers.list.some((o) => same(o, action)), JSON.stringify(action));
    const step = /^Step (\d) of 8/.exec(person.view.battle?.approach?.text ?? '')?.[1];
    if (step && !steps.has(step)) await table.shot(person, `eight-${step}`);
    if (step) steps.add(step);
    await mouse.take(person.view.offers.list.find((o) => same(o, action)));
  }
  assert.deepEqual([...steps].sort(), ['1', '2', '3', '4', '5', '6', '7', '8'], 'the steps of one and the same attack');
  assert.deepEqual(person.faults, []);
});

test('whoever retreats past an enemy is fired at, if that enemy wants to', { timeout: 240_000 }, async () => {
  const { file, side } = await opportunity();
  const seats = { axis: 'recruit', soviet: 'recruit', [side]: 'me' };
  const person = await table.goOn(file, seats, { viewport: { width: 1440, height: 900 } });
  const offers = person.view.offers.list;
  assert.deepEqual(offers.map((offer) => offer.action).sort(), ['hold', 'shoot']);
  assert.match(person.view.battle?.approach?.text ?? '', /./, 'the fight is shown while it is asked');
  await table.shot(person, 'opportunity-asked');
  const { n } = person.last;
  const fires = offers.find((offer) => offer.action === 'shoot');
  await new Routine(new Mouse(person)).take(fires);
  assert.ok(person.last.n > n, 'the fire is made');
  await shown(person);
  await table.shot(person, 'opportunity-fire');
  const told = person.heard.flatMap((message) => message.events ?? []);
  assert.ok(
    told.some((event) => event.case.startsWith('11.7.1')),
    'the fire at the retreating units is told',
  );
  assert.deepEqual(person.faults, []);
});
