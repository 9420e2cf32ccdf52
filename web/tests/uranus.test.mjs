// The whole of Operation Uranus on the table: the Axis by a script, every kind of action with the mouse; the Soviets by their staff officer.
// The script is what scripts/record.mjs wrote; where the game has gone another way it is left for a plain plan.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bench } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { Routine } from './lib/plain.mjs';
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

test('Operation Uranus from the first support to the last count', { timeout: 1_800_000 }, async () => {
  const { owner } = await table.create({ game: 'roads', scenario: 'uranus', seats: { axis: 'me', soviet: 'staff' }, seed: script.seed });
  const person = await table.follow(owner);
  const routine = new Routine(new Mouse(person));
  const seen = new Set();
  let scripted = 0;
  let done = 0;
  for (let next = 0; done < 4000; done++) {
    await person.until((v) => v.offers.list.length > 0 || v.outcome, 'our move', 60_000);
    if (person.view.outcome) break;
    await look(person, seen);
    const wanted = JSON.stringify(script.actions[next]);
    const offer = person.offers.find((o) => JSON.stringify(o.action) === wanted);
    if (!offer) {
      await routine.take(plan(person.view, 3));
      continue;
    }
    const more = await routine.take(offer, script.actions.slice(next + 1));
    next += 1 + more;
    scripted += 1 + more;
    done += more;
  }
  await look(person, seen);
  assert.ok(person.view.outcome, 'the game has come to its end');
  await table.keep(owner, 'roads/uranus-browser');
  assert.deepEqual(
    [...Object.keys(SIGHTS)].filter((name) => !seen.has(name)),
    [],
    `seen: ${[...seen].join(', ')}; ${scripted} of ${done} actions by the script`,
  );
  const kinds = [...routine.pointed.keys()];
  assert.ok(kinds.length > 20, `kinds of actions done with the mouse: ${kinds.join(', ')}`);
  assert.ok(scripted > done / 2, `the script was followed: ${scripted} of ${done}`);
  assert.deepEqual(person.faults, []);
});
