// The course of a finished game, and the small words of score and rules.
import { describe, expect, it } from 'vitest';
import { curves, lossesByTurn, moments, turnStarts } from './course';
import type { Frame } from './protocol';
import type { Event, Sheet, Side, TrackView, View } from './wire';
import { cited, standing } from './words';

const names = (id: string) => ({ name: id, side: (id.startsWith('G') ? 'axis' : 'soviet') as Side });
const phase = (turn: number, side: Side): Event => ({ case: '4.0', kind: 'phase', text: '', turn, side, phase: 'movement' });
const dies = (counter: string, from: string): Event => ({ case: '8.2', kind: 'remove', text: `${counter} is destroyed`, counter, from });
const battle = (at: string): Event => ({
  case: '8.0',
  kind: 'battle',
  text: `Battle in ${at}`,
  at,
  attacker: 'axis',
  forces: [],
  column: '',
  results: [],
  chances: [],
});
const falls = (at: string, side: Side): Event => ({ case: '3.3', kind: 'control', text: '', at, side });
const frame = (n: number, ...events: Event[]): Frame => ({ n, side: 'axis', turn: 1, events });

const FRAMES = [
  frame(0, falls('0101', 'soviet')),
  frame(1, phase(1, 'soviet')),
  frame(2, battle('0303'), dies('S1', '0303')),
  frame(3, battle('0404')),
  frame(4, dies('S2', '0404'), dies('G1', '0404')),
  frame(5, phase(2, 'axis'), falls('0101', 'axis'), falls('0505', 'axis')),
];
const sheet = {
  hexes: [
    { id: '0101', name: 'Rostov', rank: 1 },
    { id: '0505', rank: 0 },
  ],
  boxes: [],
} as unknown as Sheet;

describe('the course of a game', () => {
  it('counts the dead of both sides turn by turn', () => {
    expect(lossesByTurn(FRAMES, names)).toEqual([
      { turn: 1, axis: 1, soviet: 2 },
      { turn: 2, axis: 0, soviet: 0 },
    ]);
    expect(turnStarts(FRAMES)).toEqual([
      { n: 1, turn: 1 },
      { n: 5, turn: 2 },
    ]);
  });

  it('tells the bloody battles and the named places that fell, in their order, and not the set-up', () => {
    expect(moments(FRAMES, names, sheet, (id) => id)).toEqual([
      { n: 2, turn: 1, text: 'Battle at 0303: S1 destroyed' },
      { n: 3, turn: 1, text: 'Battle at 0404: S2, G1 destroyed' },
      { n: 5, turn: 2, text: '0101 falls to the Axis' },
    ]);
  });

  it('draws the tracks that the game says count, and no others', () => {
    const view = (value: number): View =>
      ({
        tracks: [
          { id: 'a', name: 'Points', value, note: '', role: 'score' },
          { id: 'vp-like', name: 'Weather', value, note: '' },
        ],
      }) as unknown as View;
    const lines = curves([
      { turn: 1, view: view(0) },
      { turn: 2, view: view(3) },
    ]);
    expect(lines).toEqual([
      {
        name: 'Points',
        score: true,
        points: [
          { turn: 1, value: 0 },
          { turn: 2, value: 3 },
        ],
      },
    ]);
  });
});

describe('words', () => {
  it('finds the rules in brackets at the end of a line, and leaves other brackets alone', () => {
    expect(cited('Six points win (4.5, S2.v3)')).toEqual({ text: 'Six points win', cases: ['4.5', 'S2.v3'] });
    expect(cited('Rostov (and more)')).toEqual({ text: 'Rostov (and more)', cases: [] });
  });

  it('says where a track stands, also where it is not known exactly', () => {
    const track = (more: Partial<TrackView>): TrackView => ({ id: 't', name: 'T', value: null, note: '', ...more });
    expect(standing(track({ value: 3, most: 6 }))).toBe('3 of 6');
    expect(standing(track({ range: [4, 9] }))).toBe('4 to 9');
    expect(standing(track({ range: [0, 0] }))).toBe('0');
    expect(standing(track({}))).toBe('?');
  });
});
