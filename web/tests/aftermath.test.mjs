// What a battle came to is told to both, with the units named: to the attacker, to the defender at another machine, on a phone, and to
// somebody who was away.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { Engine } from './lib/engine.mjs';
import { shown } from './lib/hands.mjs';

const table = bench('aftermath');

/** The Soviet attack phase of the first turn, with attacks to make; two recruits played to it. */
async function attackPhase() {
  const engine = new Engine();
  await engine.ask({ do: 'new', game: 'battle/campaign', seed: 5 });
  for (let i = 0; i < 400; i++) {
    const { side, list } = await engine.legal();
    const { turn } = await engine.view(side);
    if (turn.phase === 'soviet-attack' && list.filter((o) => o.kind === 'attack').length > 1) {
      const file = await engine.save('attack');
      engine.close();
      return file;
    }
    const { action } = await engine.ask({ do: 'choose', as: side, officer: 'recruit' });
    await engine.ask({ do: 'act', as: side, action });
  }
  throw new Error('nobody attacks');
}

/** Two people go on from there, the attacker's first attack is made, and all its questions are answered. */
async function attacked(options) {
  const made = await table.server.carryOn({
    journal: readFileSync(await attackPhase(), 'utf8'),
    seats: { axis: 'friend', soviet: 'me' },
    known_dice: true,
  });
  const attacker = await table.follow(made.owner, options);
  const defender = await table.person(options);
  await defender.goto(table.server.link(made.seats.axis));
  await defender.page.getByRole('button', { name: 'Take the seat all the same' }).click();
  await Promise.all([attacker, defender].map((p) => p.until(() => true)));
  await attacker.until((v) => v.offers.list.length > 0);
  return { attacker, defender };
}

/** Fights somewhere, and answers what both are asked about it. */
async function fight(attacker, defender) {
  const done = attacker.heard.length;
  const battles = () =>
    attacker.heard
      .slice(done)
      .flatMap((m) => m.events ?? [])
      .filter((e) => e.kind === 'battle');
  for (let i = 0; i < 40; i++) {
    const person = [attacker, defender].find((p) => p.offers.length > 0);
    if (!person) {
      await attacker.breath();
      continue;
    }
    const list = person.offers;
    if (battles().length > 0 && list.some((o) => o.kind === 'attack') && person === attacker) break;
    const verb = (o) => (typeof o.action === 'string' ? o.action : Object.keys(o.action)[0]);
    const next =
      list.find((o) => ['attack', 'launch', 'lose', 'retreat'].includes(verb(o))) ?? list.find((o) => o.kind !== 'done') ?? list[0];
    const { n } = person.last;
    await person.page.evaluate((action) => document.querySelector('[data-n]').actAll([action]), next.action);
    await person.until((_, s) => s.n > n || person.heard.at(-1)?.type === 'refused');
  }
  return battles()[0];
}

for (const [where, options] of [
  ['at a desk', { viewport: { width: 1280, height: 720 } }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
])
  test(`both read what a battle came to: ${where}`, { timeout: 120_000 }, async () => {
    const { attacker, defender } = await attacked(options);
    const battle = await fight(attacker, defender);
    assert.ok(battle, 'a battle was fought');
    const losses = [
      ...new Set(
        attacker.heard
          .flatMap((m) => m.events ?? [])
          .filter((e) => e.kind === 'loss')
          .map((e) => e.counter),
      ),
    ];
    const names = losses.map((id) => attacker.view.counters.find((c) => c.id === id)?.face.name).filter(Boolean);
    assert.ok(names.length > 0, 'somebody lost a step');
    for (const person of [attacker, defender]) {
      await shown(person);
      const told = person.test('fought').or(person.test('report')).first();
      await told.waitFor();
      await table.shot(person, `${person === attacker ? 'attacker' : 'defender'}-${options.hasTouch ? 'phone' : 'desk'}`);
      // Which of the attacker's units lost a step is a secret of his.
      for (const name of names)
        await told
          .getByText(person === attacker ? new RegExp(`${name} (loses|is destroyed)`) : /loses|is destroyed/)
          .first()
          .waitFor({ timeout: 8000 });
    }
    // Whoever closes the page without having read it finds it there again.
    await attacker.page.reload();
    await attacker.test('fought').getByText(names[0]).first().waitFor();
    await attacker.test('fought-read').click();
    await attacker.test('fought').waitFor({ state: 'detached' });
    await attacker.page.reload();
    await attacker.until((v) => v.offers.list.length > 0);
    await shown(attacker);
    assert.equal(await attacker.test('fought').count(), 0, 'it has been read');
    // The server asks first whether he knows whose dice these are.
    assert.deepEqual([...attacker.faults, ...defender.faults.filter((f) => !f.includes('409'))], []);
  });
