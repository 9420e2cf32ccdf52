// Journals made with the command line, for positions that play seldom reaches by itself.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinary } from './server.mjs';

const kessel = (...args) => spawnSync(findBinary(), args, { encoding: 'utf8', maxBuffer: 1 << 28 });

/**
 * A journal that ends just before an attack with a retreat: a game of two recruits, cut there (a shorter journal is a journal). The
 * dice are in it, so the same actions lead to the same retreat. `steps` are those actions, the attack first, the retreat last.
 */
export function beforeRetreat() {
  const folder = mkdtempSync(join(tmpdir(), 'kessel-journal-'));
  for (let seed = 1; seed <= 40; seed++) {
    const file = join(folder, `${seed}.kessel`);
    kessel('new', 'battle/campaign', '--seed', String(seed), '-o', file);
    kessel('auto', file, '--axis', 'recruit', '--soviet', 'recruit', '--turns', '5');
    const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const steps = lines.map((l) => JSON.parse(l));
    const to = steps.findIndex((s) => s.action.retreat !== undefined);
    if (to < 0) continue;
    const from = steps.findLastIndex((s, i) => i < to && s.action.attack !== undefined);
    writeFileSync(file, `${[header, ...lines.slice(0, from)].join('\n')}\n`);
    return { file, steps: steps.slice(from, to + 1) };
  }
  throw new Error('no attack led to a retreat');
}
