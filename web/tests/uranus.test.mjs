// The whole of Operation Uranus on the table: the Axis by a script, every kind of action with the mouse; the Soviets by their staff officer.
// What was done with the mouse several times already is done by the page itself: pointing at it once more would only take longer.
// The script is what scripts/record.mjs wrote; where the game has gone another way it is left for a plain plan.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { plan } from './lib/play.mjs';

const script = JSON.parse(readFileSync(new URL('./scripts/uranus.json', import.meta.url), 'utf8'));
const table = bench('uranus');

/** The cases under which something has happened since the last look. */
let looked = 0;
function cases(person) {
  const fresh = person.heard.slice(looked);
  looked = person.heard.length;
  return new Set(fresh.flatMap((m) => m.events ?? []).map((e) => e.case));
}

/** What has to be seen in the game, by the case of its event. */
const SIGHTS = {
  'surprise attack': 'PA.SUP.surprise',
  'armored attack': '8.6.3.a',
  exploitation: '8.14.1',
  retreat: '8.12.3',
  fortress: '10.1.1',
};

async function look(person, seen) {
  const now = cases(person);
  for (const [name, id] of Object.entries(SIGHTS)) {
    if (seen.has(name) || ![...now].some((c) => c === id || c.startsWith(`${id}.`))) continue;
    seen.add(name);
    await shown(person);
    await table.shot(person, name.replace(' ', '-'));
  }
}

/** So often each kind of action is done with the mouse. */
const OFTEN = 4;
const kindOf = ({ action, kind }, view) => `${typeof action === 'string' ? action : Object.keys(action)[0]} ${kind} ${view.turn.phase}`;

/** By the page itself, without a hand. */
async function plainly(person, { action }) {
  // The page may still be showing what came before.
  await shown(person);
  const { n } = person.last;
  assert.equal(await person.page.evaluate((a) => document.querySelector('[data-n]').act(a), action), true, JSON.stringify(action));
  await person.next(n);
}

test('Operation Uranus from the first support to the last count', { timeout: 1_800_000 }, async () => {
  const { owner } = await table.create({ game: 'roads', scenario: 'uranus', seats: { axis: 'me', soviet: 'staff' }, seed: script.seed });
  const person = await table.follow(owner);
  const hands = new Mouse(person);
  const seen = new Set();
  const pointed = new Map();
  let scripted = 0;
  let done = 0;
  for (let next = 0; done < 4000; done++) {
    await person.until((v) => v.offers.list.length > 0 || v.outcome, 'our move', 60_000);
    if (person.view.outcome) break;
    await look(person, seen);
    const wanted = JSON.stringify(script.actions[next]);
    const offer = person.offers.find((o) => JSON.stringify(o.action) === wanted);
    if (offer) {
      scripted++;
      next++;
    }
    const chosen = offer ?? plan(person.view, 3);
    const kind = kindOf(chosen, person.view);
    const times = pointed.get(kind) ?? 0;
    pointed.set(kind, times + 1);
    if (times < OFTEN) await hands.take(chosen);
    else await plainly(person, chosen);
  }
  await look(person, seen);
  assert.ok(person.view.outcome, 'the game has come to its end');
  assert.deepEqual(
    [...Object.keys(SIGHTS)].filter((name) => !seen.has(name)),
    [],
    `seen: ${[...seen].join(', ')}; ${scripted} of ${done} actions by the script`,
  );
  assert.ok(pointed.size > 20, `kinds of actions done with the mouse: ${[...pointed.keys()].join(', ')}`);
  assert.ok(scripted > done / 2, `the script was followed: ${scripted} of ${done}`);
  assert.deepEqual(person.faults, []);
});
