// Runs the browser tests one after the other: `npm run test:browser [part of a name]`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBinary } from './lib/server.mjs';
import { findChromium } from './lib/browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv[2] ?? '';
const files = readdirSync(here).filter((f) => f.endsWith('.test.mjs') && f.includes(wanted));

for (const [what, path] of [
  ['kessel', findBinary()],
  ['chromium', findChromium()],
]) {
  if (!path) {
    console.error(
      what === 'kessel'
        ? 'target/debug/kessel is not there: run cargo build first, or set KESSEL_BIN.'
        : 'Chromium is not there: apt-get install chromium, or set CHROMIUM.',
    );
    process.exit(1);
  }
}

const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', '--test-reporter=spec', ...files.map((f) => here + f)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
