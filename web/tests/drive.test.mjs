// Drive on Stalingrad on the table, by mouse: a German turn of Blue (network, order of phases, a concentric prepared assault, a mobile
// assault), and a Soviet turn that begins with petitions to Moscow. The positions are played to with the engine first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, escape, same, seated } from './lib/bench.mjs';
import { PATIENCE } from './lib/browser.mjs';
import { germanTurn, petition } from './lib/drive.mjs';
import { Mouse, shown } from './lib/hands.mjs';

const table = bench('drive');

/** Opens the position and takes the seat of this side. */
async function sit(file, side) {
  const person = await table.openJournal(file, { viewport: { width: 1440, height: 900 } });
  await seated(person, side, (v) => v.offers.list.length > 0);
  return person;
}

/** Takes a step of the script by mouse, whoever has to do it. */
async function take(mouse, { side, action }) {
  const { person } = mouse;
  await seated(person, side, (v) => v.offers.list.some((o) => same(o, action)), JSON.stringify(action));
  await mouse.take(person.offers.find((o) => same(o, action)));
}

test('a German turn of Blue: network, order of phases, concentric prepared assault, mobile assault', { timeout: 120_000 }, async () => {
  const { file, steps } = await germanTurn();
  const person = await sit(file, 'axis');
  const mouse = new Mouse(person);
  const { page } = person;
  const dialog = () => page.getByRole('dialog');
  const shot = (what) => table.shot(person, what);
  const script = [...steps];
  const next = (word) => {
    const step = script.shift();
    assert.ok(step && (step.action === word || step.action[word] !== undefined), `${word} comes next, not ${JSON.stringify(step?.action)}`);
    return step;
  };

  // The network grows by a town; its chain leads to an ultimate source.
  const supply = () => person.layer('supply-axis');
  const town = next('supply');
  const before = await supply();
  const chain = before.lines.find((l) => l.kind === 'chain' && l.path[0] === town.action.supply);
  assert.ok(chain && chain.stops.length > 0, 'the division in the town has a chain');
  const fed = before.spaces.length;
  await page.keyboard.press('1');
  await take(mouse, town);
  const marks = person.view.spaces.find((s) => s.id === town.action.supply).markers.map((m) => m.kind);
  assert.ok(marks.includes('network-axis'), `the town is in the network: ${marks}`);
  const after = await supply();
  assert.ok(after.spaces.length > fed, 'more hexes are in supply than before');
  assert.ok(
    after.lines.some((l) => l.kind === 'link' && l.path[0] === town.action.supply),
    'a link is drawn from it',
  );
  await shown(person);
  assert.ok(await mouse.pick({ space: town.action.supply }, town.action.supply));
  await page
    .getByTestId('inspector')
    .getByText(/Supply of Stary Oskol .* an ultimate source/)
    .waitFor();
  await page.keyboard.press('Escape');
  await shot('network');
  await page.keyboard.press('1');

  // The order of phases is declared in a window that explains the shifts.
  const order = next('order');
  await page.getByTestId('declare').click();
  const cards = await dialog().innerText();
  for (const words of [/All prepared assaults: ?\s*1R/, /5\.6\.a/, /Once in the game/, /5\.5\.d/]) assert.match(cards, words);
  await shot('order');
  await escape(person);
  await take(mouse, order);
  await person.until((v) => v.turn.phase === 'axis-assault');

  // A prepared assault: attackers by mouse, one by one and the rest together.
  const attack = next('attack');
  await shown(person);
  assert.match(person.offers.find((o) => same(o, attack.action)).cost, /concentric/);
  await take(mouse, attack);
  await take(mouse, next('join'));
  await shown(person);
  const joined = script.filter((s) => s.action.join !== undefined);
  script.splice(0, joined.length);
  await page.getByTestId('all').click();
  await person.until((v) => !v.offers.list.some((o) => o.action.join !== undefined), 'all attackers');
  await shown(person);
  await shot('muster');
  const fight = next('fight');
  const n = person.last.n;
  await page
    .getByRole('button', { name: person.offers.find((o) => same(o, fight.action)).label, exact: true })
    .first()
    .click();
  const odds = await dialog().innerText();
  for (const words of [
    /Concentric, Germans only/,
    /2R/,
    /11\.28\.b/,
    /Prepared assaults before movement/,
    /5\.6\.a/,
    /opposite|more than three/,
    /\d+%/,
  ])
    assert.match(odds, words);
  assert.equal(
    await dialog()
      .getByRole('img', { name: /^Concentric/ })
      .count(),
    1,
    'the diagram',
  );
  const { counts } = person.offers.find((o) => same(o, fight.action)).preview.approach;
  assert.ok(counts.length >= 2, `hexes that count: ${counts}`);
  await shot('concentric');
  assert.equal(person.last.n, n, 'nothing is done before the commitment');
  await escape(person);
  await take(mouse, fight);
  const told = () => person.heard.flatMap((m) => m.events ?? []);
  assert.ok(
    told().some((e) => e.kind === 'battle' && e.at === attack.action.attack && e.shifts.some((s) => s.case === '11.28.b')),
    'the battle was concentric',
  );
  while (script[0] && script[0].action.move === undefined) await take(mouse, script.shift());
  await person.until((v) => v.turn.phase === 'axis-movement');

  // A mobile assault: who goes along, from where, at what odds; then on.
  const move = next('move');
  await take(mouse, move);
  await take(mouse, next('with'));
  await shown(person);
  const strike = next('assault');
  const prompt = page.getByRole('region', { name: 'What is asked' });
  assert.match(await prompt.innerText(), /Launch hex of a mobile assault/);
  await shot('group');
  await mouse.pick({ space: strike.action.assault }, strike.action.assault);
  await person.test('commit').waitFor();
  const forecast = await dialog().innerText();
  for (const words of [/Mobile assault: the defender is ready/, /2L/, /never concentric/, /back in its launch hex/])
    assert.match(forecast, words);
  await shot('mobile');
  await person.test('commit').click();
  await person.until((_, s) => s.n > n + 1);
  await shown(person);
  await mouse.closeBattle();
  for (const step of script.filter((s) => s.action.step === undefined && s.action !== 'halt')) await take(mouse, step);
  const rest = script.filter((s) => s.action.step !== undefined || s.action === 'halt');
  if (rest.length > 0) {
    await seated(person, 'axis', (v) => v.offers.list.some((o) => same(o, rest[0].action)), 'the group goes on');
    await mouse.closeBattle();
    assert.match(await prompt.innerText(), /The hex is cleared/);
    await shot('goes-on');
    for (const step of rest) await take(mouse, step);
  }
  assert.ok(
    told().some((e) => e.kind === 'battle' && e.at === strike.action.assault),
    'the mobile assault is in the log',
  );
  await shot('end');
  assert.deepEqual(person.faults, []);
});

test('a Soviet turn begins with petitions: Moscow releases an army, and it marches', { timeout: 90_000 }, async () => {
  const { file, freed } = await petition();
  const person = await sit(file, 'axis');
  const mouse = new Mouse(person);
  const { page } = person;
  const shot = (what) => table.shot(person, what);
  const frozen = () => person.view.tracks.find((t) => t.id === 'reserves').value;
  const before = frozen();
  await take(mouse, { side: 'axis', action: 'done' });
  await seated(person, 'soviet', (v) => v.turn.phase === 'soviet-opening', 'the Soviet player turn');
  assert.equal(frozen(), before - freed);
  const panel = page.getByRole('tabpanel');
  await panel
    .getByText(/Moscow is asked for/)
    .first()
    .waitFor();
  await panel
    .getByText(/is freed/)
    .first()
    .waitFor();
  await shot('petition');

  // The frozen armies that are left are shaded.
  await page.keyboard.press('3');
  const layer = await person.layer('frozen-soviet');
  assert.equal(layer.half.length, frozen(), 'a hex for each reserve army that waits');
  await page
    .getByRole('list', { name: 'Layers shown' })
    .getByText(/Frozen Soviet armies/)
    .waitFor();
  await shot('frozen');
  await page.keyboard.press('3');

  // The victory panel shows the track of points.
  await page.keyboard.press('v');
  await panel
    .getByText(/German victory points/)
    .first()
    .waitFor();
  await shot('victory');
  await page.keyboard.press('t');
  await page.locator('#tab-track[aria-selected=true]').waitFor();
  await shot('track');

  // The freed army marches.
  const order = person.offers.find((o) => o.action.order === 'assault-move');
  await take(mouse, { side: 'soviet', action: order.action });
  await person.until((v) => /soviet-(assault|movement)/.test(v.turn.phase));
  if (person.view.turn.phase === 'soviet-assault') await take(mouse, { side: 'soviet', action: 'done' });
  await person.until((v) => v.turn.phase === 'soviet-movement');
  await shown(person);
  const waits = new Set(layer.half);
  const homes = ['N1516', 'N1827', 'N2125', 'N3022'].filter((hex) => !waits.has(hex));
  const march = person.offers.find((o) => o.action.move !== undefined && homes.includes(o.space));
  assert.ok(march, `a division of a freed army can be taken up in ${homes}`);
  await mouse.takeInHand(march.counter);
  const [{ goals }] = person.heard.findLast((m) => m.type === 'reach').reach;
  const goal = goals.find((g) => !g.fight && !person.view.counters.some((c) => c.at === g.space)).space;
  await mouse.pick({ space: goal }, goal);
  await person.until((v) => v.counters.find((c) => c.id === march.counter).at === goal, 'the division at its goal');
  await shown(person);
  await shot('march');
  if (person.offers.some((o) => o.action === 'halt')) await take(mouse, { side: 'soviet', action: 'halt' });

  // G takes a whole stack into the hand, Escape lets it go; nothing is done by either.
  await seated(person, 'soviet', (v) => v.offers.list.some((o) => o.action.move !== undefined));
  const lifts = person.offers.filter((o) => o.action.move !== undefined);
  const home = lifts.find((o) => lifts.filter((other) => other.space === o.space).length > 1).space;
  const stack = lifts.filter((o) => o.space === home).map((o) => person.view.counters.find((c) => c.id === o.counter).face.name);
  const spot = await mouse.sight(home);
  await page.mouse.move(spot.x, spot.y);
  await page.waitForFunction(() => document.querySelector('[data-n]').getAttribute('data-hover') !== null);
  const { n: held } = person.last;
  await page.keyboard.press('g');
  const hand = person.test('hand');
  await hand.waitFor();
  const words = await hand.innerText();
  assert.ok(
    stack.every((name) => words.includes(name)),
    `${words}: ${stack}`,
  );
  await shot('stack-in-hand');
  // The pointer rests on the stack, whose fan would have opened by now. One Escape lets go of what is one thing to the player.
  await page.waitForTimeout(400);
  await page.keyboard.press('Escape');
  await hand.waitFor({ state: 'hidden', timeout: PATIENCE });
  assert.equal(person.last.n, held);
  assert.deepEqual(person.faults, []);
});
