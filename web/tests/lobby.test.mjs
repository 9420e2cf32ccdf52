// The lobby: start, continue, save and open a journal, delete; accessibility of lobby and table.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { bench, escape } from './lib/bench.mjs';
import { Mouse, shown } from './lib/hands.mjs';

const table = bench('lobby');

test('a game is started from the lobby, continued, saved, opened again and deleted', { timeout: 120_000 }, async () => {
  const person = await table.visitor({ acceptDownloads: true });
  const { page } = person;
  await person.test('play-battle-campaign').click();
  await person.test('start').click();
  await person.until((v) => v.offers.list.length > 0);
  await shown(person);
  await page.getByRole('link', { name: 'Kessel, to the lobby' }).click();
  const saved = person.test('saved');
  await saved.getByText('Your move').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), saved.getByRole('button', { name: /^Save/ }).click()]);
  const file = await download.path();
  assert.match(readFileSync(file, 'utf8').split('\n')[0], /"battle"/);
  person.last = null;
  await page.locator('input[type=file]').setInputFiles(file);
  await person.until((v) => v.to_act !== 'nobody', 'the opened journal');
  await page.goto(`${table.server.url}/#/`);
  await page.waitForFunction(() => document.querySelectorAll('[data-testid=saved] li').length === 2);
  await saved
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await person.test('delete').click();
  await page.waitForFunction(() => document.querySelectorAll('[data-testid=saved] li').length === 1);
  assert.deepEqual(person.faults, []);
});

test('the first game comes with a guide', { timeout: 60_000 }, async () => {
  const person = await table.visitor();
  await person.page.getByRole('button', { name: 'Start the first game' }).click();
  await person.until((v) => v.offers.list.length > 0);
  const guide = person.test('guide');
  await guide.waitFor();
  // What is asked for is done on the real table, and ticked off.
  const map = await person.page.locator('main.map').boundingBox();
  await person.page.mouse.move(map.x + 200, map.y + 300);
  await person.page.mouse.wheel(0, -240);
  await guide.getByRole('heading', { name: 'What is asked' }).waitFor();
  for (let i = 0; i < 3; i++) await person.test('guide-next').click();
  await guide.getByRole('heading', { name: 'Set-up' }).waitFor();
  await person.page.getByRole('button', { name: 'Take the suggested set-up' }).first().click();
  await guide.getByText(': done').waitFor({ state: 'attached' });
});

test('each scenario has a picture of its map, and every game a guide for both sides', { timeout: 60_000 }, async () => {
  const person = await table.visitor({ viewport: { width: 1280, height: 3600 } });
  const { page } = person;
  const playable = (await (await fetch(`${table.server.url}/api/games`)).json()).games.flatMap((g) =>
    g.scenarios.filter((s) => s.playable),
  );
  await page.waitForFunction((n) => document.querySelectorAll('canvas[data-painted]').length === n, playable.length);
  await table.shot(person, 'pictures');
  const colours = await page
    .locator('canvas[data-painted]')
    .evaluateAll((all) => all.map((c) => new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size));
  assert.ok(
    colours.every((n) => n > 30),
    `something is drawn: ${colours}`,
  );
  await person.test('learn-roads-axis').click();
  await person.test('guide').waitFor();
  for (let i = 0; i < 4; i++) await person.test('guide-next').click();
  await person.test('guide').getByRole('heading', { name: 'Supports' }).waitFor();
  await table.shot(person, 'guide');
  assert.deepEqual(person.faults, []);
});

test('of a scenario that the computer does not understand card and choice of seats say so', { timeout: 60_000 }, async () => {
  const person = await table.visitor();
  for (const [scenario, understood] of [
    ['uranus', false],
    ['to-the-volga', true],
  ]) {
    await person.test(`play-waw-${scenario}`).click();
    const about = await person.test('about').innerText();
    assert.equal(/does not understand/.test(about), !understood, about);
    await escape(person);
    await person.test('about').waitFor({ state: 'detached' });
  }
});

test('a friend by link: the link is there at once, and one sees when he is', { timeout: 60_000 }, async () => {
  const person = await table.visitor();
  await person.test('play-battle-campaign').click();
  await person.page.locator('input[name=axis][value=friend]').check();
  await person.test('start').click();
  const link = await person.page.getByLabel('Invitation for the Axis seat').inputValue();
  assert.match(link, /#\/t\//);
  await person.test('friend').getByText('not here yet').waitFor();
  const friend = await table.person();
  await friend.goto(link);
  await person.test('friend').getByText('at the table').waitFor();
  await table.shot(person, 'friend');
  await escape(person);
  await person.test('presence').getByText('Friend here').waitFor();
});

for (const theme of ['light', 'dark']) {
  test(`axe finds no serious violation in lobby and table (${theme})`, { timeout: 120_000 }, async () => {
    const person = await table.visitor({ colorScheme: theme });
    const { page } = person;
    await person.test('play-battle-campaign').waitFor();
    await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
    assert.deepEqual(await violations(page), [], 'lobby');
    await person.test('play-battle-campaign').click();
    await person.test('start').waitFor();
    assert.deepEqual(await violations(page), [], 'new game');
    await person.test('start').click();
    await person.until((v) => v.offers.list.length > 0);
    await shown(person);
    await page.locator('details.list summary').first().click();
    assert.deepEqual(await violations(page), [], 'table');
    // The menu of the other button, and the inspector that was pinned from it.
    const hex = person.view.counters.find((c) => c.side === 'soviet' && /^\d{4}$/.test(c.at)).at;
    const at = await new Mouse(person).sight(hex);
    await page.mouse.click(at.x, at.y, { button: 'right' });
    const pin = person.test('context').getByRole('menuitem', { name: 'Keep it in the inspector' });
    await pin.waitFor();
    assert.deepEqual(await violations(page), [], 'context menu');
    await pin.click();
    await person.test('inspector').waitFor();
    assert.deepEqual(await violations(page), [], 'inspector');
    await page.keyboard.press('Escape');
    for (const [key, tab] of Object.entries({ b: 'battle', o: 'oob', t: 'track', r: 'rules', v: 'victory' })) {
      await page.keyboard.press(key);
      await page.locator(`#tab-${tab}[aria-selected=true]`).waitFor();
      assert.deepEqual(await violations(page), [], `tab ${tab}`);
    }
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Terrain effects' }).click();
    await person.test('chart-terrain').waitFor();
    assert.deepEqual(await violations(page), [], 'chart');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await violations(page), [], 'help');
    await person.test('open-legend').click();
    await person.test('legend').waitFor();
    assert.deepEqual(await violations(page), [], 'legend');
    await escape(person);
    await person.test('menu').click();
    await page.getByLabel('Colours').selectOption('clear');
    assert.deepEqual(await violations(page), [], 'menu, in colours for colour-blind eyes');
    await escape(person);
    assert.deepEqual(await violations(page), [], 'table, in colours for colour-blind eyes');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.table.phone').waitFor();
    assert.deepEqual(await violations(page), [], 'phone');
    assert.deepEqual(person.faults, []);
  });
}

test('text can be enlarged without breaking the layout', { timeout: 60_000 }, async () => {
  const person = await table.person();
  await person.page.addInitScript(() => localStorage.setItem('kessel.settings', JSON.stringify({ text: 1.5 })));
  const { owner } = await table.create({ seed: 3 });
  await person.goto(table.server.link(owner));
  await person.until((v) => v.offers.list.length > 0);
  await shown(person);
  const wide = await person.page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
  assert.equal(wide, false, 'the page does not scroll sideways');
  await person.test('main').waitFor();
});
