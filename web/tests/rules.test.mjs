// Refusals and their explanation, battles with a retreat, the battle window.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, escape, same, seated } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { beforeRetreat } from './lib/journal.mjs';
import { play } from './lib/play.mjs';

const table = bench('rules');

test('a refused click says why, with the rule, at the place of the click', { timeout: 120_000 }, async () => {
  const person = await table.sit({ seed: 5 });
  const mouse = new Mouse(person);
  await play(mouse, (v) => v.turn.phase === 'soviet-movement' && v.offers.list.some((o) => o.action === 'halt' || o.space), { few: 0 });
  await play(mouse, (v) => v.offers.list.some((o) => o.action?.step !== undefined), { few: 9 });
  await shown(person);
  const near = new Set(person.offers.map((o) => o.space));
  const far = person.view.spaces.map((s) => s.id).filter((id) => /^\d{4}$/.test(id) && !near.has(id));
  const empty = far.find((id) => !person.view.counters.some((c) => c.at === id));
  const n = person.last.n;
  assert.ok(await mouse.pick({ space: empty }, empty));
  const card = person.test('why');
  await card.waitFor();
  const text = await card.innerText();
  assert.match(text, /\d+\.\d+/, `a rule is cited: ${text}`);
  assert.equal(person.last.n, n, 'nothing was done');
  // The rule opens in our words.
  await card.getByRole('button', { name: /^Rule/ }).first().click();
  await person.test('rule').waitFor();
  assert.deepEqual(person.faults, []);
});

test('a click on an enemy counter shows it and scolds nobody; why nothing can be done is asked for', { timeout: 60_000 }, async () => {
  const person = await table.sit({ seed: 5 });
  const enemy = person.view.counters.find((c) => c.side === 'axis' && /^\d{4}$/.test(c.at));
  await new Mouse(person).pick({ space: enemy.at }, enemy.at);
  await person.page.getByText(enemy.face.name).first().waitFor();
  assert.equal(await person.test('why').isVisible(), false);
  await person.page.getByRole('button', { name: 'Why not?' }).first().click();
  await person.test('why').waitFor();
  assert.match(await person.test('why').innerText(), /\S/);
});

test('what the server refuses is shown with its case, and nothing has changed', { timeout: 60_000 }, async () => {
  const { owner } = await table.create({ seed: 5 });
  const person = await table.person();
  const { page } = person;
  let refusal = null;
  // On its way out the action becomes one that the rules forbid: the set-up is not complete yet.
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const far = ws.connectToServer();
    ws.onMessage((text) => {
      const msg = JSON.parse(text);
      far.send(JSON.stringify(msg.type === 'act' ? { ...msg, action: 'done' } : msg));
    });
    far.onMessage((text) => {
      const msg = JSON.parse(text);
      if (msg.type === 'refused') refusal = msg;
      ws.send(text);
    });
  });
  await person.goto(table.server.link(owner));
  await page.locator('[data-n="0"]').waitFor();
  await page.getByRole('button', { name: 'Take the suggested set-up' }).first().click();
  await person.test('notice').waitFor();
  assert.equal(refusal.kind, 'rule');
  const text = await person.test('notice').innerText();
  assert.ok(text.includes(refusal.why) && text.includes(refusal.case), text);
  assert.equal(await page.locator('[data-n]').getAttribute('data-n'), '0');
});

test('a battle: preview with chances, commitment, dice, losses and a retreat', { timeout: 240_000 }, async () => {
  const { file, steps } = beforeRetreat();
  const [first, ...then] = steps;
  const person = await table.openJournal(file);
  const { page } = person;
  await seated(person, first.side);
  const attack = person.offers.find((o) => same(o, first.action));
  const mouse = new Mouse(person);

  // Before: both sums, every line with its rule, the chances; nothing happens until one commits.
  const n = person.last.n;
  await mouse.pick({ space: attack.space }, attack.space);
  await person.test('commit').waitFor();
  const text = await page.getByRole('dialog').innerText();
  for (const words of [/Attacker/, /Defender/, /Total/, /that they give way[\s\S]*expected losses/, /\d+%/, /\d\.\d/])
    assert.match(text, words);
  await escape(person);
  assert.equal(person.last.n, n, 'nothing was done');

  // The dice fall; a card beside the map shows them, because losses are asked for on the map.
  await mouse.pick({ space: attack.space }, attack.space);
  await person.test('commit').click();
  const card = person.test('result-card');
  await card.waitFor();
  assert.ok((await card.getByRole('img', { name: /^die: / }).count()) > 0, 'dice as dice');
  assert.equal(await page.getByRole('dialog').isVisible(), false, 'nothing lies over the map');

  // Losses, then the retreat, by mouse.
  for (const step of then) {
    await seated(person, step.side, (v) => v.offers.list.some((o) => same(o, step.action)), JSON.stringify(step.action));
    await mouse.take(person.offers.find((o) => same(o, step.action)));
  }
  const moved = then.at(-1).action;
  await shown(person);
  const told = person.heard.filter((m) => m.type === 'events').flatMap((m) => m.events);
  assert.ok(
    told.some((e) => e.kind === 'battle' && e.results.length > 0),
    'the battle is in the log',
  );
  assert.ok(
    told.some((e) => e.kind === 'move' && e.counter === moved.retreat && e.to === moved.to),
    'the retreat is in the log',
  );
  assert.deepEqual(person.faults, []);
});
