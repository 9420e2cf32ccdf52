// What drawing costs, in numbers that can be set beside those of another commit: node scripts/figures.mjs [name of the run [tables|arrows]]
// First view, panning, hover and tiles of three real tables (KESSEL_BIN says which program), and 500 arrows on a generated map of 13,524 hexes.
// Script is processor time of the page's main thread (the browser's own clock of the thread), so that it does not depend on what else runs.
import { chromium } from 'playwright-core';
import { FIGURES } from '../tests/lib/figures.mjs';
import { startServer } from '../tests/lib/server.mjs';
import { CHROMIUM, serveMapDemo } from './map-demo-server.mjs';

const { gauge, panned, hovered, zoomed, firstView, counted } = FIGURES;
const tables = [
  ['waw', 'uranus', 'axis'],
  ['drive', 'blue', 'axis'],
  ['wintergewitter', 'winter-storm', 'axis'],
];
const name = process.argv[2] ?? 'now';
/** Only this part: tables or arrows. */
const only = process.argv[3];
const browser = await chromium.launch({ ...CHROMIUM, args: [...CHROMIUM.args, '--js-flags=--expose-gc'] });
const row = (what, figures) => console.log(`${name} | ${what} | ${figures}`);

/** A table in a fresh window, counted from its address to the picture with its counters. */
async function table(server, [game, scenario, side]) {
  const seats = { axis: 'staff', soviet: 'staff', [side]: 'me' };
  const { owner } = await server.create({ game, scenario, options: {}, seats, seed: 5 }).catch((e) => {
    throw new Error(`${game}/${scenario}: ${e.message}`);
  });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.addInitScript(() => localStorage.setItem('kessel.settings', JSON.stringify({ speed: 0, briefing: false })));
  const first = await firstView(page, server.link(owner));
  row(`${game}/${scenario} first view`, `${first.ms} ms, longest task ${first.longest} ms, script ${first.script} ms`);
  const meter = await gauge(page);
  row(`${game}/${scenario} pan`, await panned(page, meter));
  row(`${game}/${scenario} hover`, await hovered(page, meter));
  row(`${game}/${scenario} tiles after five zooms`, await zoomed(page));
  await page.context().close();
}

/** The generated map with as many arrows, panned and pointed at. */
async function arrows(demo, n) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await counted(page);
  await page.goto(`${demo.url}?map=big&arrows=${n}`);
  await page.waitForFunction(() => 'kesselMap' in window);
  await page.waitForTimeout(2500);
  const meter = await gauge(page);
  for (const hex of [14, 40]) {
    await page.evaluate((h) => window.kesselMap.setCamera({ x: 59000, y: 48000, hex: h }), hex);
    await page.waitForTimeout(1500);
    row(`${n} arrows, hex ${hex} px, pan`, await panned(page, meter));
    row(`${n} arrows, hex ${hex} px, hover`, await hovered(page, meter));
  }
  await page.context().close();
}

const server = await startServer();
const demo = only === 'tables' ? undefined : await serveMapDemo();
try {
  for (const one of only === 'arrows' ? [] : tables) await table(server, one);
  for (const n of only === 'tables' ? [] : [0, 500]) await arrows(demo, n);
} finally {
  await browser.close();
  await server.stop();
  await demo?.close();
}
