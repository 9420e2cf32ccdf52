// The pictures of docs/img, taken from the real table: npm run screenshots [folder] [sizes] [part of a name]
// With `sizes` every moment is taken at three sizes of the window and on a phone as well, to be looked at one by one. Positions are played to by the
// engine, so a run takes a few minutes at most.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../tests/lib/browser.mjs';
import { Mouse, shown } from '../tests/lib/hands.mjs';
import { attacks, played, untouched } from '../tests/lib/positions.mjs';
import { startServer } from '../tests/lib/server.mjs';

const [given, ...more] = process.argv.slice(2);
const folder = given && given !== 'sizes' ? given : fileURLToPath(new URL('../../docs/img/', import.meta.url));
const sizes = process.argv.includes('sizes');
const wanted = more.find((word) => word !== 'sizes') ?? '';
mkdirSync(folder, { recursive: true });
const [server, chrome] = await Promise.all([startServer(), startBrowser()]);
const USUAL = { width: 1440, height: 900 };
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const PHONES = [
  { width: 360, height: 640 },
  { width: 430, height: 932 },
];

/** The map is drawn, its words last, when there is time for it: until the page has nothing to do. */
async function settle(person, ms = 500) {
  await person.page.waitForTimeout(ms);
  await person.page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done), { timeout: 5000 })));
}

/** A picture at the size of the window, and at the others if they are wanted. */
async function shot(person, name, others = SIZES) {
  await settle(person);
  await person.page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(name);
  const usual = person.page.viewportSize();
  for (const size of sizes ? others : []) {
    await person.page.setViewportSize(size);
    await settle(person, 700);
    await person.page.screenshot({ path: join(folder, `${name}-${size.width}x${size.height}.png`) });
  }
  if (!sizes || others.length === 0) return;
  await person.page.setViewportSize(usual);
  await settle(person, 700);
}

/** Somebody at a table that goes on with a journal. */
async function at(file, seats, options) {
  const { owner } = await server.carryOn({ journal: readFileSync(file, 'utf8'), seats });
  const person = await chrome.person({ viewport: USUAL, ...options });
  await person.goto(server.link(owner));
  await person.until((v) => v.offers.list.length > 0, 'a question', 60_000);
  await shown(person);
  return person;
}

const soviet = { axis: 'staff', soviet: 'me' };
const axis = { axis: 'me', soviet: 'staff' };

/** July: the Germans have moved and fought once. */
const afterJuly = () =>
  played('battle/campaign', { axis: 'staff', soviet: 'recruit' }, (v, side) => v.turn.number >= 2 && side === 'soviet');
const marches = () =>
  played(
    'battle/campaign',
    { axis: 'staff', soviet: 'staff' },
    (v, side) => v.turn.number >= 2 && v.turn.phase === 'soviet-movement' && side === 'soviet',
  );

const MOMENTS = {
  /** What the other side did. */
  async report() {
    const person = await at(await afterJuly(), soviet);
    await person.test('report').waitFor();
    await shot(person, 'report');
  },
  /** The table at three zooms, with everywhere that a unit can go; the legend; the lobby. */
  async table() {
    const person = await at(await marches(), soviet);
    const mouse = new Mouse(person);
    await mouse.putAway();
    await person.page.mouse.move(5, 5);
    await person.page.keyboard.press('Home');
    await shot(person, 'table-far');
    const zoom = async (steps) => {
      await person.page.mouse.move(430, 430);
      for (let i = 0; i < steps; i++) {
        await person.page.mouse.wheel(0, -240);
        await settle(person, 60);
      }
      await person.page.mouse.move(5, 5);
    };
    await zoom(2);
    await shot(person, 'table-middle', []);
    await zoom(3);
    await shot(person, 'table-near', []);
    await person.page.keyboard.press('Home');
    await zoom(1);
    // Who can go farthest is shown.
    let best = { goals: 0 };
    for (const counter of [...new Set(person.offers.filter((o) => o.kind === 'select').map((o) => o.counter))].slice(0, 12)) {
      if (
        !(await mouse.takeInHand(counter).then(
          () => true,
          () => false,
        ))
      )
        continue;
      const goals = person.heard.findLast((m) => m.type === 'reach').reach.flatMap((r) => r.goals);
      if (goals.length > best.goals) best = { goals: goals.length, counter, far: goals.filter((g) => !g.fight).at(-1).space };
      await person.page.keyboard.press('Escape');
    }
    await mouse.takeInHand(best.counter);
    const goal = await mouse.whereIs(best.far);
    await person.page.mouse.move(goal.x, goal.y);
    await shot(person, 'reach');
    await person.page.keyboard.press('Escape');
    await person.page.keyboard.press('?');
    await person.test('open-legend').click();
    await person.test('legend').waitFor();
    await shot(person, 'legend');
    await person.page.keyboard.press('Escape');
    await person.page.goto(`${server.url}/#/`);
    await person.test('saved').waitFor();
    // The maps are drawn one after the other.
    await settle(person, 4000);
    await shot(person, 'lobby');
  },
  /** The same table on phones. */
  async phone() {
    const person = await at(await marches(), soviet, PHONE);
    await person.page.keyboard.press('Escape');
    await settle(person, 900);
    await shot(person, 'phone', PHONES);
    await person.page.getByRole('button', { name: 'Details' }).click();
    await shot(person, 'phone-sheet', PHONES);
  },
  /** A battle before and after; what it asks for. */
  async battle() {
    const { file, hard } = await attacks(5);
    const person = await at(file, axis);
    const mouse = new Mouse(person);
    await mouse.pick({ space: hard }, hard);
    await person.test('commit').waitFor();
    await shot(person, 'battle-before');
    await person.test('commit').click();
    await person.test('battle-close').or(person.test('result-card')).first().waitFor();
    await shot(person, 'battle-after');
  },
  /** An attack planned on the map of Blue. */
  async plan() {
    const person = await at(await untouched('drive/blue', 'axis-assault'), { axis: 'me', soviet: 'recruit' });
    const mouse = new Mouse(person);
    const { space } = person.offers.find((o) => o.action.attack !== undefined);
    await person.page.keyboard.press('n');
    const spot = await mouse.sight(space);
    await person.page.mouse.move(spot.x, spot.y);
    await person.test('foreseen').waitFor();
    await shot(person, 'foreseen', []);
    await person.page.mouse.click(spot.x, spot.y);
    await person.test('plan').waitFor();
    await shot(person, 'plan');
  },
  /** Operation Uranus on the roads, a tank corps in hand. */
  async roads() {
    const person = await at(await untouched('roads/uranus', 'soviet-movement', 7), soviet);
    const mouse = new Mouse(person);
    await mouse.putAway();
    await mouse.takeInHand('4TK');
    await shot(person, 'roads');
  },
  /** Relief from the south, in another game: two staffs play, and somebody looks on. */
  async winter() {
    const seats = { axis: 'staff', soviet: 'staff' };
    const { owner } = await server.create({ game: 'wintergewitter', scenario: 'we-are-coming', options: {}, seats, seed: 5 });
    const person = await chrome.person({ viewport: USUAL });
    await person.goto(server.link(owner));
    await person.until((v) => v.turn.number >= 2 || v.outcome, 'the second turn', 120_000);
    await shot(person, 'winter');
  },
  /** The end of a game, its replay, the dark theme. */
  async end() {
    const { owner } = await server.create({
      game: 'battle',
      scenario: 'campaign',
      options: {},
      seats: { axis: 'recruit', soviet: 'recruit' },
      seed: 31,
    });
    const person = await chrome.person({ viewport: USUAL, colorScheme: 'dark' });
    await person.goto(server.link(owner));
    await person.until((v) => v.turn.number >= 1);
    while (!person.view.outcome) {
      await person
        .test('skip')
        .click({ timeout: 1000 })
        .catch(() => undefined);
      await settle(person, 60);
    }
    await person.test('end').waitFor({ timeout: 60_000 });
    await shot(person, 'end');
    await person.page.keyboard.press('Escape');
    await person.test('menu').click();
    await person.test('open-replay').click();
    const slider = person.page.getByRole('slider', { name: 'Action' });
    await person.page.waitForFunction(() => Number(document.querySelector('input[type=range]')?.max) > 0);
    await slider.fill(String(Math.round(Number(await slider.getAttribute('max')) * 0.6)));
    await settle(person, 1200);
    await shot(person, 'replay', []);
  },
};

let failed = 0;
for (const [name, take] of Object.entries(MOMENTS)) {
  if (!name.includes(wanted)) continue;
  try {
    await take();
  } catch (e) {
    failed += 1;
    console.error(`${name}: ${e.message}`);
  }
  await Promise.all(chrome.browser.contexts().map((c) => c.close()));
}
await chrome.close();
await server.stop();
process.exitCode = failed;
