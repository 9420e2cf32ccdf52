// What came of each battle, from the events after it.
import { describe, expect, it } from 'vitest';
import { aftermaths, consequenceWords, inOneLine } from './aftermath';
import type { Frame } from './protocol';
import type { Event, Side } from './wire';

const known: Record<string, { name: string; side: Side }> = {
  G5: { name: '5 Korps', side: 'axis' },
  G14: { name: '14 Panzer Korps', side: 'axis' },
  S12: { name: '12 Army', side: 'soviet' },
  S18: { name: '18 Army', side: 'soviet' },
};
const names = (id: string) => known[id];
const place = (id: string) => (id === '1113' ? 'Taganrog (1113)' : id);
const battle = (at: string): Event =>
  ({
    case: '8.0',
    kind: 'battle',
    text: `Battle in ${at}`,
    at,
    attacker: 'axis',
    forces: [],
    column: '5',
    results: [],
    chances: [],
  }) as Event;
const move = (counter: string, from: string, to: string, rule = '7.0'): Event => ({
  case: rule,
  kind: 'move',
  text: `${counter} to ${to}`,
  counter,
  from,
  to,
});
const loss = (counter: string, steps = 1): Event => ({
  case: '8.2',
  kind: 'loss',
  text: `${counter} loses a point of strength`,
  counter,
  at: '',
  steps,
  gone: false,
});
const phase: Event = { case: '4.2', kind: 'phase', text: 'Axis reinforcement', turn: 1, side: 'axis', phase: 'axis-reinforcement' };
const frame = (n: number, side: Side, ...events: Event[]): Frame => ({ n, side, turn: 1, events });
const told = (frames: Frame[]) => aftermaths(frames, names).map((a) => inOneLine(consequenceWords(a, { tracks: [] }, place)));

describe('what came of a battle', () => {
  it('names losses of both sides, who was destroyed, the ground and the points', () => {
    const frames = [
      frame(1, 'axis', battle('1113')),
      frame(2, 'axis', loss('G5')),
      frame(
        2,
        'axis',
        { case: '8.2', kind: 'remove', text: '18 Army is destroyed', counter: 'S18', from: '1113' },
        { case: '10.2', kind: 'track', text: 'Don points: 1 to 2', track: 'don', from: 1, to: 2 },
        move('G5', '1114', '1113', '8.3'),
        { case: '3.3', kind: 'control', text: 'Axis control of Taganrog', at: '1113', side: 'axis' },
      ),
      frame(3, 'axis', phase, move('G14', '1114', '1115')),
    ];
    expect(told(frames)).toEqual([
      'Axis: 5 Korps loses 1 step; 5 Korps advances to Taganrog (1113). Soviet: 18 Army is destroyed. Axis takes Taganrog (1113). Don points: 1 to 2.',
    ]);
    expect(aftermaths(frames, names)[0]?.settled).toBe(true);
  });

  it('tells steps chosen one by one as one loss, and where somebody retreats in the end', () => {
    const frames = [
      frame(1, 'axis', battle('0913')),
      frame(2, 'soviet', loss('S12')),
      frame(3, 'soviet', loss('S12')),
      frame(4, 'soviet', move('S12', '0913', '0912')),
      frame(5, 'soviet', move('S12', '0912', '0812')),
    ];
    expect(told(frames)).toEqual(['Soviet: 12 Army loses 2 steps; 12 Army retreats to 0812.']);
    expect(aftermaths(frames, names)[0]?.settled).toBe(false);
  });

  it('keeps battles apart that follow one another, and a march that goes on', () => {
    const frames = [
      frame(1, 'axis', move('G14', '0612', '0713')),
      frame(2, 'axis', battle('0714'), loss('S12')),
      frame(3, 'axis', move('G14', '0713', '0813')),
      frame(4, 'axis', battle('0913'), loss('S18')),
    ];
    expect(told(frames)).toEqual(['Soviet: 12 Army loses 1 step.', 'Soviet: 18 Army loses 1 step.']);
  });

  it('tells of a loss whose bearer is a secret', () => {
    const note: Event = { case: '8.2', kind: 'note', text: 'Soviet loses one step' };
    expect(told([frame(1, 'axis', battle('0913'), note), frame(2, 'axis', phase)])).toEqual(['Soviet loses one step.']);
    expect(told([frame(1, 'axis', battle('0913'), note), frame(2, 'soviet', loss('S12'))])).toEqual(['Soviet: 12 Army loses 1 step.']);
  });

  it('says that nothing has come of it', () => {
    expect(told([frame(1, 'axis', battle('0913')), frame(2, 'axis', phase)])).toEqual(['Nobody lost a step, and nobody gave way.']);
    expect(told([frame(1, 'axis', battle('0913'))])).toEqual(['Nothing has come of it yet.']);
  });
});
