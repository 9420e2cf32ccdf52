// Drive on Stalingrad on the table, by mouse: a German turn of Blue (network, order of phases, a concentric prepared assault, a mobile
// assault), and a Soviet turn that begins with petitions to Moscow. The positions are played to with the engine first.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { startBrowser } from './lib/browser.mjs';
import { germanTurn, petition } from './lib/drive.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { startServer } from './lib/server.mjs';

const shots = process.env.KESSEL_SHOTS;
let server, chrome, person;
before(async () => {
  if (shots) mkdirSync(shots, { recursive: true });
  [server, chrome] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await chrome?.close();
  await server?.stop();
});
afterEach(async () => {
  await person?.context.close();
});

async function shot(name) {
  if (!shots) return;
  await person.page.waitForTimeout(400);
  await person.page.screenshot({ path: join(shots, `drive-${name}.png`) });
}

/** Opens a journal in the lobby: both sides sit at this table. */
async function sit(file, side) {
  person = await chrome.person({ viewport: { width: 1440, height: 900 } });
  await person.goto(`${server.url}/`);
  await person.page.locator('input[type=file]').setInputFiles(file);
  await person.test('curtain').waitFor({ timeout: 20_000 });
  await lift();
  await person.until((v, now) => now.as === side && v.offers.list.length > 0, `the seat of ${side}`);
  await shown(person);
  return new Mouse(person);
}

/** Whoever has to act sits down. */
async function lift() {
  const button = person.page.getByTestId('curtain').getByRole('button');
  await person.page.waitForTimeout(80);
  if (await button.isVisible()) await button.click();
  await person.page.waitForTimeout(80);
}

const same = (offer, action) => JSON.stringify(offer.action) === JSON.stringify(action);
const dialog = () => person.page.getByRole('dialog');

/** Takes a step of the script by mouse, whoever has to do it. */
async function take(mouse, { side, action }) {
  await lift();
  await person.until((v, now) => now.as === side && v.offers.list.some((o) => same(o, action)), JSON.stringify(action));
  await shown(person);
  await mouse.take(person.offers.find((o) => same(o, action)));
}

test('a German turn of Blue: network, order of phases, concentric prepared assault, mobile assault', { timeout: 120_000 }, async () => {
  const { file, steps } = await germanTurn();
  const mouse = await sit(file, 'axis');
  const { page } = person;
  const script = [...steps];
  const next = (word) => {
    const step = script.shift();
    assert.ok(step && (step.action === word || step.action[word] !== undefined), `${word} comes next, not ${JSON.stringify(step?.action)}`);
    return step;
  };

  // The network grows by a town; its chain leads to an ultimate source.
  const supply = () => person.view.layers.find((l) => l.id === 'supply-axis');
  const town = next('supply');
  const chain = supply().lines.find((l) => l.kind === 'chain' && l.path[0] === town.action.supply);
  assert.ok(chain && chain.stops.length > 0, 'the division in the town has a chain');
  const fed = supply().spaces.length;
  await page.keyboard.press('1');
  await take(mouse, town);
  const marks = person.view.spaces.find((s) => s.id === town.action.supply).markers.map((m) => m.kind);
  assert.ok(marks.includes('network-axis'), `the town is in the network: ${marks}`);
  assert.ok(supply().spaces.length > fed, 'more hexes are in supply than before');
  assert.ok(supply().lines.some((l) => l.kind === 'link' && l.path[0] === town.action.supply), 'a link is drawn from it');
  await shown(person);
  assert.ok(await mouse.pick({ space: town.action.supply }, town.action.supply));
  await page.getByTestId('inspector').getByText(/Supply of Stary Oskol .* an ultimate source/).waitFor();
  await page.keyboard.press('Escape');
  await shot('network');
  await page.keyboard.press('1');

  // The order of phases is declared in a window that explains the shifts.
  const order = next('order');
  await page.getByTestId('declare').click();
  const cards = await dialog().innerText();
  for (const words of [/All prepared assaults: ?\s*1R/, /5\.6\.a/, /Once in the game/, /5\.5\.d/]) assert.match(cards, words);
  await shot('order');
  await page.keyboard.press('Escape');
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
  await page.getByRole('button', { name: person.offers.find((o) => same(o, fight.action)).label, exact: true }).first().click();
  const odds = await dialog().innerText();
  for (const words of [/Concentric, Germans only/, /2R/, /11\.28\.b/, /Prepared assaults before movement/, /5\.6\.a/, /opposite|more than three/, /\d+%/]) assert.match(odds, words);
  assert.equal(await dialog().getByRole('img', { name: /^Concentric/ }).count(), 1, 'the diagram');
  const { counts } = person.offers.find((o) => same(o, fight.action)).preview.approach;
  assert.ok(counts.length >= 2, `hexes that count: ${counts}`);
  await shot('concentric');
  assert.equal(person.last.n, n, 'nothing is done before the commitment');
  await page.keyboard.press('Escape');
  await take(mouse, fight);
  const told = () => person.heard.flatMap((m) => m.events ?? []);
  assert.ok(told().some((e) => e.kind === 'battle' && e.at === attack.action.attack && e.shifts.some((s) => s.case === '11.28.b')), 'the battle was concentric');
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
  for (const words of [/Mobile assault: the defender is ready/, /2L/, /never concentric/, /back in its launch hex/]) assert.match(forecast, words);
  await shot('mobile');
  await person.test('commit').click();
  await person.until((_, s) => s.n > n + 1);
  const closed = async () => {
    await page.waitForTimeout(200);
    if (await person.test('battle-close').isVisible()) await person.test('battle-close').click();
  };
  await closed();
  for (const step of script.filter((s) => s.action.step === undefined && s.action !== 'halt')) await take(mouse, step);
  const rest = script.filter((s) => s.action.step !== undefined || s.action === 'halt');
  if (rest.length > 0) {
    await lift();
    await person.until((v, now) => now.as === 'axis' && v.offers.list.some((o) => same(o, rest[0].action)), 'the group goes on');
    await shown(person);
    await closed();
    assert.match(await prompt.innerText(), /The hex is cleared/);
    await shot('goes-on');
    for (const step of rest) await take(mouse, step);
  }
  assert.ok(told().some((e) => e.kind === 'battle' && e.at === strike.action.assault), 'the mobile assault is in the log');
  await shot('end');
  assert.deepEqual(person.faults, []);
});

test('a Soviet turn begins with petitions: Moscow releases an army, and it marches', { timeout: 90_000 }, async () => {
  const { file, freed } = await petition();
  const mouse = await sit(file, 'axis');
  const { page } = person;
  const frozen = () => person.view.tracks.find((t) => t.id === 'reserves').value;
  const before = frozen();
  await take(mouse, { side: 'axis', action: 'done' });
  await lift();
  await person.until((v, now) => now.as === 'soviet' && v.turn.phase === 'soviet-opening', 'the Soviet player turn');
  await shown(person);
  assert.equal(frozen(), before - freed);
  const log = await page.getByRole('tabpanel').innerText();
  assert.match(log, /Moscow is asked for/);
  assert.match(log, /is freed/);
  await shot('petition');

  // The frozen armies that are left are shaded.
  await page.keyboard.press('3');
  const layer = person.view.layers.find((l) => l.id === 'frozen-soviet');
  assert.equal(layer.half.length, frozen(), 'a hex for each reserve army that waits');
  await page.getByRole('list', { name: 'Layers shown' }).getByText(/Frozen Soviet armies/).waitFor();
  await shot('frozen');
  await page.keyboard.press('3');

  // The victory panel shows the track of points.
  await page.keyboard.press('v');
  assert.match(await page.getByRole('tabpanel').innerText(), /German victory points/);
  await shot('victory');
  await page.keyboard.press('t');
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
  await take(mouse, { side: 'soviet', action: march.action });
  const step = person.offers.find((o) => o.action.step !== undefined);
  await take(mouse, { side: 'soviet', action: step.action });
  assert.equal(person.view.counters.find((c) => c.id === march.counter).at, step.space);
  await shot('march');
  assert.deepEqual(person.faults, []);
});
