// At 1280x720 what is asked is in sight without scrolling: the question, its choices and the button; the parts of the panel can be resized.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, seated } from './lib/bench.mjs';
import { Engine } from './lib/engine.mjs';

const table = bench('room');
const verb = (offer) => (typeof offer.action === 'string' ? offer.action : Object.keys(offer.action)[0]);
const SMALL = { viewport: { width: 1280, height: 720 } };

/** Two recruits play until something fits; the journal, and who is asked. */
async function until(game, fits) {
  const engine = new Engine();
  await engine.ask({ do: 'new', game, seed: 5 });
  for (let i = 0; i < 700; i++) {
    const { side, list } = await engine.legal();
    if (fits(list)) {
      const file = await engine.save('asked');
      engine.close();
      return { file, side };
    }
    const { action } = await engine.ask({ do: 'choose', as: side, officer: 'recruit' });
    await engine.ask({ do: 'act', as: side, action });
  }
  throw new Error('never asked');
}

/** What of these is not wholly in sight, by name. */
const unseen = (person) =>
  person.page.evaluate(() =>
    [...document.querySelectorAll('aside .prompt p.text, aside .prompt .buttons button, aside details.list[open] button')]
      .filter((e) => {
        const { left, right, top, bottom } = e.getBoundingClientRect();
        const spots = [
          [left + 4, top + 4],
          [right - 4, bottom - 4],
        ];
        return !spots.every(([x, y]) => e.contains(document.elementFromPoint(x, y)));
      })
      .map((e) => e.textContent.trim()),
  );

for (const [what, game, fits] of [
  ['losses of battle', 'battle/campaign', (list) => list.filter((o) => verb(o) === 'lose').length >= 3 && list.length <= 8],
  ['an overstacked hex of roads', 'roads/uranus', (list) => list.filter((o) => o.kind === 'loss').length >= 2 && list.length <= 8],
])
  test(`${what}: all choices are in sight`, { timeout: 120_000 }, async () => {
    const { file, side } = await until(game, fits);
    const person = await table.openJournal(file, SMALL);
    await seated(person, side, (v) => v.offers.list.length > 0);
    await person.page.locator('aside details.list[open] button').first().waitFor();
    await table.shot(person, game.split('/')[0]);
    assert.deepEqual(await unseen(person), []);
    assert.deepEqual(person.faults, []);
  });

test('the panel is resized by mouse and key, and remembered', { timeout: 90_000 }, async () => {
  const person = await table.sit({ seed: 5 }, SMALL);
  const { page } = person;
  const width = () => page.locator('aside').evaluate((e) => e.getBoundingClientRect().width);
  const bar = page.getByRole('separator', { name: 'Width of the panel' });
  const before = await width();
  const box = await bar.boundingBox();
  await page.mouse.move(box.x + 2, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x - 100, box.y + 300, { steps: 4 });
  await page.mouse.up();
  const wide = await width();
  assert.ok(wide > before + 80, `${before} to ${wide}`);
  await bar.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((w) => document.querySelector('aside').getBoundingClientRect().width < w, wide);
  await page.reload();
  await person.until((v) => v.offers.list.length > 0);
  await page.locator('aside').waitFor();
  assert.ok((await width()) > before + 50, 'it is remembered');
  await bar.dblclick();
  await page.waitForFunction((w) => Math.abs(document.querySelector('aside').getBoundingClientRect().width - w) < 2, before);
  assert.deepEqual(person.faults, []);
});
