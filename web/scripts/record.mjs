// Writes the script of tests/uranus.test.mjs: what the Axis staff officer does in a game against the Soviet one.
// node scripts/record.mjs [seed]    (needs a built kessel; run it again when staff officers or rules have changed)
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBinary } from '../tests/lib/server.mjs';

const seed = Number(process.argv[2] ?? 3);
const file = join(mkdtempSync(join(tmpdir(), 'kessel-record-')), 'game.kessel');
const kessel = (...args) => execFileSync(process.env.KESSEL_BIN ?? findBinary(), args, { encoding: 'utf8' });
kessel('new', 'roads/uranus', '-o', file, '--seed', String(seed));
console.log(kessel('auto', file, '--axis', 'staff', '--soviet', 'staff').trim());
const entries = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const actions = entries.filter((e) => e.side === 'axis' && e.action !== undefined).map((e) => e.action);
const script = `{"seed": ${seed}, "actions": [\n${actions.map((a) => JSON.stringify(a)).join(',\n')}\n]}\n`;
writeFileSync(fileURLToPath(new URL('../tests/scripts/uranus.json', import.meta.url)), script);
console.log(`${actions.length} actions`);
