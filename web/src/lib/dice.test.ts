import { describe, expect, it } from 'vitest';
import { answer, audit, bindingOf, commitmentOf, note, noted, rollOf, seedOf } from './dice';

const [root, axis, soviet] = ['11', '22', '33'].map((b) => b.repeat(32)) as [string, string, string];
const seed = seedOf(root, axis, soviet);
const share = (value: string) => ({ commitment: bindingOf(value), value });

function store(): Storage {
  const kept = new Map<string, string>();
  return { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) } as unknown as Storage;
}

/** A journal as a server gives it after the end. */
function journal(change: (rolls: number[]) => void = () => undefined, mine = root): string {
  const rolls = Array.from({ length: 40 }, (_, nth) => rollOf(seed, nth, 6));
  change(rolls);
  const roll = (value: number) => ({ case: '8.0.5', die: 6, value });
  const shared = { server: commitmentOf(root), axis: share(axis), soviet: share(soviet) };
  const header = { seed, root: mine, commitment: commitmentOf(seed), shared, rolls: rolls.slice(0, 2).map(roll) };
  const entries = rolls.slice(2).map((value, i) => ({ n: i + 1, rolls: [roll(value)] }));
  return [header, ...entries].map((l) => JSON.stringify(l)).join('\n') + '\n';
}

const known = { value: axis, side: 'axis' as const, server: commitmentOf(root), axis: bindingOf(axis), soviet: bindingOf(soviet) };

describe('dice of two people and a server', () => {
  it('gives the numbers that the rules in Rust give', () => {
    // Printed by crates/kernel/tests/shared.rs, which holds the same list.
    expect(seed).toBe('d59a164b6867c8181af608c7177971969a999523b3d3b0b5e193cae3c9b3df91');
    expect(commitmentOf(root)).toBe('a87e5aac96ff527bad85189c9b1115129965600b4fe11bb9f16f02c1af2be95e');
    expect(bindingOf(axis)).toBe('f13511405364ebb86a67a108b258776a9240b994329fd0ef064516adc120b1b3');
    expect(Array.from({ length: 12 }, (_, nth) => rollOf(seed, nth, 6))).toEqual([6, 6, 6, 6, 6, 2, 4, 5, 4, 4, 1, 5]);
    expect(Array.from({ length: 12 }, (_, nth) => rollOf(seed, nth, 10))).toEqual([8, 4, 10, 8, 10, 10, 10, 3, 2, 2, 5, 7]);
  });

  it('finds an honest game honest', () => {
    const report = audit(journal(), known);
    expect(report.faults).toEqual([]);
    expect([report.own, report.rolls.length]).toEqual([true, 40]);
  });

  it('catches a server that rolls again', () => {
    const rerolled = journal((rolls) => (rolls[7] = ((rolls[7] ?? 1) % 6) + 1));
    expect(audit(rerolled, known).faults.join()).toContain('1 of 40 rolls');
    // Leaving a roll out shifts all that follow.
    expect(
      audit(
        journal((rolls) => rolls.splice(5, 1)),
        known,
      ).faults.join(),
    ).toContain('rolls are not those of the seed');
  });

  it('catches a server that comes with another part of its own, and a player who does', () => {
    expect(audit(journal(undefined, '44'.repeat(32)), known).faults.length).toBeGreaterThan(0);
    expect(audit(journal(), { ...known, server: commitmentOf('44'.repeat(32)) }).faults.join()).toContain('server');
    expect(audit(journal(), { ...known, soviet: bindingOf('55'.repeat(32)) }).faults.join()).toContain('soviet');
    expect(audit(journal(), { ...known, value: '66'.repeat(32) }).faults.join()).toContain('This browser');
  });

  it('tells its part only when everybody is bound, and only to the server that it has seen bound', () => {
    const kept = store();
    const server = commitmentOf(root);
    const first = answer('t', 'axis', { stage: 'commit', server, axis: null, soviet: null }, kept);
    const mine = noted('t', kept).value ?? '';
    expect(first).toEqual({ commitment: bindingOf(mine) });
    // Asked again, after the page was loaded anew: the same part.
    expect(answer('t', 'axis', { stage: 'commit', server, axis: null, soviet: null }, kept)).toEqual(first);
    const bound = { stage: 'reveal' as const, server, axis: bindingOf(mine), soviet: bindingOf(soviet) };
    expect(answer('t', 'axis', { ...bound, server: commitmentOf(axis) }, kept)).toBeNull();
    expect(answer('t', 'axis', bound, kept)).toEqual({ value: mine });
    expect(noted('t', kept).soviet).toBe(bindingOf(soviet));
  });

  it('keeps what it has noted', () => {
    const kept = store();
    note('t', { value: 'a' }, kept);
    note('t', { server: 'b' }, kept);
    expect(noted('t', kept)).toEqual({ value: 'a', server: 'b' });
  });
});
