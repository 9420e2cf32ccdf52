// Real Chromium, watched: every message of the WebSocket, every fault of the page, every request that leaves the origin.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const findChromium = () => [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((p) => p && existsSync(p));

export async function startBrowser() {
  const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args: FLAGS });
  return {
    browser,
    /** A person with a browser of his own. */
    async person({ viewport = { width: 1280, height: 800 }, speed = 0, ...more } = {}) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...more });
      // Nobody waits for the computer in a test, unless he wants to.
      await context.addInitScript((ms) => {
        if (!localStorage.getItem('kessel.settings')) localStorage.setItem('kessel.settings', JSON.stringify({ speed: ms }));
      }, speed);
      const page = await context.newPage();
      return new Person(context, page);
    },
    close: () => browser.close(),
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
    if (msg.type === 'state') this.last = msg;
  }

  get view() {
    return this.last?.view;
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
  async until(fits, what = 'the state', ms = 15_000) {
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
