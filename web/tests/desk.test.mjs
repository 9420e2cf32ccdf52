// What hand and eye expect at a desk: stacks that follow into battle, one click for a step, a space bar that ends nothing, a button that is in sight.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, seated } from './lib/bench.mjs';
import { PATIENCE } from './lib/browser.mjs';
import { Engine } from './lib/engine.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { play } from './lib/play.mjs';
import { uranus } from './lib/roads.mjs';

const table = bench('desk');
const at = (person, id) => person.view.counters.find((c) => c.id === id)?.at;

/** Battle's first Axis movement, and two units of one hex who can both enter an enemy hex beside it. */
async function besideTheEnemy() {
  const engine = new Engine();
  await engine.ask({ do: 'new', game: 'battle/campaign', seed: 5 });
  for (;;) {
    const { side, list } = await engine.legal();
    const { turn, counters } = await engine.view(side);
    if (turn.phase === 'axis-movement') {
      const file = await engine.save('beside-the-enemy');
      const lifts = list.filter((o) => o.kind === 'select' && o.action.move !== undefined);
      const where = (o) => counters.find((c) => c.id === o.counter).at;
      for (const lift of lifts) {
        const mates = lifts.filter(
          (o) => o !== lift && where(o) === where(lift) && o.action.by === lift.action.by && o.action.strategic === lift.action.strategic,
        );
        if (mates.length === 0) continue;
        await engine.act(lift.action);
        const into = (await engine.legal()).list.find((o) => o.kind === 'attack');
        await engine.ask({ do: 'undo' });
        if (!into) continue;
        engine.close();
        return { file, lift: lift.action, mate: mates[0].counter, hex: into.space };
      }
      throw new Error('no stack stands beside the enemy');
    }
    await engine.act((list.find((o) => o.kind === 'done') ?? list[0]).action);
  }
}

const acts = (person) => person.said.filter((m) => m.type === 'act');

test('whoever is ticked comes along into an enemy hex, after a question', { timeout: 90_000 }, async () => {
  const { file, lift, mate, hex } = await besideTheEnemy();
  const person = await table.openJournal(file);
  await seated(person, 'axis', (v) => v.turn.phase === 'axis-movement' && v.offers.list.length > 0);
  const mouse = new Mouse(person);
  await mouse.takeInHand(lift.move);
  const name = person.view.counters.find((c) => c.id === mate).face.name;
  await person.test('mates').getByLabel(name).check();
  const { n } = person.last;
  await mouse.pick({ space: hex }, hex);
  const question = person.test('chooser').getByRole('button').first();
  await question.waitFor();
  assert.equal(acts(person).length, 0, 'entering a fight asks first');
  await table.shot(person, 'fight-asked');
  await question.click();
  await person.until(() => at(person, mate) === hex, 'the mate in the battle');
  await shown(person);
  assert.equal(person.last.n, n + 1, 'both went as one entry');
  assert.equal(await person.test('why').isVisible(), false, 'nobody is told that it cannot');
  assert.deepEqual(person.faults, []);
});

test('a march of any length is two clicks and one undo; looking does nothing', { timeout: 90_000 }, async () => {
  const person = await table.openJournal(await uranus('soviet-movement'));
  await seated(person, 'soviet', (v) => v.turn.phase === 'soviet-movement' && v.offers.list.length > 0);
  const mouse = new Mouse(person);
  const from = at(person, '4TK');
  await mouse.takeInHand('4TK');
  const far = await farthest(person);
  assert.ok(far.path.length > 3, `a goal three hexes away: ${JSON.stringify(far)}`);
  await table.shot(person, 'reach');
  const { n } = person.last;
  await mouse.pick({ space: far.space }, far.space);
  await person.until(() => at(person, '4TK') === far.space, 'the goal');
  await shown(person);
  assert.equal(person.last.n, n + 1);
  assert.equal(acts(person).length, 1, 'one list of actions');
  await person.page.keyboard.press('u');
  await person.until(() => at(person, '4TK') === from, 'back where it stood');
  await shown(person);
  // Out of reach: the rule that is in the way is named, and nothing is done.
  await mouse.takeInHand('4TK');
  await mouse.pick({ space: '2434' }, '2434');
  await person.test('why').waitFor();
  assert.match(await person.test('why').innerText(), /cannot get to 2434/);
  assert.equal(acts(person).length, 1);
  assert.deepEqual(person.faults, []);
});

/** The goal with the longest way, as the page was told. */
async function farthest(person) {
  const told = person.heard.findLast((m) => m.type === 'reach');
  const [reach] = told.reach;
  const path = (i) => (i === undefined ? [] : [...path(reach.goals[i].via), reach.goals[i].space]);
  const empty = (space) => !person.view.counters.some((c) => c.at === space);
  const goals = reach.goals
    .map((g, i) => ({ space: g.space, fight: g.fight, path: [reach.from, ...path(i)] }))
    .filter((g) => !g.fight && empty(g.space));
  return goals.sort((a, b) => b.path.length - a.path.length)[0];
}

test('Space ends nothing, Enter does', { timeout: 60_000 }, async () => {
  const person = await table.sit({ seed: 5 });
  const { page } = person;
  await play(
    new Mouse(person),
    (v) => v.offers.list.some((o) => o.kind === 'done' && o.group === '') && v.offers.prompt.reminders.length === 0,
    { few: 0 },
  );
  await shown(person);
  const acts = () => person.said.filter((m) => m.type === 'act').length;
  const before = acts();
  await person.test('main').focus();
  await page.keyboard.press('Space');
  await page.waitForTimeout(300);
  assert.equal(acts(), before, 'nothing was done');
  assert.equal(await page.getByRole('dialog').isVisible(), false, 'nothing is asked');
  await page.keyboard.press('Enter');
  const end = Date.now() + PATIENCE;
  while (acts() === before && Date.now() < end) await person.breath();
  assert.equal(acts(), before + 1);
  assert.deepEqual(person.faults, []);
});

/** Battle's first Axis attacks, with as many of them compulsory as units can be sent against the enemy. */
async function manyAttacks() {
  const engine = new Engine();
  await engine.ask({ do: 'new', game: 'battle/campaign', seed: 5 });
  const sent = new Set();
  for (let i = 0; i < 300; i++) {
    const { side, list } = await engine.legal();
    const { turn, offers } = await engine.view(side);
    if (sent.size > 0 && turn.phase !== 'axis-movement' && offers.prompt.reminders.filter((r) => r.mandatory).length > 0) {
      const file = await engine.save('many-attacks');
      engine.close();
      return { file, phase: turn.phase, must: offers.prompt.reminders.length };
    }
    const lift =
      turn.phase === 'axis-movement'
        ? list.find((o) => o.kind === 'select' && o.action.move !== undefined && !sent.has(JSON.stringify(o.action)))
        : undefined;
    await engine.act((lift ?? list.find((o) => o.kind === 'done') ?? list[0]).action);
    if (!lift) continue;
    sent.add(JSON.stringify(lift.action));
    const into = (await engine.legal()).list.find((o) => o.kind === 'attack' && o.counter === lift.counter);
    if (into) await engine.act(into.action);
    else await engine.ask({ do: 'undo' });
  }
  throw new Error('never came to the attacks');
}

/** Is the whole of the prompt's first button to be seen, with nothing over it? */
const inSight = (person) =>
  person.page.evaluate(() => {
    const button = document.querySelector('section.prompt .buttons button');
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const corners = [
      [left + 4, top + 4],
      [right - 4, top + 4],
      [left + 4, bottom - 4],
      [right - 4, bottom - 4],
    ];
    return corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
  });

test('at 1280x720 the button of a long question is in sight', { timeout: 90_000 }, async () => {
  const { file, phase, must } = await manyAttacks();
  const person = await table.openJournal(file, { viewport: { width: 1280, height: 720 } });
  await seated(person, 'axis', (v) => v.turn.phase === phase && v.offers.list.length > 0);
  assert.ok(must > 4, `${must} reminders`);
  await table.shot(person, 'long-question');
  assert.ok(await inSight(person));
});

test('at 1280x720 the button is in sight beside the guide', { timeout: 60_000 }, async () => {
  const person = await table.sit({ seed: 5 }, { viewport: { width: 1280, height: 720 } });
  await play(new Mouse(person), (v) => v.turn.phase === 'soviet-movement' && v.offers.list.length > 0, { few: 0 });
  await shown(person);
  await person.page.keyboard.press('?');
  await person.page.getByRole('button', { name: 'Show me the first turn' }).click();
  await person.test('guide').waitFor();
  await person.page.keyboard.press('Escape');
  await table.shot(person, 'guide');
  assert.ok(await inSight(person));
});
