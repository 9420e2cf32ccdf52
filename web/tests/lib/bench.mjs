// What every browser test stands on: a server and a browser of its own, persons who leave when the test is over, screenshots on demand.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { PATIENCE, startBrowser } from './browser.mjs';
import { shown } from './hands.mjs';
import { startServer } from './server.mjs';

const shots = process.env.KESSEL_SHOTS;
const games = process.env.KESSEL_GAMES;

/** Call it once at the top of a test file; `name` is how its screenshots begin. */
export function bench(name) {
  const it = new Bench(name);
  before(() => it.start());
  afterEach(() => it.clear());
  after(() => it.stop());
  return it;
}

class Bench {
  #people = [];

  constructor(name) {
    this.name = name;
  }

  async start() {
    if (shots) mkdirSync(shots, { recursive: true });
    [this.server, this.chrome] = await Promise.all([startServer(), startBrowser()]);
  }

  async clear() {
    await Promise.all(this.#people.splice(0).map((p) => p.context.close()));
  }

  async stop() {
    await this.chrome?.close();
    await this.server?.stop();
  }

  /** Somebody with a browser of his own. */
  async person(options) {
    const person = await this.chrome.person(options);
    this.#people.push(person);
    return person;
  }

  /** Somebody in the lobby. */
  async visitor(options) {
    const person = await this.person(options);
    await person.goto(`${this.server.url}/`);
    return person;
  }

  /** A table as the server makes it; of the campaign of `battle`, unless told otherwise. */
  create(table = {}) {
    return this.server.create({ game: 'battle', scenario: 'campaign', options: {}, seats: { axis: 'recruit', soviet: 'me' }, ...table });
  }

  /** Somebody follows a link to a table. */
  async follow(key, options) {
    const person = await this.person(options);
    await person.goto(this.server.link(key));
    return person;
  }

  /** A new table, and its owner before it, asked for the first time (at a hot seat: before the curtain). */
  async sit(table = {}, options) {
    const made = await this.create(table);
    const person = await this.follow(made.owner, options);
    await person.until((v) => v.offers.list.length > 0, 'the first question', 60_000);
    if (table.seats?.axis === 'me' && table.seats.soviet === 'me') await person.test('curtain').waitFor();
    else await shown(person);
    return person;
  }

  /** Writes the journal of a finished game to the folder KESSEL_GAMES, if there is one: scripts/games.py keeps it as games/NAME. */
  async keep(owner, name) {
    if (!games) return;
    const answer = await fetch(`${this.server.url}/api/seat/journal`, { headers: { authorization: `Bearer ${owner}` } });
    if (!answer.ok) throw new Error(`no journal: ${await answer.text()}`);
    mkdirSync(games, { recursive: true });
    writeFileSync(join(games, `${name.replace('/', '.')}.kessel`), await answer.text());
  }

  /** Opens a journal in the lobby: both sides sit at this table. */
  async openJournal(file, options) {
    const person = await this.visitor(options);
    await person.page.locator('input[type=file]').setInputFiles(file);
    await person.test('curtain').waitFor({ timeout: 20_000 });
    return person;
  }

  /** A journal goes on with these seats, and its owner sits down, asked for something. */
  async goOn(file, seats, options) {
    const person = await this.follow((await this.server.carryOn({ journal: readFileSync(file, 'utf8'), seats })).owner, options);
    await person.until((v) => v.offers.list.length > 0, 'a question');
    await shown(person);
    return person;
  }

  /** A picture, if pictures are wanted. */
  async shot(person, what) {
    if (!shots) return;
    await person.page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done), { timeout: 2000 })));
    await person.page.screenshot({ path: join(shots, `${this.name}-${what}.png`) });
  }
}

/**
 * At a hot seat: waits until this side sits at the table and the position fits, lifting the curtain whenever it falls. The map is shown
 * then, with the last position on it.
 */
export async function seated(person, side, fits = () => true, what = `the seat of ${side}`) {
  const curtain = person.page.getByTestId('curtain').getByRole('button');
  const map = person.page.locator('main.map');
  const end = Date.now() + PATIENCE;
  const there = () => person.last?.as === side && fits(person.view);
  while (!there() || !(await map.isVisible())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}; ${person.where}`);
    if (await curtain.isVisible()) await curtain.click({ timeout: 1000 }).catch(() => undefined);
    else await person.breath();
  }
  await shown(person);
}

/** Closes the window that is open, and waits until it is gone. */
export async function escape(person) {
  await person.page.keyboard.press('Escape');
  await person.page.getByRole('dialog').waitFor({ state: 'detached' });
}

export const same = (offer, action) => JSON.stringify(offer.action) === JSON.stringify(action);
