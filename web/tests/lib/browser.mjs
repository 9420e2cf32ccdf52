// Real Chromium, watched: every message of the WebSocket, every fault of the page, every request that leaves the origin.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { apply } from './patch.mjs';

/** How long what must come is waited for, in milliseconds. Long, because two files share the machine; nothing is slower for it that comes. */
export const PATIENCE = 45_000;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const findChromium = () => [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((p) => p && existsSync(p));

const how = () => ({ executablePath: findChromium(), headless: true, args: FLAGS });

/** A browser for several files of tests: its address goes to them as KESSEL_BROWSER. */
export const shareBrowser = () => chromium.launchServer(how());

/** Starts a browser, or takes the one at KESSEL_BROWSER; closed, that one goes on without our persons. */
export async function startBrowser() {
  const shared = process.env.KESSEL_BROWSER;
  const browser = shared ? await chromium.connect(shared) : await chromium.launch(how());
  return {
    browser,
    /** A person with a browser of his own. */
    async person({ viewport = { width: 1280, height: 800 }, speed = 0, briefing = false, forced = false, onward = false, ...more } = {}) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...more });
      // Nobody waits for the computer in a test, reads the briefing, has choices made for him or battles laid out, unless he wants to.
      await context.addInitScript(
        (kept) => {
          if (!localStorage.getItem('kessel.settings')) localStorage.setItem('kessel.settings', JSON.stringify(kept));
        },
        { speed, briefing, forced, onward },
      );
      const page = await context.newPage();
      if (shared) page.on('download', fetched);
      return new Person(context, page);
    },
    close: () => browser.close(),
  };
}

/** A shared browser keeps what it has loaded down to itself: the test has its own copy. */
function fetched(download) {
  download.path = async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'kessel-download-')), download.suggestedFilename());
    await download.saveAs(file);
    return file;
  };
}

export class Person {
  /** Every message from the server, in order. */
  heard = [];
  /** Every message to the server. */
  said = [];
  faults = [];
  last = null;

  constructor(context, page) {
    this.context = context;
    this.page = page;
    page.on('websocket', (ws) => {
      ws.on('framereceived', ({ payload }) => this.#hear(JSON.parse(payload)));
      ws.on('framesent', ({ payload }) => this.said.push(JSON.parse(payload)));
    });
    page.on('pageerror', (e) => this.faults.push(`fault: ${e.message}`));
    page.on('console', (m) => {
      if (m.type() === 'error') this.faults.push(`console: ${m.text()} ${m.location().url}`);
    });
    page.on('request', (r) => {
      const { protocol, hostname } = new URL(r.url());
      if (/^(http|ws)s?:$/.test(protocol) && hostname !== '127.0.0.1') this.faults.push(`request to ${r.url()}`);
    });
  }

  #hear(msg) {
    this.heard.push(msg);
    if (msg.type === 'patch') {
      assert.equal(msg.v, this.#base?.v + 1, 'no view is missed');
      // The message is kept with the view that it leads to.
      msg.view = apply(this.#base.view, msg.patch);
    }
    if (msg.type === 'targets') this.aimed = msg.counter;
    if (msg.view) this.#see(msg);
    let view;
    for (const frame of msg.frames ?? []) view = frame.view ??= frame.patch && apply(view, frame.patch);
  }

  /** The base of the next patch. */
  #base = null;

  /** A view counts when all that may be done is known with its words: a page is told what can be pointed at, a test wants to know it all. */
  #see(msg) {
    this.#base = msg;
    if (!msg.view.offers.sets && msg.view.offers.list.length === 0) {
      this.last = msg;
      return;
    }
    const told = { ...msg, view: { ...msg.view } };
    const ask = async () => {
      for (let i = 0; i < 400 && this.#base === msg; i++) {
        const answer = await this.page.evaluate(() => document.querySelector('[data-n]')?.legal?.() ?? null).catch(() => null);
        if (this.#base !== msg) return;
        if (answer?.n === msg.n) {
          told.view.offers = answer.offers;
          this.last = told;
          return;
        }
        await this.breath();
      }
    };
    void ask();
  }

  get view() {
    return this.last?.view;
  }

  /** What a layer covers now. */
  async layer(id) {
    const [answer] = await this.page.evaluate((what) => document.querySelector('[data-n]').layers({ [what]: null }, {}), id);
    return answer.layer;
  }

  get offers() {
    return this.view?.offers.list ?? [];
  }

  async goto(url) {
    await this.page.goto(url);
  }

  /** Where this person is in the game, for the message of a test that fails. */
  get where() {
    return `phase ${this.view?.turn.phase}, to act ${this.view?.to_act}, as ${this.last?.as}, n ${this.last?.n}; faults: ${this.faults.join(' | ')}`;
  }

  /** Between two looks at a state that is waited for. */
  breath() {
    return new Promise((r) => setTimeout(r, 15));
  }

  /** Waits until the last state fits. */
  async until(fits, what = 'the state', ms = PATIENCE) {
    const end = Date.now() + ms;
    while (!(this.last && fits(this.last.view, this.last))) {
      if (Date.now() > end) throw new Error(`waited in vain for ${what}; ${this.where}`);
      await this.breath();
    }
    return this.last;
  }

  /** Waits for a state with a higher number. */
  next(n = this.last?.n ?? -1) {
    return this.until((_, s) => s.n > n, `an action after ${n}`);
  }

  test(id) {
    return this.page.getByTestId(id);
  }
}
