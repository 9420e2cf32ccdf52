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
  // What was said stands there as text, whatever one is looking at.
  await friend.test('said').getByText('Good luck!').waitFor();
  await friend.test('reply').click();
  await friend.test('chat').getByText('Good luck!').waitFor();
  await friend.test('said').waitFor({ state: 'detached' });
  await table.shot(friend, 'talk');
  await friend.test('resign').click();
  await friend.test('resign-yes').click();
  await friend.test('end').getByText('has given up').waitFor();
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

/** Two people at a table, asked for something, on a screen of this size. */
async function pair(options) {
  const { owner, seats } = await table.create({ seats: { axis: 'friend', soviet: 'me' } });
  const [soviet, axis] = [await table.follow(owner, options), await table.follow(seats.axis, options)];
  await Promise.all([soviet, axis].map((p) => p.until((v) => v.offers.list.length >= 0, 'the table')));
  return { soviet, axis };
}

/** Nothing can be done any more: no button of a phase, no way back. */
async function over(person) {
  await person.test('end-close').click();
  assert.equal(await person.test('main').count(), 0, 'no button is left');
  assert.equal(await person.test('undo').isDisabled(), true, 'nothing can be taken back');
  assert.match(await person.page.getByRole('region', { name: 'What is asked' }).innerText(), /given up|agreed on a draw/);
}

for (const [where, options] of [
  ['at a desk', {}],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
])
  test(`a draw is put before whoever must answer, refused, and agreed on: ${where}`, { timeout: 90_000 }, async () => {
    const { soviet, axis } = await pair(options);
    await people(soviet);
    await soviet.test('offer-draw').click();
    await escape(soviet);
    // He looks at something else, and has it before him all the same.
    await axis.page.keyboard.press('?');
    await axis.page.getByRole('dialog').waitFor();
    await axis.test('no-draw').click();
    await soviet.test('answers').getByText('does not agree').waitFor();
    await table.shot(soviet, `draw-refused-${options.hasTouch ? 'phone' : 'desk'}`);
    await soviet.test('answers').getByRole('button').click();
    await escape(axis);
    await people(soviet);
    await soviet.test('offer-draw').click();
    await axis.test('yes-draw').waitFor();
    await table.shot(axis, `draw-asked-${options.hasTouch ? 'phone' : 'desk'}`);
    await axis.test('yes-draw').click();
    for (const person of [soviet, axis]) {
      await person.test('end').getByText('agreed on a draw').waitFor();
      await over(person);
    }
    assert.deepEqual([...soviet.faults, ...axis.faults], []);
  });

test('a resignation ends the game on both pages, and for whoever was away', { timeout: 90_000 }, async () => {
  const { soviet, axis } = await pair();
  const seat = axis.page.url();
  await axis.page.goto(`${table.server.url}/`);
  await people(soviet);
  await soviet.test('resign').click();
  await soviet.test('resign-yes').click();
  await soviet.page.getByRole('heading', { name: 'You have lost' }).waitFor();
  await over(soviet);
  await axis.page.goto(seat);
  await axis.page.getByRole('heading', { name: 'You have won' }).waitFor();
  await over(axis);
  await axis.page.reload();
  await axis.page.getByRole('region', { name: 'What is asked' }).getByText('given up').waitFor();
  assert.equal(await axis.test('end').count(), 0, 'it is told once');
  assert.deepEqual([...soviet.faults, ...axis.faults], []);
});

test('a take-back that is asked for is a card, and what became of it is told', { timeout: 90_000 }, async () => {
  const { soviet, axis } = await pair();
  const asked = () => [soviet, axis].find((p) => p.offers.some((o) => o.counter !== undefined || o.space !== undefined));
  await soviet.until(() => asked() !== undefined, 'somebody who is asked');
  const [mover, other] = asked() === soviet ? [soviet, axis] : [axis, soviet];
  const { n } = mover.last;
  const first = mover.offers.find((o) => o.kind === 'place' || o.kind === 'other' || o.kind === 'spend') ?? mover.offers[0];
  await mover.page.evaluate((action) => document.querySelector('[data-n]').actAll([action]), first.action);
  await mover.next(n);
  await mover.test('menu').click();
  await mover.page.getByRole('button', { name: 'Ask for a take-back' }).click();
  await other.test('no-takeback').click();
  await mover.test('answers').getByText('does not grant').waitFor();
  assert.deepEqual([...soviet.faults, ...axis.faults], []);
});

test('on a phone the bar has room for the clock of an evening, the name of a guest, date and menu', { timeout: 60_000 }, async () => {
  const made = await table.create({ seats: { axis: 'me', soviet: 'friend' }, clock_minutes: 45, dice: 'server' });
  const owner = await table.person();
  await owner.goto(table.server.link(made.owner));
  const guest = await table.person({ viewport: { width: 390, height: 844 } });
  await guest.goto(table.server.link(made.seats.soviet));
  await guest.test('minutes-left').waitFor();
  await guest.test('say-name').waitFor();
  await table.shot(guest, 'phone-clock');
  for (const id of ['minutes-left', 'say-name', 'undo', 'menu']) {
    const box = await guest.test(id).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, `${id} is in sight: ${JSON.stringify(box)}`);
  }
  assert.ok((await guest.page.locator('.top .date').boundingBox()).width > 40, 'the date can be read');
  assert.deepEqual(guest.faults, []);
});
