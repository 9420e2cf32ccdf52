// Figures of drawing, taken from a page: processor time of its main thread a frame, its longest task, the bytes of its canvases.

/** What a page must be told before it loads: count its canvases and its long tasks. */
async function counted(page) {
  await page.addInitScript(() => {
    const made = [];
    const create = Document.prototype.createElement;
    Document.prototype.createElement = function (tag, ...more) {
      const element = create.call(this, tag, ...more);
      if (String(tag).toLowerCase() === 'canvas') made.push(new WeakRef(element));
      return element;
    };
    window.canvasBytes = (side) => {
      window.gc?.();
      const alive = made.flatMap((ref) => ref.deref() ?? []).filter((c) => side === undefined || (c.width === side && c.height === side));
      return alive.reduce((sum, c) => sum + c.width * c.height * 4, 0);
    };
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((e) => e.duration))).observe({
      type: 'longtask',
      buffered: true,
    });
  });
}

/** Reads how much script the page's main thread has run, in milliseconds of processor time. */
async function gauge(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((m) => m.name === 'ScriptDuration').value * 1000;
  };
}

/** From the address to the first picture with counters that can be pointed at, in milliseconds. */
async function firstView(page, url) {
  await counted(page);
  const meter = await gauge(page);
  const before = await meter();
  const begun = Date.now();
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector('main.map [role=listbox]') && document.querySelector('main.map')?.whereIs, null, {
    timeout: 60_000,
    polling: 20,
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const ms = Date.now() - begun;
  await page.waitForTimeout(2500);
  const longest = await page.evaluate(() => Math.max(0, ...window.longTasks));
  return { ms, longest: Math.round(longest), script: Math.round((await meter()) - before) };
}

/** Something to do in each of so many frames; answers with the script of each frame, by the page's own clock. */
const frames = (page, n, kind) =>
  page.evaluate(
    ({ n, kind }) =>
      new Promise((resolve) => {
        const map = document.querySelector('[role=listbox]');
        const box = map.getBoundingClientRect();
        const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        const send = (type, x, y, buttons) =>
          map.dispatchEvent(
            new PointerEvent(type, {
              pointerId: 7,
              pointerType: 'mouse',
              button: buttons ? 1 : 0,
              buttons,
              clientX: x,
              clientY: y,
              bubbles: true,
            }),
          );
        if (kind === 'pan') send('pointerdown', middle.x, middle.y, 4);
        const spent = [];
        let i = 0;
        const step = () => {
          const before = performance.now();
          const [x, y] =
            kind === 'pan'
              ? [middle.x + Math.sin(i / 30) * 320, middle.y + Math.sin(i / 22) * 220]
              : [middle.x + Math.sin(i / 7) * 300, middle.y + Math.sin(i / 5) * 200];
          send('pointermove', x, y, kind === 'pan' ? 4 : 0);
          // The map draws in a frame that it has asked for itself, after this one.
          const asked = performance.now();
          requestAnimationFrame(() => {
            // Called after the map's own callback, in the same frame.
            spent.push({ input: asked - before });
            if (++i <= n) step();
            else {
              if (kind === 'pan') send('pointerup', middle.x, middle.y, 0);
              resolve(spent);
            }
          });
        };
        requestAnimationFrame(step);
      }),
    { n, kind },
  );

async function spent(page, meter, kind) {
  // Once round first: what a player sees again and again is kept.
  await frames(page, 140, kind);
  const parts = [];
  for (let i = 0; i < 10; i++) {
    const before = await meter();
    await frames(page, 30, kind);
    parts.push(((await meter()) - before) / 30);
  }
  parts.sort((a, b) => a - b);
  return `${parts[5].toFixed(2)} ms of script a frame (median of ten times 30 frames), most ${parts[9].toFixed(2)}`;
}

const panned = (page, meter) => spent(page, meter, 'pan');
const hovered = (page, meter) => spent(page, meter, 'hover');

/** Bytes of tiles after five zooms across the whole range, a rest after each. */
async function zoomed(page) {
  const map = page.locator('main.map [role=listbox]');
  const box = await map.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const way of [-1, 1, -1, 1, -1]) {
    for (let i = 0; i < 7; i++) await page.mouse.wheel(0, way * 240);
    await page.waitForTimeout(1800);
  }
  const [tiles, all] = await page.evaluate(() => [window.canvasBytes(512), window.canvasBytes()]);
  return `${Math.round(tiles / 1e6)} MB of tiles, ${Math.round(all / 1e6)} MB of canvases`;
}

export const FIGURES = { counted, gauge, firstView, panned, hovered, zoomed };
