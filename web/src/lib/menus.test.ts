import { describe, expect, it } from 'vitest';
import { unpacked } from './menus';

describe('menus', () => {
  it('write runs of targets out and leave everything else alone', () => {
    const line = { verb: 'auto', label: 'move to', case: '14.4', targets: ['009998+3', 'A.6Pz.HQ', '012010'] };
    expect(unpacked(line).targets).toEqual(['009998', '009999', '010000', '010001', 'A.6Pz.HQ', '012010']);
    const plain = { verb: 'hold', label: 'hold', case: '15.51.d' };
    expect(unpacked(plain)).toBe(plain);
  });
});
