// What a player looks things up in: charts beside rules, the legend, the order of battle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, escape } from './lib/bench.mjs';

const table = bench('aids');

test('a rule shows its chart, with the present turn lit, and leads to its neighbours', { timeout: 60_000 }, async () => {
  const person = await table.sit({ game: 'drive', scenario: 'blue', seats: { axis: 'me', soviet: 'recruit' }, seed: 5 });
  const { page } = person;
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Operation Blue: Soviet units drawn' }).click();
  const chart = person.test('chart-turns-blue');
  await chart.waitFor();
  assert.equal(await chart.locator('tbody tr').count(), 11);
  assert.match(await chart.locator('tr[aria-current=true]').innerText(), /28 June/);
  // The terrain of the hex that is pointed at.
  await page.getByLabel('Search the rules').fill('12.6');
  await page.locator('#tabpanel li button').first().click();
  const forest = (await (await fetch(`${table.server.url}/api/games/drive/blue/sheet`)).json()).hexes;
  const seen = await page.evaluate(
    (ids) =>
      ids
        .map((id) => [id, document.querySelector('main.map').whereIs(id)])
        .find(([, p]) => p && p.x > 120 && p.x < 700 && p.y > 120 && p.y < 600),
    forest.filter((h) => h.terrain === 'forest').map((h) => h.id),
  );
  if (seen) {
    await page.mouse.move(seen[1].x, seen[1].y);
    await person.test('chart-terrain').locator('tr[aria-current=true]', { hasText: 'Forest' }).waitFor();
  }
  await page.getByText('See also').waitFor();
  await table.shot(person, 'chart');
  assert.deepEqual(person.faults, []);
});

/** The legend of a game: all that its sheet explains, each with a drawing that is not blank. */
async function legendOf(game, scenario) {
  const person = await table.sit({ game, scenario, seats: { axis: 'me', soviet: 'recruit' }, seed: 5 });
  const { page } = person;
  await page.keyboard.press('?');
  await person.test('open-legend').click();
  const legend = person.test('legend');
  await legend.waitFor();
  const sheet = await (await fetch(`${table.server.url}/api/games/${game}/${scenario}/sheet`)).json();
  const text = await legend.innerText();
  for (const line of [...sheet.badges, ...sheet.legend]) assert.ok(text.includes(line.text), line.text);
  // Each drawing has something drawn.
  const blank = await legend
    .locator('canvas')
    .evaluateAll((all) => all.filter((c) => new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size < 4).length);
  assert.equal(blank, 0, 'no drawing is blank');
  // Every state and every other sign has one.
  for (const title of ['States', 'What can be done', 'Other signs']) {
    const list = legend.locator('h3', { hasText: title }).locator('+ ul > li');
    assert.ok((await list.count()) > 5, title);
    assert.equal(await list.count(), await list.locator('canvas').count(), title);
  }
  await table.shot(person, `legend-${game}`);
  await escape(person);
  assert.deepEqual(person.faults, []);
}

test('the legend draws the counter, every state and the map of a game', { timeout: 60_000 }, async () => {
  await legendOf('roads', 'wintergewitter');
  await legendOf('battle', 'campaign');
});

test('the order of battle is searched, filtered and walked through', { timeout: 60_000 }, async () => {
  const person = await table.sit({ game: 'roads', scenario: 'wintergewitter', seats: { axis: 'me', soviet: 'recruit' }, seed: 5 });
  const { page } = person;
  await page.keyboard.press('o');
  const panel = page.locator('#tabpanel');
  await panel.getByRole('button', { name: /^Out of supply/ }).click();
  const troubled = person.view.counters.filter((c) => c.side === 'axis' && c.flags?.some((f) => ['unsupplied', 'fortress'].includes(f)));
  assert.ok(troubled.length > 0);
  for (const c of troubled.slice(0, 4)) await panel.getByText(c.face.name, { exact: true }).first().waitFor();
  assert.equal(await panel.locator('[aria-level="2"]').count(), troubled.length);
  await panel.getByLabel('Search the order of battle').fill(troubled[0].face.name);
  assert.ok((await panel.locator('[aria-level="2"]').count()) < troubled.length);
  await panel.getByLabel('Search the order of battle').fill('nobody of this name');
  await panel.getByText('Nobody.').waitFor();
  assert.deepEqual(person.faults, []);
});
