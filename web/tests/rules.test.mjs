// Refusals and their explanation, battles with a retreat, the battle window.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startBrowser } from './lib/browser.mjs';
import { Mouse, shown } from './lib/hands.mjs';
import { play } from './lib/play.mjs';
import { startServer } from './lib/server.mjs';

let server, chrome, person;
before(async () => {
  [server, chrome] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await chrome?.close();
  await server?.stop();
});
afterEach(async () => {
  await person?.context.close();
});

async function sit(seats, seed) {
  const table = await server.create({ game: 'battle', scenario: 'campaign', options: {}, seats, seed });
  person = await chrome.person();
  await person.goto(server.link(table.owner));
  await person.until((v) => v.offers.list.length > 0 || v.to_act !== 'nobody');
  return table;
}

test('a refused click says why, with the rule, at the place of the click', { timeout: 120_000 }, async () => {
  await sit({ axis: 'recruit', soviet: 'me' }, 5);
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

test('the server refuses what the page would not offer, and the page shows the case', { timeout: 60_000 }, async () => {
  await sit({ axis: 'recruit', soviet: 'me' }, 5);
  await shown(person);
  await person.test('inspector').waitFor();
  const enemy = person.view.counters.find((c) => c.side === 'axis' && /^\d{4}$/.test(c.at));
  const mouse = new Mouse(person);
  await mouse.pick({ space: enemy.at }, enemy.at);
  await person.test('why').waitFor();
  assert.match(await person.test('why').innerText(), /\S/);
});

test('a battle: preview with chances, commitment, dice, losses and a retreat', { timeout: 400_000 }, async () => {
  await sit({ axis: 'me', soviet: 'me' }, 11);
  const mouse = new HotSeat(person);
  await person.test('curtain').waitFor();
  await lift(person);
  let preview = 0;
  let retreats = 0;
  let fought = 0;
  await play(
    mouse,
    () => retreats > 0 && fought > 0,
    {
      few: 6,
      most: 900,
      watch: async (offer) => {
        if (offer.kind === 'retreat') retreats += 1;
        if (!offer.preview) return;
        fought += 1;
        if (preview++ > 0) return;
        await shown(person);
        await mouse.pick({ space: offer.space }, offer.space);
        const window_ = person.page.getByRole('dialog');
        await person.test('commit').waitFor();
        const text = await window_.innerText();
        assert.match(text, /Attacker/);
        assert.match(text, /Defender/);
        assert.match(text, /Total/);
        assert.match(text, /\d+%/);
        await person.page.keyboard.press('Escape');
        await person.test('commit').waitFor({ state: 'detached' });
      },
    },
  );
  assert.ok(person.heard.some((m) => m.type === 'events' && m.events.some((e) => e.kind === 'battle' && e.results.length > 0)));
  assert.deepEqual(person.faults, []);
});

/** At a hot seat somebody lifts the curtain. */
class HotSeat extends Mouse {
  async take(offer) {
    await lift(this.person);
    if (this.person.offers.some((o) => JSON.stringify(o.action) === JSON.stringify(offer.action))) await super.take(offer);
    await lift(this.person);
  }
}

async function lift(who) {
  const button = who.page.getByTestId('curtain').getByRole('button');
  await who.page.waitForTimeout(60);
  if (await button.isVisible()) await button.click();
}
