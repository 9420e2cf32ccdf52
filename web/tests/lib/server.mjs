// A server of one's own for a test: its own port, its own database, gone afterwards.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export function findBinary() {
  const places = [process.env.KESSEL_BIN, join(root, 'target/debug/kessel'), join(root, 'target/release/kessel')];
  return places.find((p) => p && existsSync(p));
}

/** Starts `kessel serve` (or takes the one at KESSEL_URL) and waits for the address it prints. */
export async function startServer() {
  if (process.env.KESSEL_URL) return at(process.env.KESSEL_URL, undefined, async () => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'kessel-test-'));
  const child = spawn(findBinary(), ['serve', '--listen', '127.0.0.1:0', '--db', join(folder, 'kessel.db')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await new Promise((found, failed) => {
    let said = '';
    const hear = (text) => {
      said += text;
      const match = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (match) found(match[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    setTimeout(() => failed(new Error(`the server says no address: ${said}`)), 20_000).unref();
  });
  return at(url, child.pid, async () => {
    child.removeAllListeners('exit');
    const gone = new Promise((r) => child.once('exit', r));
    child.kill('SIGTERM');
    await Promise.race([gone, new Promise((r) => setTimeout(r, 3000).unref())]);
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
}

function at(url, pid, stop) {
  const post = async (path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`no table: ${await answer.text()}`);
    return answer.json();
  };
  return {
    url,
    pid,
    stop,
    create: (table) => post('/api/tables', table),
    /** A table of a journal, with seats. */
    carryOn: (table) => post('/api/tables/import', table),
    link: (key) => `${url}/#/t/${key}`,
  };
}
