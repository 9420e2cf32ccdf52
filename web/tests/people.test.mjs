// Two people: dice that both browsers made and check, a word, an offer, an end; a name on two devices; an open seat.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chacha8 } from '@noble/ciphers/chacha.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bench, escape } from './lib/bench.mjs';

const table = bench('people');

const digest = (...parts) => bytesToHex(blake3(concatBytes(...parts)));
const bytes = hexToBytes;

/** What roll number `nth` of a seed shows. */
function rollOf(seed, nth, die) {
  const words = new DataView(chacha8(bytes(seed), new Uint8Array(12), new Uint8Array(64), undefined, nth).buffer);
  const limit = 0xffffffff - (0xffffffff % die);
  for (let at = 0; at < 64; at += 4) if (words.getUint32(at, true) < limit) return (words.getUint32(at, true) % die) + 1;
  throw new Error('no such seed in a lifetime');
}

/** A journal with another first line. */
function headed(journal, change) {
  const [first, ...rest] = journal.split('\n');
  const header = JSON.parse(first);
  change(header);
  return [JSON.stringify(header), ...rest].join('\n');
}

/** The server did not like the first roll. */
const rerolled = (journal) =>
  headed(journal, (header) => {
    header.rolls[0].value = (header.rolls[0].value % header.rolls[0].die) + 1;
  });

/** The server comes with another part, after it has seen those of the players: seed, commitments and rolls all fit together. */
const otherPart = (journal) =>
  headed(journal, (header) => {
    const { shared } = header;
    header.root = '07'.repeat(32);
    header.seed = digest(utf8ToBytes('kessel seed of three '), bytes(header.root), bytes(shared.axis.value), bytes(shared.soviet.value));
    header.commitment = digest(utf8ToBytes('kessel commitment '), bytes(header.seed));
    shared.server = digest(utf8ToBytes('kessel commitment '), bytes(header.root));
    header.rolls.forEach((roll, nth) => (roll.value = rollOf(header.seed, nth, roll.die)));
  });

/** The server forgets what was agreed on. */
const alone = (journal) =>
  headed(journal, (header) => {
    header.seed = '07'.repeat(32);
    header.commitment = digest(utf8ToBytes('kessel commitment '), bytes(header.seed));
    delete header.shared;
    delete header.root;
    header.rolls.forEach((roll, nth) => (roll.value = rollOf(header.seed, nth, roll.die)));
  });

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
  const verdict = await maker.test('dice-good').textContent();
  const [, rolls] = /All (\d+) rolls/.exec(verdict) ?? [];
  assert.ok(Number(rolls) > 1, `the set-up rolls for the weather and the initiative: ${verdict}`);
  assert.deepEqual([...maker.faults, ...friend.faults], []);
});

test('a server that rolls again is caught by the other browser', { timeout: 120_000 }, async () => {
  const { maker, link } = await two();
  const friend = await table.person();
  await friend.goto(link);
  await friend.until((v) => v.offers.list.length > 0, 'the table');
  await people(friend);
  await friend.test('dice-stage').getByText('nobody chose them').waitFor();
  await friend.test('resign').click();
  await friend.test('resign-yes').click();
  // The honest server first: what the browser says then is what the cheats below change.
  await friend.test('check-dice').click();
  await friend.test('dice-good').getByText('own part').waitFor();
  for (const [what, cheat, said] of [
    ['one roll is another', rerolled, '1 of 2 rolls are not those of the seed'],
    ['all dice of another part of its own', otherPart, 'The server was bound to another part'],
    ['dice that it made alone', alone, 'had agreed on dice of their own'],
  ]) {
    // The server between: every journal that it gives away is changed.
    await friend.page.route('**/api/seat/journal', async (route) => {
      const honest = await route.fetch();
      await route.fulfill({ response: honest, body: cheat(await honest.text()) });
    });
    await friend.test('check-dice').click();
    await friend.test('dice-bad').getByText(said).waitFor({ timeout: 10_000 });
    assert.equal(await friend.test('dice-good').count(), 0, what);
    await table.shot(friend, `caught-${said.split(' ')[0].toLowerCase()}`);
    await friend.page.unroute('**/api/seat/journal');
  }
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
