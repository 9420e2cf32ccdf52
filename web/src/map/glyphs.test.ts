import { describe, expect, it } from 'vitest';
import type { CounterView } from '../lib/wire';
import { glyphsOf, graveOf } from './glyphs';

const with_ = (...flags: string[]): CounterView => ({
  id: 'a',
  side: 'axis',
  at: '0101',
  kind: 'unit',
  face: { name: 'a', nation: 'german', symbol: 'infantry', size: 'XX', factors: [], steps: null, max_steps: null, formation: '' },
  hidden: false,
  flags,
});

describe('the signs on a counter', () => {
  it('stand in the order of what matters', () => {
    expect(glyphsOf(with_('moved', 'dug-in', 'unsupplied')).map((g) => g.letter)).toEqual(['U', '⌂', 'M']);
  });

  it('say nothing of states that the map shows otherwise', () => {
    expect(glyphsOf(with_('top', 'battle'))).toEqual([]);
  });

  it('show a state that nobody has thought of by its first letter', () => {
    expect(glyphsOf(with_('wet')).map((g) => g.letter)).toEqual(['W']);
  });

  it('put the usual level of supply behind everything else', () => {
    const [first, second] = glyphsOf(with_('defensive-supply', 'tired'));
    expect([first?.letter, second?.letter]).toEqual(['T', 'd']);
  });

  it('differ from each other by letter or by shape, never by colour alone', () => {
    const flags = [
      'attack-supply',
      'defensive-supply',
      'minimal-supply',
      'no-supply',
      'tired',
      'disorganized',
      'fortified',
      'moving',
      'riding',
      'leader',
    ];
    const looks = flags.flatMap((f) => glyphsOf(with_(f))).map((g) => `${g.letter}${g.shape}`);
    expect(new Set(looks).size).toBe(flags.length);
  });

  it.each(['unsupplied', 'no-supply', 'out-of-supply', 'isolated', 'frozen'])('show %s from afar too', (flag) => {
    expect(graveOf(with_(flag))).toBeDefined();
    expect(graveOf(with_('moved'))).toBeUndefined();
  });
});
