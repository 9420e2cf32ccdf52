// What is true while a unit is on the march, though its view does not say so.
import { describe, expect, it } from 'vitest';
import { atRest, endAtRest, othersAtRest } from './atrest';
import { offer, view } from './samples';
import type { CounterView } from './wire';

const counter = (id: string, at: string): CounterView => ({
  id,
  side: 'soviet',
  at,
  kind: 'unit',
  hidden: false,
  face: { name: id, nation: 'soviet', symbol: 'infantry', size: 'XXXX', factors: [], steps: 1, max_steps: 2, formation: '' },
});

describe('while a unit is on the march', () => {
  const done = offer({ kind: 'done', group: '', label: 'End Soviet movement' });
  const lift = (id: string) => offer({ kind: 'select', group: 'Move', counter: id, label: `Take up ${id}` });
  const stand = (flags: string[]) => ({ ...counter('A', '0101'), flags });
  const still = view([lift('A'), lift('B'), done], [stand([]), counter('B', '0102')]);
  const march = view(
    [offer({ kind: 'move', group: 'March', counter: 'A', space: '0103' }), offer({ kind: 'done', group: 'March', label: 'Halt' })],
    [stand(['on-march']), counter('B', '0102')],
  );

  it('the others can still be taken up, and the phase ended', () => {
    const rest = atRest(atRest(null, still), march);
    expect(othersAtRest(rest, march).map((o) => o.counter)).toEqual(['B']);
    expect(endAtRest(rest)?.label).toBe('End Soviet movement');
  });

  it('nothing is remembered of another phase, or once everybody rests', () => {
    const rest = atRest(atRest(null, still), { ...march, turn: { ...march.turn, phase: 'another' } });
    expect(othersAtRest(rest, march)).toEqual([]);
    expect(endAtRest(atRest(null, still))).toBeUndefined();
    expect(othersAtRest(atRest(null, still), still)).toEqual([]);
  });
});
