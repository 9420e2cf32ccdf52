import { describe, expect, it } from 'vitest';
import { chartsOf, litPart } from './charts';
import type { Chart } from './wire';

const chart = (more: Partial<Chart>): Chart => ({ id: 'x', title: 'X', cases: ['8.0'], heads: ['', 'a'], rows: [], ...more });

describe('charts', () => {
  it('belong to a rule by its number or its section', () => {
    const list = [chart({ id: 'crt', cases: ['8.0.3', '11'] })];
    expect(chartsOf(list, '8.0.3').length).toBe(1);
    expect(chartsOf(list, '11.4.a').length).toBe(1);
    expect(chartsOf(list, '8.0.30').length + chartsOf(list, '8.0').length).toBe(0);
  });

  it('light the row of the turn, by number or by label, as a row that holds from there on', () => {
    const numbers = chart({
      lit: 'turn',
      rows: [
        ['9', '1'],
        ['10', '2'],
        ['11', '3'],
      ],
    });
    expect(litPart(numbers, { turn: { number: 8, label: 'October II' } }).row).toBe(-1);
    expect(litPart(numbers, { turn: { number: 14, label: 'January' } }).row).toBe(2);
    const names = chart({ lit: 'turn', heads: ['2d6', 'NOV IV', 'DEC I, DEC II'], rows: [['2', 'S', 'M']] });
    expect(litPart(names, { turn: { number: 4, label: 'DEC II, snow, overcast' } }).column).toBe(2);
  });

  it('light the column of the battle, after its shifts, and the one of several tables', () => {
    const crt = chart({ lit: 'battle', heads: ['Die', '1:1', '2:1'], rows: [['1', 'a', 'b']] });
    expect(litPart(crt, { battle: '1:1, one column to the right in all: 2:1' }).column).toBe(2);
    expect(litPart(crt, {}).column).toBe(-1);
    expect(litPart(chart({ lit: 'battle', key: '3' }), { battle: '3' }).whole).toBe(true);
  });

  it('light the ground of the hex: its town before its terrain', () => {
    const ground = chart({ lit: 'terrain', rows: [['Clear'], ['Minor city'], ['Forest']] });
    const hex = { id: '0101', x: 0, y: 0, rank: 0, terrain: 'clear' };
    expect(litPart(ground, { hex }).row).toBe(0);
    expect(litPart(ground, { hex: { ...hex, terrain: 'urban', marks: ['minor-city'] } }).row).toBe(1);
  });
});
