import { describe, expect, it } from 'vitest';
import { gathered, haltOf, liftOf, stepTo, together, watched } from './company';
import { inBoxes, onTheMap } from './offers';
import { offer, view } from './samples';
import type { BattleReport, CounterView } from './wire';

const counter = (id: string, at: string, movement = 2, flags: string[] = []): CounterView => ({
  id,
  side: 'soviet',
  at,
  kind: 'unit',
  hidden: false,
  flags,
  face: { name: id, nation: 'soviet', symbol: 'infantry', size: 'XX', factors: [{ name: 'movement', value: String(movement) }], steps: 2, max_steps: 2, formation: '' },
});
const lift = (id: string, space: string, by = 'normal') => offer({ kind: 'select', counter: id, space, action: { move: id, by } });

describe('a company', () => {
  const stack = [counter('A', '0101', 3), counter('B', '0101', 2), counter('C', '0101', 3), counter('D', '0202')];
  const before = view([lift('A', '0101'), lift('B', '0101'), lift('C', '0101', 'strategic'), lift('D', '0202')], stack);

  it('is made of those of one place who can be taken up in one way, the slowest first', () => {
    expect(together(before, '0101').map((way) => way.map((o) => o.counter))).toEqual([['B', 'A']]);
    expect(together(before, '0202')).toEqual([]);
    expect(together(before, '0101', ['A', 'C'])).toEqual([]);
  });

  it('knows who could follow', () => {
    expect(gathered(before, lift('A', '0101'), ['B', 'D'])).toMatchObject({ leader: 'A', from: '0101', mates: ['B'], followers: ['B'], path: [] });
    expect(gathered(before, lift('D', '0202'), [])).toBeNull();
  });

  const company = { leader: 'A', from: '0101', shape: '', mates: ['B'], followers: ['B'], path: [] as string[] };
  const led = (at: string, marches: boolean, path: string[]) => watched({ ...company, path }, view([], [counter('A', at, 3, marches ? ['on-march'] : []), counter('B', '0101')]));

  it('remembers the way of its leader, and forgets steps that are taken back', () => {
    expect(led('0102', true, [])).toMatchObject({ company: { path: ['0102'] }, ends: false });
    expect(led('0103', true, ['0102'])).toMatchObject({ company: { path: ['0102', '0103'] }, ends: false });
    expect(led('0102', true, ['0102', '0103'])).toMatchObject({ company: { path: ['0102'] } });
    expect(led('0101', true, ['0102'])).toMatchObject({ company: { path: [] } });
  });

  it('follows when the leader rests, and is no more when he was put back', () => {
    expect(led('0102', false, ['0102'])).toMatchObject({ ends: true });
    expect(led('0101', false, [])).toBeNull();
  });

  it('leaves to the game whom the game lets go along', () => {
    const along = view([], [counter('A', '0101', 3, ['on-march']), counter('B', '0101', 2, ['on-march'])]);
    expect(watched(company, along)?.company.followers).toEqual([]);
  });

  it('finds the ordinary offers of a follower', () => {
    const made = gathered(before, lift('A', '0101'), []);
    const [step, halt, end] = [offer({ kind: 'move', counter: 'B', space: '0102' }), offer({ kind: 'done', group: 'March' }), offer({ kind: 'done', group: '' })];
    expect(made && liftOf(made, before, 'B')?.action).toEqual({ move: 'B', by: 'normal' });
    expect(made && liftOf(made, before, 'C')).toBeUndefined();
    expect(stepTo(view([step], stack), 'B', '0102')).toBe(step);
    expect(stepTo(view([step], stack), 'B', '0103')).toBeUndefined();
    // Into the enemy's hex too, where a step is shown as an attack; a battle that has to be declared is no step.
    const into = offer({ kind: 'attack', counter: 'B', space: '0102' });
    const fight = offer({ kind: 'attack', space: '0102', preview: { column: '1:1' } as BattleReport });
    expect(stepTo(view([fight, into], stack), 'B', '0102')).toBe(into);
    expect(stepTo(view([into, step], stack), 'B', '0102')).toBe(step);
    expect(stepTo(view([fight], stack), 'B', '0102')).toBeUndefined();
    expect(haltOf(view([end, halt], stack))).toBe(halt);
    expect(haltOf(view([end], stack))).toBeUndefined();
  });
});

describe('what is not on the map', () => {
  const places = new Set(['0101', 'box']);
  it('is found, so that the list opens', () => {
    expect(onTheMap(view([offer({ counter: 'pool' }), offer({})], []), places)).toBe(false);
    expect(onTheMap(view([offer({ counter: 'A' })], [counter('A', '0101')]), places)).toBe(true);
  });

  it('lies in a tray, those of one face together, the one that is offered first', () => {
    const like = (id: string) => ({ ...counter(id, 'box'), face: counter('X', 'box').face });
    const all = [like('A'), like('B'), counter('C', '0101'), counter('D', 'box')];
    const faces = inBoxes(view([offer({ counter: 'B', space: '0101' }), offer({ counter: 'C', space: '0102' })], all), new Set(['box']));
    expect(faces.map((f) => f.map((c) => c.id))).toEqual([['B', 'A']]);
  });
});
