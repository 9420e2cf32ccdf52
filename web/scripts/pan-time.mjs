// Measures panning of real tables with everything lit: node scripts/pan-time.mjs [picture folder]
// Blue and Uranus on the roads, a unit in hand with all its goals, every layer on. The map is dragged as by a hand, a step in every frame. Two figures:
// the time between frames (the display's clock allows no less than 16.7 ms), and the processor time of the page's process for a frame, all threads
// together, which does not depend on what else the machine is doing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from '../tests/lib/browser.mjs';
import { Mouse, shown } from '../tests/lib/hands.mjs';
import { untouched } from '../tests/lib/positions.mjs';
import { startServer } from '../tests/lib/server.mjs';

const FRAMES = 300;
const folder = process.argv[2];

/** Drags the map, a step in every frame; answers with the times between frames. */
const drag = (page, frames, hex) =>
  page.evaluate(
    ({ n, hex }) =>
      new Promise((resolve) => {
        const map = document.querySelector('main.map [role=listbox]');
        const box = map.getBoundingClientRect();
        const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        const send = (type, x, y) =>
          map.dispatchEvent(
            new PointerEvent(type, { pointerId: 7, pointerType: 'mouse', button: 1, clientX: x, clientY: y, bubbles: true }),
          );
        send('pointerdown', middle.x, middle.y);
        const intervals = [];
        const { whereIs } = document.querySelector('main.map');
        const [from, seen] = [whereIs(hex), []];
        let [last, i] = [0, 0];
        const step = (now) => {
          if (last > 0) intervals.push(now - last);
          last = now;
          seen.push(Math.abs(whereIs(hex).x - from.x));
          send('pointermove', middle.x + Math.sin(i / 30) * 320, middle.y + Math.sin(i / 22) * 220);
          if (++i <= n) requestAnimationFrame(step);
          else {
            send('pointerup', middle.x, middle.y);
            resolve({ intervals, moved: Math.max(...seen) });
          }
        };
        requestAnimationFrame(step);
      }),
    { n: frames, hex },
  );

const [server, chrome] = await Promise.all([startServer(), startBrowser()]);

/** Milliseconds of processor time that the pages' processes have used. */
async function processorTime() {
  const session = await chrome.browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter((p) => p.type === 'renderer').reduce((sum, p) => sum + p.cpuTime * 1000, 0);
}

function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))].toFixed(1);
  return `${at(0.5)} ms median, ${at(0.95)} ms p95`;
}

async function measure(game, phase, side) {
  const seats = { axis: 'recruit', soviet: 'recruit', [side]: 'me' };
  const { owner } = await server.carryOn({ journal: readFileSync(await untouched(game, phase), 'utf8'), seats });
  const person = await chrome.person({ viewport: { width: 1440, height: 900 } });
  await person.goto(server.link(owner));
  await person.until((v) => v.turn.phase === phase && v.offers.list.length > 0, 'the movement', 60_000);
  await shown(person);
  const { page } = person;
  const mouse = new Mouse(person);
  // The farthest reach lights most.
  const lifts = [...new Set(person.offers.filter((o) => o.kind === 'select').map((o) => o.counter))].slice(0, 30);
  let best = { goals: -1 };
  for (const counter of lifts) {
    await mouse.takeInHand(counter).catch(() => undefined);
    const goals = person.heard.findLast((m) => m.type === 'reach')?.reach.flatMap((r) => r.goals).length ?? 0;
    if (goals > best.goals) best = { goals, counter };
    await page.keyboard.press('Escape');
  }
  await mouse.takeInHand(best.counter);
  const { layers } = person.view;
  const hex = person.view.counters.find((c) => c.id === best.counter).at;
  for (let i = 1; i <= Math.min(9, layers.length); i++) await page.keyboard.press(String(i));
  await page.waitForTimeout(2000);
  console.log(`${game}: ${best.goals} goals lit, ${layers.length} layers, ${person.view.counters.length} counters`);
  for (const [zoom, wheel] of [
    ['as it opens', 0],
    ['nearer', -480],
    ['the whole map', 1600],
  ]) {
    if (wheel !== 0) {
      await page.mouse.move(500, 450);
      for (let left = wheel; left !== 0; left -= Math.sign(wheel) * Math.min(240, Math.abs(left)))
        await page.mouse.wheel(0, Math.sign(wheel) * Math.min(240, Math.abs(left)));
      await page.waitForTimeout(1500);
    }
    if (folder) await page.screenshot({ path: join(folder, `${game.replace('/', '-')}-${zoom.replaceAll(' ', '-')}.png`) });
    await drag(page, FRAMES / 3, hex);
    const before = await processorTime();
    const { intervals, moved } = await drag(page, FRAMES, hex);
    const work = ((await processorTime()) - before) / FRAMES;
    console.log(
      `  ${zoom}: processor ${work.toFixed(1)} ms a frame; between frames ${summary(intervals)}; moved up to ${Math.round(moved)} px`,
    );
  }
  await person.context.close();
}

try {
  await measure('drive/blue', 'axis-movement', 'axis');
  await measure('roads/uranus', 'soviet-movement', 'soviet');
} finally {
  await chrome.close();
  await server.stop();
}
