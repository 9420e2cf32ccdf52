// Two people: dice that both browsers made and check, a word, an offer, an end; a name on two devices; an open seat.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, escape } from './lib/bench.mjs';

const table = bench('people');

/** Opens the window about people. */
async function people(person) {
  await person.test('menu').click();
  await person.test('open-people').click();
  await person.test('people').waitFor();
}

/** A friend's table from the lobby: its maker and the friend, both at the table. */
async function two(more = async () => undefined) {
  const maker = await table.visitor();
  await maker.test('play-battle-campaign').click();
  await maker.page.locator('input[name=soviet][value=me]').check();
  await maker.page.locator('input[name=axis][value=friend]').check();
  await more(maker);
  await maker.test('start').click();
  const link = await maker.page.getByLabel('Invitation for the Axis seat').inputValue();
  await escape(maker);
  return { maker, link };
}

test('dice are made by both browsers and checked after the end', { timeout: 120_000 }, async () => {
  const { maker, link } = await two();
  const friend = await table.person();
  await friend.goto(link);
  await friend.until((v) => v.offers.list.length > 0, 'the table');
  await people(maker);
  await maker.test('dice-stage').getByText('nobody chose them').waitFor();
  await maker.test('say').fill('Good luck!');
  await maker.page.keyboard.press('Enter');
  await friend.test('unread').click();
  await friend.test('chat').getByText('Good luck!').waitFor();
  await table.shot(friend, 'talk');
  await friend.test('resign').click();
  await friend.test('resign-yes').click();
  await maker.test('check-dice').click();
  await maker.test('dice-good').getByText('own part').waitFor();
  await table.shot(maker, 'checked');
  // A server that comes with another journal than the one that the browsers agreed on is caught: this browser remembers its part.
  await friend.page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((k) => k.startsWith('kessel.dice.'))) {
      const kept = JSON.parse(localStorage.getItem(key));
      localStorage.setItem(key, JSON.stringify({ ...kept, server: '0'.repeat(64) }));
    }
  });
  await friend.test('check-dice').click();
  await friend.test('dice-bad').getByText('another part').waitFor();
  assert.deepEqual([...maker.faults, ...friend.faults], []);
});

test('an open seat is taken from the lobby', { timeout: 60_000 }, async () => {
  await two((maker) => maker.test('open-seat').check());
  const stranger = await table.visitor();
  await stranger.test('open-seats').getByRole('button', { name: 'Take the seat' }).first().click();
  await stranger.until((v) => v.offers.list.length >= 0, 'the table');
  assert.deepEqual(stranger.faults, []);
});

test('a name finds its games on another device', { timeout: 60_000 }, async () => {
  const home = await table.visitor();
  await home.test('play-battle-campaign').click();
  await home.test('start').click();
  await home.until((v) => v.offers.list.length > 0);
  await home.page.getByRole('link', { name: 'Kessel, to the lobby' }).click();
  await home.test('name').fill('Vasily');
  await home.test('passphrase').fill('four words are enough');
  await home.test('register').click();
  await home.test('account').getByText('Vasily').waitFor();
  const away = await table.visitor();
  await away.test('name').fill('Vasily');
  await away.test('passphrase').fill('four words are enough');
  await away.test('login').click();
  await away.test('account').getByRole('button', { name: 'Open it here' }).first().waitFor();
  await table.shot(away, 'account');
  await away.test('account').getByRole('button', { name: 'Open it here' }).first().click();
  await away.until((v) => v.offers.list.length > 0);
  assert.deepEqual([...home.faults, ...away.faults], []);
});
