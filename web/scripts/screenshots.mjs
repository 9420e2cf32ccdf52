// The pictures of docs/img, taken from the real table: node scripts/screenshots.mjs [folder]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../tests/lib/browser.mjs';
import { Mouse, shown } from '../tests/lib/hands.mjs';
import { play } from '../tests/lib/play.mjs';
import { startServer } from '../tests/lib/server.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/img/', import.meta.url));
mkdirSync(folder, { recursive: true });
const server = await startServer();
const chrome = await startBrowser();
const base = { game: 'battle', scenario: 'campaign', options: {} };

const shot = (person, name) => person.page.screenshot({ path: join(folder, `${name}.png`) });
const settle = (person, ms = 500) => person.page.waitForTimeout(ms);

async function open(link, options) {
  const person = await chrome.person(options);
  await person.goto(link);
  return person;
}

/** Plays as the Soviets until a phase of a turn. */
async function until(person, turn, phase) {
  await person.until((v) => v.offers.list.length > 0);
  await play(new Mouse(person), (v) => v.turn.number >= turn && v.turn.phase === phase && v.offers.list.length > 0, { few: 5, most: 600 });
  await shown(person);
}

const table = await server.create({ ...base, seats: { axis: 'recruit', soviet: 'me' }, seed: 5 });
const player = await open(server.link(table.owner));
await until(player, 2, 'soviet-movement');

// The table at three zooms.
await player.page.mouse.move(420, 420);
await settle(player);
await shot(player, 'table-far');
const zoom = async (steps) => {
  for (let i = 0; i < steps; i++) {
    await player.page.mouse.wheel(0, -240);
    await settle(player, 60);
  }
  await settle(player);
};
await player.page.mouse.move(330, 380);
await zoom(2);
await shot(player, 'table-middle');
await zoom(3);
await player.page.mouse.move(440, 400);
await settle(player);
await shot(player, 'table-near');
await player.page.keyboard.press('Home');

// The lobby with a game to continue.
await player.page.goto(`${server.url}/#/`);
await player.test('saved').waitFor();
await settle(player);
await shot(player, 'lobby');
await player.page.goBack();
await player.until((v) => v.offers.list.length > 0);
await settle(player, 800);

// The battle window, before and after.
await play(new Mouse(player), (v) => v.offers.list.some((o) => o.preview), { few: 9, most: 600 });
await shown(player);
const attack = player.offers.find((o) => o.preview);
await new Mouse(player).pick({ space: attack.space }, attack.space);
await player.test('commit').waitFor();
await settle(player);
await shot(player, 'battle-before');
await player.test('commit').click();
await player.test('battle-close').waitFor();
await settle(player);
await shot(player, 'battle-after');
await player.test('battle-close').click();
await settle(player);

// The phone: the same table.
const phone = await open(server.link(table.owner), {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
});
await phone.until((v) => v.offers.list.length > 0);
await settle(phone, 900);
await shot(phone, 'phone');
await phone.page.getByRole('button', { name: 'Details' }).click();
await settle(phone);
await shot(phone, 'phone-sheet');

// The replay of a finished game, and the dark theme.
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
await watcher.test('menu').click();
await watcher.test('open-replay').click();
const slider = watcher.page.getByRole('slider', { name: 'Action' });
await watcher.page.waitForFunction(() => Number(document.querySelector('input[type=range]')?.max) > 0);
await slider.fill(String(Math.round(Number(await slider.getAttribute('max')) * 0.6)));
await settle(watcher, 1200);
await shot(watcher, 'replay');

await chrome.close();
await server.stop();
