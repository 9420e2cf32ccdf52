import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ALL_KINDS, isKind, markOf, sizeMark } from './symbols';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The Rust files of a game that make its view, in one text. */
function viewOf(game: string): string {
  const folder = `crates/games/${game}/src`;
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((f) => /^view(\.rs|\/)/.test(f) && f.endsWith('.rs'))
    .map((f) => read(join(folder, f)))
    .join('\n');
}

const quoted = (text: string): string[] => [...text.matchAll(/"([^"]*)"/g)].flatMap((m) => m[1] ?? []);

/** The words in the bodies of functions whose names end like this, and those put directly. */
function worded(text: string, what: string): string[] {
  const bodies = [...text.matchAll(new RegExp(`fn (?:\\w+_)?${what}\\([^]*?\\n\\}`, 'g'))].map((m) => m[0]);
  const direct = [...text.matchAll(new RegExp(`\\b${what}: "([^"]*)"`, 'g'))].flatMap((m) => m[1] ?? []);
  return [...bodies.flatMap(quoted), ...direct];
}

const valuesOf = (file: string, key: string): string[] =>
  [...read(file).matchAll(new RegExp(`\\b${key}\\s*=\\s*"([^"]*)"`, 'g'))].flatMap((m) => m[1] ?? []);

/** Every word for a kind of unit that a game can send. */
const SENT: Record<string, () => string[]> = {
  battle: () => [
    ...worded(viewOf('battle'), 'symbol'),
    ...quoted(/const BRANCHES[^]*?\];/.exec(viewOf('battle'))?.[0] ?? '').filter((_, i) => i % 2 === 1),
  ],
  drive: () => worded(viewOf('drive'), 'symbol'),
  roads: () => worded(viewOf('roads'), 'symbol'),
  waw: () => valuesOf('data/waw/units.toml', 'symbol'),
  wintergewitter: () => [...worded(viewOf('wintergewitter'), 'symbol'), ...valuesOf('data/wintergewitter/units.toml', 'kind')],
};

const SIZES: Record<string, () => string[]> = {
  battle: () => worded(viewOf('battle'), 'size'),
  drive: () => quoted(/size: if [^\n]*/.exec(viewOf('drive'))?.[0] ?? ''),
  roads: () => worded(viewOf('roads'), 'size'),
  waw: () => quoted(/size: match [^]*?\n {12}\}/.exec(viewOf('waw'))?.[0] ?? ''),
  wintergewitter: () => valuesOf('data/wintergewitter/units.toml', 'size'),
};

describe.each(Object.keys(SENT))('the units of %s', (game) => {
  it('have a symbol each', () => {
    const words = [...new Set(SENT[game]?.())];
    expect(words.length, 'the words are found').toBeGreaterThan(4);
    expect(words.filter((w) => !isKind(w))).toEqual([]);
  });

  it('have a size that is a mark and no word', () => {
    const words = [...new Set(SIZES[game]?.())];
    expect(words.length, 'the words are found').toBeGreaterThan(1);
    expect(words.filter((w) => !w.includes('{') && !/^(\(?[IX]+\)?★?|HQ|)$/.test(sizeMark(w)))).toEqual([]);
  });
});

describe('the table of kinds', () => {
  it('has no word that no game sends', () => {
    const sent = new Set(Object.values(SENT).flatMap((words) => words()));
    // The events of a game without a symbol of their own, and what is not known.
    expect(ALL_KINDS.filter((k) => !sent.has(k))).toEqual([]);
  });

  it.each(ALL_KINDS)('draws %s with strokes, shapes or letters', (kind) => {
    const { lines, solid, letters } = markOf(kind);
    expect(`${lines}${solid}${letters}`).not.toBe('');
    expect(letters.length).toBeLessThan(4);
    for (const n of `${lines} ${solid}`.match(/-?\d*\.?\d+/g) ?? []) expect(Math.abs(Number(n))).toBeLessThanOrEqual(20);
  });

  it('shows what has no word as unknown', () => {
    expect(markOf('')).toBe(markOf('unknown'));
    expect(markOf('toString')).toBe(markOf('unknown'));
  });

  it('draws kinds that fight differently in different ways', () => {
    const alike = [
      ['infantry', 'motorised', 'mechanised', 'mountain', 'motorcycle', 'cyclist', 'cavalry', 'recon', 'mot-cavalry'],
      ['artillery', 'mot-artillery', 'rocket', 'mortar', 'anti-tank', 'sp-anti-tank', 'assault-gun', 'machine-gun'],
      ['anti-air', 'mot-anti-air', 'light-aa', 'heavy-aa', 'engineer', 'mot-engineer', 'construction', 'worker', 'security'],
      ['hq', 'mot-hq', 'army-hq', 'convoy', 'air', 'naval', 'fortress', 'armour', 'heavy-tank', 'unknown'],
    ].flat();
    const drawn = new Set(alike.map((k) => JSON.stringify(markOf(k))));
    expect(drawn.size).toBe(alike.length);
  });
});

it('leaves sizes that are marks as they are printed', () => {
  for (const mark of ['XX', '(XXXX)', 'III', 'XXX★', 'HQ', '○']) expect(sizeMark(mark)).toBe(mark);
  expect(sizeMark('battalion')).toBe('II');
  expect(sizeMark('headquarters')).toBe('');
});
