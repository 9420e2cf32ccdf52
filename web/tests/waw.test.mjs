// World at War: Stalingrad on the table: three turns of each small scenario, planned with the mouse, committed, watched, read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { PATIENCE } from './lib/browser.mjs';
import { Mouse, shown } from './lib/hands.mjs';

const table = bench('waw');
const TURNS = 3;

/** What has been told since the nth message. */
const since = (person, n) => person.heard.slice(n).flatMap((m) => m.events ?? []);

/** Opens a slot of the plan by typing its name, and gives it an order of its menu. */
async function order(person, name, line) {
  const draft = person.test('draft');
  await draft.getByRole('searchbox', { name: 'Find in the plan' }).fill(name);
  const slot = draft.locator('.slot').first();
  await slot.click();
  await choose(draft, line);
}

/** A line of the open menu, with its first target if it has any. */
async function choose(draft, line) {
  await draft.locator('.menu').getByText(line).first().waitFor({ timeout: PATIENCE });
  const aimed = draft.locator('.menu details', { hasText: line }).first();
  if ((await aimed.count()) > 0) {
    const target = aimed.locator('button.small').first();
    // The rule's number in the line is a button of its own.
    if (!(await target.isVisible())) await aimed.locator('summary').click({ position: { x: 4, y: 6 } });
    await target.click();
  } else await draft.locator('.menu').getByRole('button', { name: line }).first().click();
}

/** One turn: orders, the commitment, the Execution pulse by pulse on the map. */
async function turn(person, orders, name) {
  const draft = person.test('draft');
  await draft.waitFor({ timeout: 30_000 });
  await shown(person);
  for (const [unit, line] of orders) await order(person, unit, line);
  await draft.getByRole('searchbox', { name: 'Find in the plan' }).fill('');
  await table.shot(person, `${name}-planned`);
  const [heard, now] = [person.heard.length, person.view.turn.number];
  await person.test('commit-plan').click();
  await watch(person, name);
  await person.until((v) => v.turn.number > now || v.outcome, 'the Execution', 60_000);
  const told = since(person, heard);
  const pulses = told.filter((e) => e.kind === 'phase' && /^pulse-/.test(e.phase ?? ''));
  assert.equal(pulses.length, 12, 'twelve pulses are told');
  return told;
}

/** The film: stopped, stepped back and on, played to its end. While it runs the units stand where they stood in that pulse. */
async function watch(person, name) {
  const film = person.test('film');
  await film.waitFor({ timeout: 60_000 });
  await person.test('film-play').click();
  const scene = async () => Number(await film.getAttribute('data-scene'));
  assert.equal(await film.locator('.tick').count(), 12, 'the clock has twelve pulses');
  await film.locator('.tick').nth(2).click();
  assert.equal(await scene(), 3);
  await person.test('film-step').click();
  assert.equal(await scene(), 4);
  await person.test('film-back').click();
  assert.equal(await scene(), 3);
  assert.match(await film.locator('.name').innerText(), /^Pulse 3/);
  await table.shot(person, `${name}-pulse-3`);
  await film.locator('.tick').nth(11).click();
  assert.equal(await scene(), 12);
  await table.shot(person, `${name}-pulse-12`);
  await film.locator('.tick').nth(0).click();
  await person.test('film-play').click();
  await person.page.waitForFunction(() => Number(document.querySelector('[data-testid=film]')?.dataset.scene ?? 12) > 3, null, {
    timeout: 20_000,
  });
  await table.shot(person, `${name}-playing`);
  // The first one is watched to its end; it may be over before a hand is there.
  if (!name.endsWith('-1'))
    await person
      .test('film-end')
      .click({ timeout: 3000 })
      .catch(() => undefined);
  await film.waitFor({ state: 'detached', timeout: 60_000 });
}

/** After Action: the reports of the battles, both pages, from the hex and from the list; then the log. */
async function read(person, name, told) {
  await shown(person);
  const battles = told.filter((e) => e.kind === 'battle');
  const review = told.some((e) => e.kind === 'phase' && e.phase === 'after-action');
  const report = person.test('report');
  if (review) await report.waitFor({ timeout: PATIENCE });
  assert.equal(await report.isVisible(), review, 'After Action follows a turn with combat, and no other');
  if (review) {
    assert.match(await report.locator('h2').innerText(), /^After Action/);
    await table.shot(person, `${name}-after-action`);
    await report.locator('.fight').first().click();
    await readPages(person, `${name}-battle`);
    const mouse = new Mouse(person);
    if (await mouse.pick({ space: battles[0].at }, battles[0].at)) await readPages(person, `${name}-hex`);
    await person.test('report-close').click();
    await report.waitFor({ state: 'detached' });
  }
  await person.page.getByRole('tab', { name: 'Log', exact: true }).click();
  await table.shot(person, `${name}-log`);
}

/** A report that is open: the briefing, the odds. It names no unit by its id. */
async function readPages(person, name) {
  const close = person.test('battle-close');
  await close.waitFor({ timeout: PATIENCE });
  const dialog = person.page.getByRole('dialog');
  const brief = await person.test('brief').innerText();
  assert.match(brief, /Result/);
  assert.match(brief, /losses/);
  await table.shot(person, `${name}-brief`);
  const sums = person.test('page-sums');
  if (await sums.isVisible()) {
    await sums.click();
    assert.match(await dialog.innerText(), /Odds \d+\.\d+:1/);
    await table.shot(person, `${name}-odds`);
  }
  assert.doesNotMatch(`${brief} ${await dialog.innerText()}`, /\b[AS]\.\w+\.\w+/, 'units have names');
  await close.click();
  await close.waitFor({ state: 'detached' });
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
  ['uranus', 'axis', 'A.16Pz.HQ', [['64 pgR', 'let the staff move it']]],
]) {
  test(`${scenario}: three turns with the mouse`, { timeout: 240_000 }, async () => {
    const other = side === 'axis' ? 'soviet' : 'axis';
    const seats = { [side]: 'me', [other]: 'staff' };
    const { owner } = await table.create({ game: 'waw', scenario, options: {}, seats, seed: 5 });
    const person = await table.follow(owner, { viewport: { width: 1440, height: 900 }, speed: 450 });
    await person.test('draft').waitFor({ timeout: 30_000 });
    await shown(person);
    await table.shot(person, `${scenario}-start`);
    // A counter that is clicked on the map shows what it can be told.
    const mine = person.view.counters.find((c) => c.id === clicked);
    await new Mouse(person).pick({ counter: clicked }, mine.at);
    const draft = person.test('draft');
    await draft.locator('.menu').waitFor({ timeout: PATIENCE });
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
      await read(person, `${scenario}-${n}`, told);
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
