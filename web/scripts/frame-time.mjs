// Measures panning a generated map of 138x98 hexes with 530 counters at 1280x800: node scripts/frame-time.mjs [screenshot.png]
// Two figures for each zoom: the time between frames as a person sees them (the display's clock allows no less than 16.7 ms), and the processor time
// that a frame takes in the page's process, all its threads together, which does not depend on what else the machine is doing.
import { chromium } from 'playwright-core';
import { CHROMIUM, serveMapDemo } from './map-demo-server.mjs';

const FRAMES = 400;
const TARGET = 16;
const picture = process.argv[2];
const demo = await serveMapDemo();
const browser = await chromium.launch(CHROMIUM);
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const faults = [];
  page.on('pageerror', (e) => faults.push(String(e)));
  await page.goto(`${demo.url}?map=big`);
  await page.waitForFunction(() => 'kesselMap' in window && performance.getEntriesByName('first-contentful-paint').length > 0);
  const first = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
  console.log(`first paint after ${Math.round(first)} ms, generating the map included`);
  await page.waitForTimeout(2500);
  let worst = 0;
  for (const hex of [11, 18, 36, 72, 120]) {
    await page.evaluate((h) => window.kesselMap.setCamera({ x: 55000, y: 45000, hex: h }), hex);
    await page.waitForTimeout(1500);
    // Once round first: what a player sees again and again is cached.
    await pan(page, FRAMES / 2);
    const before = await processorTime();
    const intervals = summary(await pan(page, FRAMES));
    const work = ((await processorTime()) - before) / FRAMES;
    worst = Math.max(worst, work);
    console.log(
      `hex ${String(hex).padStart(3)} px: processor ${work.toFixed(1)} ms a frame; between frames ${intervals.median.toFixed(1)} ms median, ${intervals.p95.toFixed(1)} ms p95`,
    );
  }
  if (picture) await page.screenshot({ path: picture });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  console.log(`worst ${worst.toFixed(1)} ms a frame (target ${TARGET})`);
  process.exitCode = worst <= TARGET ? 0 : 1;
} finally {
  await browser.close();
  await demo.close();
}

/** Moves the camera in every frame, a turn in two seconds or so; answers with the times between frames. */
function pan(page, frames) {
  return page.evaluate(
    (n) =>
      new Promise((resolve) => {
        const map = window.kesselMap;
        const start = map.getCamera();
        const reach = 400 / (start.hex / 1000);
        const intervals = [];
        let last = 0;
        let i = 0;
        const step = (now) => {
          if (last > 0) intervals.push(now - last);
          last = now;
          map.setCamera({ ...start, x: start.x + Math.sin(i / 30) * reach, y: start.y + Math.sin(i / 22) * reach * 0.7 });
          if (++i <= n) requestAnimationFrame(step);
          else {
            map.setCamera(start);
            resolve(intervals);
          }
        };
        requestAnimationFrame(step);
      }),
    frames,
  );
}

/** Milliseconds of processor time that the page's process has used. */
async function processorTime() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter((p) => p.type === 'renderer').reduce((sum, p) => sum + p.cpuTime * 1000, 0);
}

function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
  return { median: at(0.5), p95: at(0.95) };
}
