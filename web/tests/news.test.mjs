// What one is told: the briefing, the other side's turn, one's own losses, where one stands, why a number is not what is printed.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { bench, escape, same, seated } from './lib/bench.mjs';
import { Engine } from './lib/engine.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { play } from './lib/play.mjs';

const table = bench('news');

/** The second Soviet turn of the campaign, with as little done before as the rules allow. */
async function secondTurn(options) {
  const person = await table.sit({ seed: 5, seats: { axis: 'staff', soviet: 'me' } }, options);
  await play(new Mouse(person), (v) => v.turn.number >= 2 && v.turn.side === 'soviet' && v.offers.list.length > 0, { few: 0 });
  await shown(person);
  return person;
}

test('the turn of the enemy is one card: what it means, marches, battles, and again from the log', { timeout: 120_000 }, async () => {
  const person = await secondTurn();
  const card = person.test('report');
  await card.waitFor();
  assert.match(await card.innerText(), /Axis turn, July I 1942/);
  const events = person.heard.filter((m) => m.type === 'events' && m.side === 'axis').flatMap((m) => m.events);
  const died = events.find((e) => e.kind === 'remove');
  assert.ok(died, 'the staff destroyed an army in its first turn');
  assert.match(await card.innerText(), new RegExp(`${died.text} at ${died.from}|${died.text} at .*\\(${died.from}\\)`));
  // One line a march, whatever its length.
  const marchers = new Set(events.filter((e) => e.kind === 'move').map((e) => e.counter));
  await card
    .getByText(/\d+ marches/)
    .last()
    .click();
  const lines = await card.locator('details[open] li').allInnerTexts();
  assert.ok(
    lines.length > 0 && lines.length <= marchers.size + events.filter((e) => e.kind === 'battle').length,
    `${lines.length} lines for ${marchers.size} marches`,
  );
  await table.shot(person, 'report');
  await person.page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  // The arrows are on the map as long as the card is there, wherever the pointer is.
  await person.page.mouse.move(1200, 5);
  const inked = () =>
    person.page.evaluate(() => {
      const plans = document.querySelector('main.map .map-table > canvas.plans');
      return plans
        .getContext('2d')
        .getImageData(0, 0, plans.width, plans.height)
        .data.some((v) => v > 0);
    });
  for (let i = 0; i < 100 && (await inked()); i++) await person.breath();
  assert.equal(await inked(), false, 'no arrows without the card');
  await person.page.keyboard.press('h');
  await card.waitFor();
  for (let i = 0; i < 100 && !(await inked()); i++) await person.breath();
  assert.equal(await inked(), true, 'arrows with the card');
  await person.page.keyboard.press('Escape');
  await person.test('report-again').click();
  await card.waitFor();
  await person.test('report-play').click();
  await person.test('report-close').click();
  await card.waitFor({ state: 'detached' });
  // The log calls turns as the calendar does, and a march is one line.
  const log = await person.page.getByRole('tabpanel').innerText();
  assert.match(log, /July II 1942: Soviet/);
  assert.deepEqual(person.faults, []);
});

test('nothing plays on behind an open window, and the card waits for it', { timeout: 120_000 }, async () => {
  const person = await table.sit({ seed: 5, seats: { axis: 'staff', soviet: 'me' } }, { speed: 250 });
  await play(new Mouse(person), (v) => v.turn.phase === 'soviet-movement' && v.offers.list.length > 0, { few: 0 });
  await shown(person);
  await person.page.keyboard.press('e');
  await person
    .test('end-anyway')
    .click({ timeout: 800 })
    .catch(() => undefined);
  await person.test('skip').waitFor();
  await person.page.keyboard.press('?');
  await person.page.getByRole('dialog').waitFor();
  // What was being shown when the window opened is shown to its end.
  await person.page.waitForTimeout(600);
  const now = () => person.page.locator('[data-n]').getAttribute('data-n').then(Number);
  const held = await now();
  await person.until((_, s) => s.n >= held + 4, 'four more actions of the enemy', 30_000);
  assert.equal(await now(), held, 'the page waits');
  assert.equal(await person.test('report').isVisible(), false);
  await escape(person);
  await person.test('skip').click();
  await person.test('report').waitFor({ timeout: 30_000 });
  assert.deepEqual(person.faults, []);
});

test('an own counter that dies in the own turn is told of until it is read', { timeout: 120_000 }, async () => {
  const { file, action, side, text } = await beforeOwnLoss();
  const person = await table.openJournal(file);
  await seated(person, side, (v) => v.offers.list.some((o) => same(o, action)));
  await new Mouse(person).take(person.offers.find((o) => same(o, action)));
  const told = person.test('losses');
  await told.waitFor();
  assert.match(await told.innerText(), new RegExp(text));
  await table.shot(person, 'losses');
  await person.test('losses-read').click();
  await told.waitFor({ state: 'detached' });
  assert.deepEqual(person.faults, []);
});

/** Two recruits play until somebody loses a counter by his own action in his own turn; the journal ends just before. */
async function beforeOwnLoss() {
  const engine = new Engine();
  await engine.ask({ do: 'new', game: 'roads/wintergewitter', seed: 3 });
  for (let i = 0; i < 900; i++) {
    const { side } = await engine.legal();
    const { action } = await engine.ask({ do: 'choose', as: side, officer: 'recruit' });
    const view = await engine.view(side);
    const { events } = await engine.ask({ do: 'act', as: side, action });
    const dead = events.find((e) => e.kind === 'remove' && view.counters.find((c) => c.id === e.counter)?.side === side);
    if (!dead || view.turn.side !== side) continue;
    const file = await engine.save('before-a-loss');
    engine.close();
    // A shorter journal is a journal.
    writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
    return { file, action, side, text: dead.text };
  }
  throw new Error('nobody lost anything of his own');
}

test('the briefing comes before the first turn, once, and from the menu again', { timeout: 60_000 }, async () => {
  const made = await table.create({ game: 'roads', scenario: 'uranus', seed: 5, seats: { axis: 'recruit', soviet: 'me' } });
  const person = await table.follow(made.owner, { briefing: true });
  const briefing = person.test('briefing');
  await briefing.waitFor();
  const text = await briefing.innerText();
  for (const part of [/Your task: Soviet/, /What the Axis must do/, /How it is won/, /What is special/, /S2\.v2/]) assert.match(text, part);
  await table.shot(person, 'briefing');
  await person.test('briefing-close').click();
  await briefing.waitFor({ state: 'detached' });
  await person.page.reload();
  await person.until((v) => v.offers.list.length > 0);
  await shown(person);
  assert.equal(await briefing.isVisible(), false, 'it is remembered');
  await person.test('menu').click();
  await person.test('open-briefing').click();
  await briefing.waitFor();
  // A rule named in it opens beside the map.
  await briefing
    .getByRole('button', { name: /^Rule S2\.v2/ })
    .first()
    .click();
  await briefing.waitFor({ state: 'detached' });
  await person.page.getByRole('tab', { name: 'Rules', selected: true }).waitFor();
  assert.deepEqual(person.faults, []);
});

test('the score is in the heading, and the panel of victory shows what counts', { timeout: 60_000 }, async () => {
  const person = await table.sit({ seed: 5 });
  assert.match(await person.test('score').innerText(), /Score if the game ended now\s+0/);
  await person.test('score').click();
  const panel = person.page.getByRole('tabpanel');
  await panel.getByText('Caucasus points', { exact: true }).waitFor();
  assert.equal(await panel.getByText('German replacement points').isVisible(), false, 'what does not count is put away');
  await table.shot(person, 'victory');
  assert.deepEqual(person.faults, []);
});

test('a number that is not as printed says why', { timeout: 60_000 }, async () => {
  const engine = new Engine();
  await engine.ask({ do: 'new', game: 'drive/uranus', seed: 5 });
  for (const action of ['suggested', 'done', 'suggested', 'done']) await engine.act(action);
  const { side } = await engine.legal();
  const { counters } = await engine.view(side);
  const unit = counters.find((c) => c.side === side && /^N\d/.test(c.at));
  const file = await engine.save('uranus');
  engine.close();
  const person = await table.openJournal(file);
  await seated(person, side);
  const at = await new Mouse(person).sight(unit.at);
  await person.page.mouse.move(at.x, at.y);
  await person.test('factor-note').filter({ hasText: 'first turn of Uranus' }).first().waitFor();
  assert.match(await person.test('factor-note').first().innerText(), /Movement \d+ of \d+: first turn of Uranus\s*3\.3\.h/);
  assert.deepEqual(person.faults, []);
});
