// The hand on the map: what it rests on is foreseen, what it drags shows where it can go, the other button asks, a choice that is none is made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { bench, escape, seated } from './lib/bench.mjs';
import { PATIENCE } from './lib/browser.mjs';
import { Engine } from './lib/engine.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { attacks, foughtBefore, untouched } from './lib/positions.mjs';
import { uranus } from './lib/roads.mjs';

const table = bench('hand');
const at = (person, id) => person.view.counters.find((c) => c.id === id)?.at;
const acts = (person) => person.said.filter((m) => m.type === 'act').length;

async function soviets(options) {
  const person = await table.openJournal(await uranus('soviet-movement'), options);
  await seated(person, 'soviet', (v) => v.turn.phase === 'soviet-movement' && v.offers.list.length > 0);
  return person;
}

/** Goals without a fight or a counter, the farthest first. */
function goals(person) {
  const { reach } = person.heard.findLast((m) => m.type === 'reach');
  const far = (r, g) => (g === undefined ? 0 : 1 + far(r, r.goals[g.via]));
  return reach
    .flatMap((r) => r.goals.map((g) => ({ ...g, far: far(r, g) })))
    .filter((g) => !g.fight && !person.view.counters.some((c) => c.at === g.space))
    .sort((a, b) => b.far - a.far);
}

test(
  'a counter that is dragged shows where it can go, and goes there over any distance; several legs come back at once',
  { timeout: 90_000 },
  async () => {
    const person = await soviets();
    const { page } = person;
    const mouse = new Mouse(person);
    const from = at(person, '4TK');
    const stack = await mouse.sight(from);
    await page.mouse.move(stack.x, stack.y);
    const spot = await mouse.find('4TK', stack);
    await page.mouse.move(spot.x, spot.y);
    await page.mouse.down();
    await page.mouse.move(spot.x + 30, spot.y - 20, { steps: 3 });
    await person.test('hand').waitFor();
    assert.equal(acts(person), 0, 'nothing is done while it is carried');
    const [goal] = goals(person).filter((g) => g.far >= 3 && g.left > 0);
    const there = await mouse.whereIs(goal.space);
    await page.mouse.move(there.x, there.y, { steps: 4 });
    await table.shot(person, 'dragged');
    await page.mouse.up();
    await person.until(() => at(person, '4TK') === goal.space, 'the goal of the drag');
    await shown(person);
    assert.equal(acts(person), 1);
    // It goes on by a click, and the whole move is taken back as one.
    const legs = person.heard.length;
    while (!person.heard.slice(legs).some((m) => m.type === 'reach')) await person.breath();
    const [next] = goals(person).filter((g) => g.space !== from);
    await mouse.pick({ space: next.space }, next.space);
    await person.until(() => at(person, '4TK') === next.space, 'the second leg');
    await shown(person);
    await person.test('undo-more').click();
    await person
      .test('context')
      .getByRole('menuitem', { name: /^The whole move of/ })
      .click();
    await person.until(() => at(person, '4TK') === from, 'back where the move began');
    await shown(person);
    await person.test('redo').click();
    await person.until(() => at(person, '4TK') === goal.space, 'the first leg again');
    assert.deepEqual(person.faults, []);
  },
);

test('the other button opens a menu: who can get there, why not, keep it in sight', { timeout: 90_000 }, async () => {
  const person = await soviets();
  const { page } = person;
  const mouse = new Mouse(person);
  await mouse.takeInHand('4TK');
  const [goal] = goals(person);
  await page.keyboard.press('Escape');
  const spot = await mouse.sight(goal.space);
  await page.mouse.click(spot.x, spot.y, { button: 'right' });
  const menu = person.test('context');
  await menu.waitFor();
  assert.equal(acts(person), 0, 'asking does nothing');
  await menu.getByRole('menuitem', { name: 'Who can get here?' }).click();
  const tanks = person.view.counters.find((c) => c.id === '4TK').face.name;
  const line = menu.getByRole('menuitem', { name: new RegExp(`^${tanks}, `) });
  await line.waitFor();
  await table.shot(person, 'who-can');
  await line.click();
  await person.test('hand').getByText(tanks).first().waitFor();
  await mouse.pick({ space: goal.space }, goal.space);
  await person.until(() => at(person, '4TK') === goal.space, 'the one who was chosen');
  await shown(person);
  // What is kept stays in the inspector, wherever the pointer goes, and can be reached.
  const here = await mouse.sight(goal.space);
  await page.mouse.click(here.x, here.y, { button: 'right' });
  await menu.getByRole('menuitem', { name: 'Keep it in the inspector' }).click();
  await page.mouse.move(here.x + 120, here.y + 60, { steps: 4 });
  await page.mouse.move(here.x - 120, here.y + 90, { steps: 4 });
  const keep = person.test('keep');
  assert.equal(await keep.getAttribute('aria-pressed'), 'true');
  await person.test('inspector').getByText(tanks).first().waitFor();
  await keep.click();
  assert.equal(await keep.getAttribute('aria-pressed').catch(() => 'false'), 'false');
  // By keyboard: the same menu at the cursor, walked with arrows.
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+F10');
  await menu.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  assert.deepEqual(person.faults, []);
});

/** Two recruits play until somebody has but one thing to do that is no end of a step, after which he is asked again; the journal ends just before. */
async function beforeTheOnlyChoice() {
  for (const [game, seed] of [
    ['roads/wintergewitter', 3],
    ['roads/wintergewitter', 4],
    ['battle/campaign', 5],
    ['roads/uranus', 7],
  ]) {
    const engine = new Engine();
    await engine.ask({ do: 'new', game, seed });
    for (let i = 0; i < 700; i++) {
      const { side, list } = await engine.legal();
      if (side === undefined || list.length === 0) break;
      const only = list.length === 1 && ['retreat', 'loss', 'place', 'select', 'move'].includes(list[0].kind) ? list[0] : null;
      const file = only ? await engine.save('only-choice') : null;
      const { action } = only ?? (await engine.ask({ do: 'choose', as: side, officer: 'recruit' }));
      await engine.ask({ do: 'act', as: side, action });
      if (!only) continue;
      const { text } = await engine.ask({ do: 'journal' });
      const last = JSON.parse(text.trimEnd().split('\n').at(-1));
      const then = await engine.legal();
      if ((last.rolls?.length ?? 0) > 0 || last.revealed || then.side !== side || then.list.length < 2) continue;
      engine.close();
      return { file, side, label: only.label };
    }
    engine.close();
  }
  throw new Error('nobody ever had but one choice');
}

test('a choice that is none is made at once, said, and can be taken back', { timeout: 120_000 }, async () => {
  const { file, side, label } = await beforeTheOnlyChoice();
  const person = await table.openJournal(file, { forced: true });
  await seated(person, side, (v) => v.offers.list.length > 1, 'the question after it');
  const told = person.test('forced');
  await told.waitFor();
  assert.ok((await told.innerText()).includes(label), `${await told.innerText()}: ${label}`);
  assert.equal(acts(person), 1);
  await table.shot(person, 'only-choice');
  const { n } = person.last;
  await told.getByRole('button', { name: 'Take it back' }).click();
  await person.until((v, s) => s.n === n - 1 && v.offers.list.length === 1, 'the choice again');
  await person.page.waitForTimeout(400);
  assert.equal(person.last.n, n - 1, 'what was taken back is not done again by itself');
  await person.test('main').click();
  await person.until((_, s) => s.n === n, 'done by hand');
  assert.deepEqual(person.faults, []);
});

test(
  'an enemy hex under the hand shows what an attack would bring; the button that ends a step does not keep the focus',
  { timeout: 120_000 },
  async () => {
    const { file, hex } = await attacks();
    const person = await table.openJournal(file);
    await seated(person, 'axis', (v) => v.offers.list.some((o) => o.preview));
    const { page } = person;
    const mouse = new Mouse(person);
    const spot = await mouse.sight(hex);
    await page.mouse.move(spot.x + 4, spot.y);
    const foreseen = person.test('foreseen');
    await foreseen.waitFor();
    const words = await foreseen.innerText();
    for (const part of [/\d+% that they give way/, /expected losses: you \d+\.\d, enemy \d+\.\d/, /if they hold: you lose/, /Most likely/])
      assert.match(words, part);
    assert.equal(acts(person), 0);
    await table.shot(person, 'foreseen');
    await mouse.take(person.offers.find((o) => o.preview && o.space === hex));
    // Whatever it asks for is answered; then the attack phase is ended by its button, and Enter ends nothing more.
    for (let i = 0; i < 60 && !(person.offers.length > 0 && person.offers.some((o) => o.kind === 'done')); i++) {
      await seated(
        person,
        person.view.to_act === 'both' ? person.last.as : person.view.to_act,
        (v) => v.offers.list.length > 0,
        'a question',
      );
      await mouse.take(person.offers.find((o) => o.preview) ?? person.offers[0]);
    }
    await shown(person);
    await mouse.closeBattle();
    await mouse.putAway();
    const before = acts(person);
    await person.test('main').click();
    const anyway = person.test('end-anyway');
    for (let i = 0; i < 200 && acts(person) === before; i++) {
      if (await anyway.isVisible()) await anyway.click({ timeout: 1000 }).catch(() => undefined);
      await person.breath();
    }
    await page.waitForTimeout(400);
    const now = acts(person);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    assert.equal(acts(person), now, 'neither Enter nor Space ends the next step');
    assert.deepEqual(person.faults, []);
  },
);

/** Units that can enter a fight, each with the hex. */
async function intoFights(person, mouse, most) {
  const found = [];
  const lifts = [...new Set(person.offers.filter((o) => o.action.move !== undefined).map((o) => o.counter))];
  for (const counter of lifts) {
    await mouse.takeInHand(counter);
    const { reach } = person.heard.findLast((m) => m.type === 'reach');
    const goal = reach.flatMap((r) => r.goals).find((g) => g.fight && !g.battle && !found.some((f) => f.space === g.space));
    await person.page.keyboard.press('Escape');
    await person.test('hand').waitFor({ state: 'hidden' });
    if (goal) found.push({ counter, space: goal.space });
    if (found.length === most) return found;
  }
  throw new Error(`only ${found.length} units can fight`);
}

test('entering a fight asks with its odds: on a card, or at the pointer where the click is the answer', { timeout: 120_000 }, async () => {
  const person = await table.openJournal(await untouched('battle/campaign', 'axis-movement'));
  await seated(person, 'axis', (v) => v.turn.phase === 'axis-movement' && v.offers.list.length > 0);
  const { page } = person;
  const mouse = new Mouse(person);
  const [first, second] = await intoFights(person, mouse, 2);
  assert.equal(acts(person), 0, 'looking has done nothing');

  // A quick click has not read the question: it is asked on a card, and the same goal once more is a yes.
  await mouse.takeInHand(first.counter);
  await mouse.pick({ space: first.space }, first.space);
  const question = person.test('chooser');
  await question.waitFor();
  assert.match(await question.innerText(), /The enemy is there[\s\S]*odds .*% that they give way/);
  assert.equal(acts(person), 0, 'asking has done nothing');
  await table.shot(person, 'fight-asked');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await mouse.pick({ space: first.space }, first.space);
  await question.waitFor();
  await page.waitForTimeout(450);
  await mouse.pick({ space: first.space }, first.space);
  await person.until(() => at(person, first.counter) === first.space, 'the fight entered by the second click');
  await shown(person);

  // The odds stood at the pointer, as a question: the click goes in. It can be taken back.
  await mouse.takeInHand(second.counter);
  const from = at(person, second.counter);
  await mouse.goesIn(second.space);
  await person.until(() => at(person, second.counter) === second.space, 'the fight entered by one click');
  assert.equal(await question.isVisible(), false);
  assert.equal(acts(person), 2);
  await shown(person);
  await page.keyboard.press('u');
  await person.until(() => at(person, second.counter) === from, 'taken back');

  // Whoever wants to be asked every time is.
  await shown(person);
  await page.evaluate(() =>
    localStorage.setItem('kessel.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('kessel.settings')), twice: true })),
  );
  person.last = null;
  await page.reload();
  await seated(person, 'axis', (v) => v.offers.list.length > 0);
  await mouse.takeInHand(second.counter);
  await mouse.goesIn(second.space);
  await question.waitFor();
  assert.equal(at(person, second.counter), from);
  assert.deepEqual(person.faults, []);
});

test(
  'battles follow each other: what they ask is answered beside the card, the next one is laid out, and can be put off',
  { timeout: 120_000 },
  async () => {
    const { file, hard: hex } = await attacks(5);
    const person = await table.goOn(file, { axis: 'me', soviet: 'recruit' }, { onward: true });
    const { page } = person;
    const mouse = new Mouse(person);
    mouse.tidy = false;
    /** Commits to the battle that is laid out, and waits until the page has followed: a button that it shows then is another battle's. */
    const fightIt = async () => {
      const [commit, { n }] = [person.test('commit'), person.last];
      await commit.click();
      await person.next(n);
      const now = () => page.locator('[data-n]').getAttribute('data-n');
      while ((await commit.isVisible()) && (await now()) !== String(person.last.n)) await person.breath();
    };
    /** Takes an attack up on the map; what lies over it goes by itself. */
    const takeUp = async (space) => {
      for (const end = Date.now() + PATIENCE; !(await person.test('commit').isVisible()) && Date.now() < end;) {
        if (!(await mouse.pick({ space }, space))) await person.breath();
        else
          await person
            .test('commit')
            .waitFor({ timeout: 4000 })
            .catch(() => undefined);
      }
    };
    await takeUp(hex);
    await fightIt();
    let [laid, carded] = [0, 0];
    /** One click on the map. */
    const answer = async () => {
      const { counter, space } = person.offers.find((o) => o.kind !== 'done');
      await mouse.pick(counter === undefined ? { space } : { counter }, counter === undefined ? space : at(person, counter));
    };
    for (let i = 0; i < 60; i++) {
      const { n } = person.last;
      const [commit, card, close, fight] = ['commit', 'result-card', 'battle-close', 'battle-fight'].map((id) => person.test(id));
      const shows = commit.or(card).or(close).first();
      await shows.waitFor({ timeout: 12_000 }).catch(() => undefined);
      if (await commit.isVisible()) {
        laid += 1;
        const before = acts(person);
        await page.waitForTimeout(200);
        assert.equal(acts(person), before, 'laying it out does nothing');
        if (laid === 1) {
          await table.shot(person, 'laid-out');
          // Whoever puts it off is left alone, and takes it up himself.
          await escape(person);
          await page.waitForTimeout(400);
          assert.equal(await commit.isVisible(), false);
          await person.until((v) => v.offers.list.some((o) => o.preview), 'the attacks that are left');
          const { space } = person.offers.find((o) => o.preview);
          await takeUp(space);
        }
        await fightIt();
      } else if (await card.isVisible()) {
        carded += 1;
        assert.equal(await page.getByRole('dialog').isVisible(), false, 'the map is free');
        assert.ok((await card.innerText()).includes(person.view.offers.prompt.text), 'it says what is asked');
        if (carded === 1) assert.deepEqual(await violations(page), [], 'axe has nothing to say about the card');
        if (carded === 1) await table.shot(person, 'result-card');
        await answer();
        await card.waitFor({ state: 'detached' });
      } else if (await person.test('battle-next').isVisible()) await fight.click();
      else if (await close.isVisible()) await close.click();
      else if (person.offers.length > 0 && !person.offers.some((o) => o.kind === 'done')) await answer();
      else break;
      for (let wait = 0; wait < 80 && person.last.n === n; wait++) await person.breath();
    }
    assert.ok(carded > 0, 'a battle has asked something beside its card');
    assert.ok(laid > 0, 'a battle was laid out by itself');
    assert.deepEqual(person.faults, []);
  },
);

test(
  'a preview remembers what the last battle in the same place has shown, and no more than the log tells',
  { timeout: 90_000 },
  async () => {
    const { file, side, space } = await foughtBefore();
    const person = await table.openJournal(file);
    await seated(person, side, (v) => v.offers.list.some((o) => o.preview && o.space === space));
    await new Mouse(person).pick({ space }, space);
    await person.test('commit').waitFor();
    const seen = person.test('seen-before');
    await seen.waitFor();
    const words = await seen.innerText();
    // The log of this side, asked for with its sums.
    const told = person.heard
      .filter((m) => m.type === 'replay' && m.as !== 'umpire')
      .flatMap((m) => m.frames.flatMap((f) => f.events))
      .findLast((e) => e.kind === 'battle' && e.at === space && e.forces.length > 0);
    assert.ok(told, 'the log has been asked for the sums');
    const enemy = told.forces.find((f) => f.side !== side);
    assert.match(words, /^Seen there, /);
    const sum = enemy.total === enemy.most ? `${enemy.total}` : `${enemy.total} to ${enemy.most}`;
    assert.match(words, new RegExp(`: ${side === 'axis' ? 'Soviet' : 'Axis'} ${sum}\\b`));
    for (const line of enemy.lines) assert.ok(words.includes(`${line.text} ${line.value}`), `${words}: ${line.text}`);
    await table.shot(person, 'seen-before');
    assert.deepEqual(person.faults, []);
  },
);
