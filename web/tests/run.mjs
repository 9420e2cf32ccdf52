// Runs the browser tests, two files side by side: `npm run test:browser [part of a name]`. All files share a server, its database and a browser;
// every person has a context of his own there, every test its own tables, and the long files come first. KESSEL_WORKERS=1 runs one after the
// other; a file that is run by `node --test` has a server and a browser to itself.
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findChromium, shareBrowser } from './lib/browser.mjs';
import { findBinary, startServer } from './lib/server.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv[2] ?? '';
const size = (file) => statSync(here + file).size;
const files = readdirSync(here)
  .filter((f) => f.endsWith('.test.mjs') && f.includes(wanted))
  .sort((a, b) => size(b) - size(a));
if (files.length === 0) {
  // Without a file Node would look for tests of its own.
  console.error(`No browser test is called "${wanted}".`);
  process.exit(1);
}
const workers = Number(process.env.KESSEL_WORKERS) || Math.min(2, availableParallelism());

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

const how = ['--test', `--test-concurrency=${workers}`, '--test-reporter=spec'];
const [server, browser] = await Promise.all([startServer(), shareBrowser()]);
const env = { ...process.env, KESSEL_URL: server.url, KESSEL_BROWSER: browser.wsEndpoint() };
const tests = spawn(process.execPath, [...how, ...files.map((f) => here + f)], { stdio: 'inherit', env });
const status = await new Promise((ended) => tests.once('exit', ended));
await Promise.all([browser.close(), server.stop()]);
process.exit(status ?? 1);
