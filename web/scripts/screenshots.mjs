// The pictures of docs/img, taken from the real table: node scripts/screenshots.mjs [folder] [sizes]
// With `sizes` every moment is taken at three sizes of the window and on a phone as well, to be looked at one by one.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../tests/lib/browser.mjs';
import { Mouse, shown } from '../tests/lib/hands.mjs';
import { play } from '../tests/lib/play.mjs';
import { startServer } from '../tests/lib/server.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/img/', import.meta.url));
const sizes = process.argv[3] === 'sizes';
mkdirSync(folder, { recursive: true });
const server = await startServer();
const chrome = await startBrowser();
const base = { game: 'battle', scenario: 'campaign', options: {} };
const USUAL = { width: 1440, height: 900 };
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

/** The map is drawn, its words last, when there is time for it: until the page has nothing to do. */
async function settle(person, ms = 500) {
  await person.page.waitForTimeout(ms);
  await person.page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done), { timeout: 5000 })));
}

/** A picture at the usual size, and at the others if they are wanted. */
async function shot(person, name, everywhere = true) {
  await settle(person);
  await person.page.screenshot({ path: join(folder, `${name}.png`) });
  if (!sizes || !everywhere) return;
  for (const size of SIZES) {
    await person.page.setViewportSize(size);
    await settle(person, 700);
    await person.page.screenshot({ path: join(folder, `${name}-${size.width}x${size.height}.png`) });
  }
  await person.page.setViewportSize(USUAL);
  await settle(person, 700);
}

async function open(link, options) {
  const person = await chrome.person({ viewport: USUAL, ...options });
  await person.goto(link);
  return person;
}

// The report of the other side's turn, and the table at three zooms.
const table = await server.create({ ...base, seats: { axis: 'staff', soviet: 'me' }, seed: 5 });
const player = await open(server.link(table.owner));
const mouse = new Mouse(player);
await player.until((v) => v.offers.list.length > 0);
await play(mouse, (v) => v.turn.number >= 2 && v.turn.side === 'soviet' && v.offers.list.length > 0, { few: 0 });
await shown(player);
await player.test('report').waitFor();
await shot(player, 'report');
await play(mouse, (v) => v.turn.phase === 'soviet-movement' && v.offers.list.length > 0, { few: 0 });
await shown(player);
await mouse.putAway();
await player.page.keyboard.press('Home');
await shot(player, 'table-far');
await player.page.mouse.move(460, 420);
const zoom = async (steps) => {
  for (let i = 0; i < steps; i++) {
    await player.page.mouse.wheel(0, -240);
    await settle(player, 60);
  }
};
await zoom(2);
await shot(player, 'table-middle', false);
await zoom(3);
await shot(player, 'table-near', false);
await player.page.keyboard.press('Home');

// Everywhere that a unit can go.
const lift = player.offers.find((o) => o.kind === 'select' && o.counter !== undefined && o.all !== true);
if (lift) {
  await mouse.takeInHand(lift.counter);
  await shot(player, 'reach');
  await player.page.keyboard.press('Escape');
}

// The legend; the lobby with a game to continue.
await player.page.keyboard.press('?');
await player.test('open-legend').click();
await player.test('legend').waitFor();
await shot(player, 'legend');
await player.page.keyboard.press('Escape');
await player.page.goto(`${server.url}/#/`);
await player.test('saved').waitFor();
// The maps are drawn one after the other.
await settle(player, 3000);
await shot(player, 'lobby');

// The phone: the same table.
const phone = await open(server.link(table.owner), {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
});
await phone.until((v) => v.offers.list.length > 0);
await settle(phone, 900);
await shot(phone, 'phone', false);
await phone.page.getByRole('button', { name: 'Details' }).click();
await shot(phone, 'phone-sheet', false);
await phone.context.close();

// The battle window, before and after.
await player.page.goBack();
await player.until((v) => v.offers.list.length > 0);
await shown(player);
await play(mouse, (v) => v.offers.list.some((o) => o.preview), { few: 9, most: 600 });
await shown(player);
const attack = player.offers.find((o) => o.preview);
await mouse.putAway();
await mouse.pick({ space: attack.space }, attack.space);
await player.test('commit').waitFor();
await shot(player, 'battle-before');
await player.test('commit').click();
await player.test('battle-close').waitFor();
await shot(player, 'battle-after');
await player.context.close();

// The end of a game, its replay, and the dark theme.
const watched = await server.create({ ...base, seats: { axis: 'recruit', soviet: 'recruit' }, seed: 31 });
const watcher = await open(server.link(watched.owner), { colorScheme: 'dark' });
await watcher.until((v) => v.turn.number >= 1);
while (!watcher.view.outcome) {
  await watcher
    .test('skip')
    .click({ timeout: 1000 })
    .catch(() => undefined);
  await settle(watcher, 60);
}
await watcher.test('end').waitFor({ timeout: 60_000 });
await shot(watcher, 'end');
await watcher.page.keyboard.press('Escape');
await watcher.test('menu').click();
await watcher.test('open-replay').click();
const slider = watcher.page.getByRole('slider', { name: 'Action' });
await watcher.page.waitForFunction(() => Number(document.querySelector('input[type=range]')?.max) > 0);
await slider.fill(String(Math.round(Number(await slider.getAttribute('max')) * 0.6)));
await settle(watcher, 1200);
await shot(watcher, 'replay');

await chrome.close();
await server.stop();
