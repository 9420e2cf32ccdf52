// World at War: Stalingrad on the table: three turns of each small scenario, planned with the mouse, committed, watched, read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';

const table = bench('waw');
const TURNS = 3;

/** What has been told since the nth message. */
const since = (person, n) => person.heard.slice(n).flatMap((m) => m.events ?? []);

/** Opens a slot of the plan by typing its name, and gives it an order of its menu. */
async function order(person, name, line) {
  const draft = person.test('draft');
  await draft.getByRole('searchbox').fill(name);
  const slot = draft.locator('.slot').first();
  await slot.click();
  await choose(draft, line);
}

/** A line of the open menu, with its first target if it has any. */
async function choose(draft, line) {
  await draft.locator('.menu').getByText(line).first().waitFor({ timeout: 10_000 });
  const aimed = draft.locator('.menu details', { hasText: line }).first();
  if ((await aimed.count()) > 0) {
    const target = aimed.locator(':scope > button').first();
    // The rule's number in the line is a button of its own.
    if (!(await target.isVisible())) await aimed.locator('summary').click({ position: { x: 4, y: 6 } });
    await target.click();
  } else await draft.locator('.menu').getByRole('button', { name: line }).first().click();
}

/** One turn: orders, the commitment, the Execution pulse by pulse. */
async function turn(person, orders, name) {
  const draft = person.test('draft');
  await draft.waitFor({ timeout: 30_000 });
  await shown(person);
  for (const [unit, line] of orders) await order(person, unit, line);
  await draft.getByRole('searchbox').fill('');
  await table.shot(person, `${name}-planned`);
  const [heard, now] = [person.heard.length, person.view.turn.number];
  await person.test('commit-plan').click();
  await person.until((v) => v.turn.number > now || v.outcome, 'the Execution', 60_000);
  const told = since(person, heard);
  const pulses = told.filter((e) => e.kind === 'phase' && /^pulse-/.test(e.phase ?? ''));
  assert.equal(pulses.length, 12, 'twelve pulses are told');
  return told;
}

/** Reads what happened: the log pulse by pulse, and the report of a battle. */
async function read(person, name, fought) {
  await shown(person);
  const report = person.test('report');
  if (await report.isVisible()) {
    await table.shot(person, `${name}-report`);
    await person.page.keyboard.press('Escape');
  }
  const close = person.test('battle-close');
  if (await close.isVisible()) {
    await table.shot(person, `${name}-battle`);
    await close.click();
  }
  const tab = (label) => person.page.getByRole('tab', { name: label, exact: true });
  await tab('Log').click();
  await table.shot(person, `${name}-log`);
  if (fought) {
    await tab('Battle').click();
    await person.page.locator('.card', { hasText: 'Pulse' }).first().click();
    await close.waitFor({ timeout: 5000 });
    await table.shot(person, `${name}-battle-report`);
    await close.click();
  }
}

for (const [scenario, side, clicked, orders] of [
  [
    'to-the-volga',
    'axis',
    'A.LIAK.HQ',
    [
      ['I/576 inf', 'retreat if attacked'],
      ['Erwin Jaenecke', 'assign to'],
    ],
  ],
  ['river-too-far', 'axis', 'A.6Pz.HQ', [['I/4 pgr', 'let the staff move it']]],
]) {
  test(`${scenario}: three turns with the mouse`, { timeout: 240_000 }, async () => {
    const other = side === 'axis' ? 'soviet' : 'axis';
    const seats = { [side]: 'me', [other]: 'staff' };
    const { owner } = await table.create({ game: 'waw', scenario, options: {}, seats, seed: 5 });
    const person = await table.follow(owner, { viewport: { width: 1440, height: 900 } });
    await person.test('draft').waitFor({ timeout: 30_000 });
    await shown(person);
    await table.shot(person, `${scenario}-start`);
    // A counter that is clicked on the map shows what it can be told.
    const mine = person.view.counters.find((c) => c.id === clicked);
    await new Mouse(person).pick({ counter: clicked }, mine.at);
    const draft = person.test('draft');
    await draft.locator('.menu').waitFor({ timeout: 10_000 });
    await table.shot(person, `${scenario}-clicked`);
    await choose(draft, 'hold at all costs');
    await draft.getByRole('button', { name: 'All orders' }).click();
    const all = [];
    for (let n = 1; n <= TURNS; n++) {
      const duty =
        n === 1
          ? [
              ['Staff: ground', 'let the staff do it each turn'],
              ['Staff: fire', 'let the staff do it each turn'],
            ]
          : [];
      const told = await turn(person, n === 1 ? [...orders, ...duty] : [], `${scenario}-${n}`);
      all.push(...told);
      await read(
        person,
        `${scenario}-${n}`,
        told.some((e) => e.kind === 'battle'),
      );
      await table.shot(person, `${scenario}-${n}-after`);
    }
    assert.equal(person.view.turn.number, TURNS + 1);
    assert.ok(
      all.some((e) => e.kind === 'battle'),
      'a battle was reported',
    );
    assert.ok(
      all.some((e) => e.kind === 'phase' && e.phase === 'after-action'),
      'After Action followed',
    );
    assert.deepEqual(person.faults, []);
  });
}
