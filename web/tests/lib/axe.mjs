// What axe finds on the page as it stands.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical violations, in a line each, with the colours that were compared. */
export async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(steadyReport);
  return found
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(told).join(' | ')}`);
}

const told = ({ html, any }) => `${html.slice(0, 120)} ${any[0]?.data?.contrastRatio ? JSON.stringify(any[0].data) : ''}`;

/**
 * In the page: what axe finds on a page that keeps still. It keeps the styles that it has read; of a page that changes under it
 * (a list arrives, the theme turns), it compares old grounds with new inks.
 */
async function steadyReport() {
  for (let tries = 0; tries < 10; tries++) {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    let changes = 0;
    const watch = new MutationObserver((seen) => (changes += seen.length));
    watch.observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['class', 'style', 'data-theme', 'open', 'hidden', 'disabled'],
    });
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    changes += watch.takeRecords().length;
    watch.disconnect();
    if (changes === 0) return violations;
  }
  throw new Error('the page does not keep still');
}
