// The other side's turn as a report, and the log as marches.
import { describe, expect, it } from 'vitest';
import { asMarches, groupLog } from './loglines';
import type { Frame } from './protocol';
import { casualties, doers, isNews, marches, ownPhase, reportOf, stretch } from './report';
import type { Event, Sheet, Side, View } from './wire';

const known: Record<string, { name: string; side: Side }> = {
  G8: { name: 'VIII Korps', side: 'axis' },
  S21: { name: '21 Army', side: 'soviet' },
  S62: { name: '62 Army', side: 'soviet' },
};
const names = (id: string) => known[id];
const phase = (side: Side | null, turn = 1): Event => ({
  case: '4.0',
  kind: 'phase',
  text: `${side} movement`,
  turn,
  side,
  phase: 'movement',
});
const move = (counter: string, from: string, to: string): Event => ({
  case: '7.0',
  kind: 'move',
  text: `${counter} to ${to}`,
  counter,
  from,
  to,
});
const frame = (n: number, side: Side | null, ...events: Event[]): Frame => ({ n, side, turn: 1, events });
const battle = {
  case: '8.0',
  kind: 'battle',
  text: 'Battle in 0314',
  at: '0314',
  attacker: 'axis',
  forces: [],
  column: '5',
  results: [],
  chances: [],
} as Event;

/** A Soviet turn, then an Axis one in which the Soviet side chose losses in between. */
const FRAMES: Frame[] = [
  frame(1, 'soviet', phase('soviet'), move('S62', '0510', '0511')),
  frame(2, 'soviet', phase('axis')),
  frame(3, 'axis', move('G8', '1514', '1412')),
  frame(4, 'axis', { case: '3.3', kind: 'control', text: 'Axis control of Kalach', at: '1412', side: 'axis' }),
  frame(5, 'axis', move('G8', '1412', '1310')),
  frame(6, 'axis', battle),
  frame(7, 'soviet', { case: '8.2', kind: 'loss', text: '62 Army loses a point', counter: 'S62', at: '', steps: 1, gone: false }),
  frame(
    8,
    'axis',
    { case: '8.2', kind: 'remove', text: '21 Army is destroyed', counter: 'S21', from: '0314' },
    { case: '10.2', kind: 'track', text: 'Don points: 0 to 1', track: 'vp-don', from: 0, to: 1 },
  ),
  frame(9, 'axis', phase('soviet', 2)),
];
const view = { turn: { number: 2 }, tracks: [{ id: 'vp-don', name: 'Don points', value: 1, note: '' }], counters: [] } as unknown as View;
const sheet = { hexes: [{ id: '1412', name: 'Kalach', rank: 3 }], boxes: [] } as unknown as Sheet;
const report = (frames: Frame[]) =>
  reportOf(stretch(frames, 'soviet'), 'soviet', view, sheet, names, (id) => (id === '1412' ? 'Kalach' : id));

describe('the report of a turn', () => {
  it('begins when the phases pass to the other side, and answers in between do not cut it', () => {
    expect(stretch(FRAMES, 'soviet').map((f) => f.n)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(stretch(FRAMES.slice(0, 1), 'soviet')).toEqual([]);
    expect(stretch([...FRAMES, frame(10, 'soviet', move('S62', '0511', '0512'))], 'soviet')).toEqual([]);
  });

  it('leaves the set-up out for one who has not acted yet', () => {
    const placed: Event = { case: '3.3', kind: 'control', text: '', at: '1412', side: 'axis' };
    expect(stretch([frame(0, null, placed)], 'soviet')).toEqual([]);
    expect(
      stretch([frame(0, null, placed), frame(1, 'axis', phase('axis'), move('G8', '0101', '0102'))], 'soviet').map((f) => f.n),
    ).toEqual([1]);
  });

  it('has one march a counter, from where it began to where it stands', () => {
    expect(report(FRAMES).marches).toEqual([{ counter: 'G8', name: 'VIII Korps', side: 'axis', path: ['1514', '1412', '1310'] }]);
  });

  it('says what it means in sentences', () => {
    expect(report(FRAMES).words).toEqual(['21 Army is destroyed at 0314', 'Kalach lost', 'Don points: 0 to 1']);
    expect(report(FRAMES).turn).toBe(1);
    expect(report(FRAMES).battles.map((b) => b.n)).toEqual([6]);
  });

  it('tells a loss at the place of its battle, and a counter that is gone once', () => {
    const lost = casualties(stretch(FRAMES, 'soviet'), names);
    expect(lost.map((l) => [l.name, l.at, l.steps, l.gone])).toEqual([
      ['62 Army', '0314', 1, false],
      ['21 Army', '0314', 0, true],
    ]);
  });

  it('is no news when counters were only placed', () => {
    const placed = [
      frame(1, 'soviet', phase('soviet')),
      frame(2, 'soviet', phase('axis')),
      frame(3, 'axis', { case: '6', kind: 'place', text: '', counter: 'G8', at: '0101' }),
    ];
    expect(isNews(report(placed))).toBe(false);
    expect(isNews(report(FRAMES))).toBe(true);
  });

  it('knows which frames are the own turn', () => {
    expect(ownPhase(FRAMES.slice(0, 8), 'soviet')).toEqual([]);
    expect(ownPhase([...FRAMES, frame(10, 'soviet')], 'soviet').map((f) => f.n)).toEqual([10]);
  });
});

describe('an answer of the other side in the own combat', () => {
  const retreat = frame(11, 'axis', move('G8', '1310', '1210'));
  const own = [...FRAMES, frame(10, 'soviet', battle), retreat];

  it('is no turn of the other side', () => {
    expect(stretch(own, 'soviet')).toEqual([]);
    expect(stretch([...own, frame(12, 'soviet', phase('soviet', 2))], 'soviet')).toEqual([]);
  });

  it('stays out of the turn that begins when it has been given', () => {
    const passed = { ...retreat, events: [...retreat.events, phase('axis', 2)] };
    const told = stretch([...FRAMES, frame(10, 'soviet', battle), passed, frame(12, 'axis', move('G8', '1210', '1211'))], 'soviet');
    expect(told.map((f) => f.events.map((e) => e.kind))).toEqual([['phase'], ['move']]);
  });
});

describe('whose doings a card tells', () => {
  const loss: Event = { case: '8.2', kind: 'loss', text: '62 Army loses a point', counter: 'S62', at: '', steps: 1, gone: false };
  const whose = (frames: Frame[]) => doers(reportOf(frames, 'soviet', view, sheet, names, (id) => id));

  it('is the side that had a phase, or acted', () => {
    expect(whose([frame(1, 'axis', phase('axis'), loss)])).toBe('Axis turn');
    expect(whose([frame(1, 'axis', phase(null), loss)])).toBe('Axis turn');
  });

  it('is nobody where the table itself did it between the turns', () => {
    expect(whose([frame(1, 'soviet', phase(null), loss)])).toBe('Between the turns');
    expect(whose([frame(1, null, phase(null), loss)])).toBe('Between the turns');
  });
});

describe('the date of a card', () => {
  const loss: Event = { case: '8.2', kind: 'loss', text: '62 Army loses a point', counter: 'S62', at: '', steps: 1, gone: false };
  const turn = (frames: Frame[]) => reportOf(frames, 'soviet', view, sheet, names, (id) => id).turn;

  it('is none where nothing says when it was', () => {
    expect(turn([frame(1, 'axis', loss)])).toBeUndefined();
    expect(turn([frame(1, 'axis', loss, phase('soviet', 3))])).toBeUndefined();
  });

  it('is that of what is told, not of a later phase in which nothing happened', () => {
    expect(turn([frame(1, 'axis', phase('axis', 3), loss, phase(null, 4))])).toBe(3);
    expect(turn([frame(1, 'axis', phase(null, 3), loss, phase('axis', 4))])).toBe(3);
    expect(turn([frame(1, 'axis', phase('axis', 3), loss, phase(null, 4), loss)])).toBe(3);
  });
});

describe('the log', () => {
  it('joins the steps of one counter to a march and keeps what happened on the way', () => {
    const [, axis] = groupLog(FRAMES);
    expect(asMarches(axis?.lines ?? [], names).map((l) => l.march?.text ?? l.event.text)).toEqual([
      'VIII Korps: 1514 - 1412 - 1310',
      'Axis control of Kalach',
      'Battle in 0314',
      '62 Army loses a point',
      '21 Army is destroyed',
      'Don points: 0 to 1',
    ]);
  });

  it('begins a new march when another counter has moved, or another rule moves it', () => {
    const retreat = { ...move('G8', '0103', '0104'), case: '8.3' } as Event;
    const frames = [
      frame(1, 'axis', phase('axis')),
      frame(2, 'axis', move('G8', '0101', '0102')),
      frame(3, 'axis', move('S62', '0201', '0202')),
      frame(4, 'axis', move('G8', '0102', '0103')),
      frame(5, 'axis', retreat),
    ];
    expect(asMarches(groupLog(frames)[0]?.lines ?? [], names).map((l) => l.march?.text ?? l.event.text)).toEqual([
      'G8 to 0102',
      'S62 to 0202',
      'G8 to 0103',
      'G8 to 0104',
    ]);
  });
});

describe('control in the log', () => {
  const control = (at: string, side: Side | null = 'axis', rule = '3.3'): Event => ({
    case: rule,
    kind: 'control',
    text: `${side} control of ${at}`,
    at,
    side,
  });
  const place = (id: string) => (id === '1412' ? 'Kalach' : id);
  const told = (...frames: Frame[]) => asMarches(groupLog(frames)[0]?.lines ?? [], names, place);

  it('of one side in a row is one line with the count, towns first, which opens to each', () => {
    const lines = told(
      frame(1, 'axis', phase('axis'), move('G8', '1511', '1512'), control('1512')),
      frame(2, 'axis', move('G8', '1512', '1412'), control('1412'), control('1413')),
    );
    expect(lines.map((l) => l.fold?.text ?? l.event.kind)).toEqual(['move', 'Axis control of 3 spaces: Kalach, 1512, 1413']);
    expect(lines[1]?.fold?.lines.map((l) => l.key)).toEqual(['1.2', '2.1', '2.2']);
  });

  it('names six spaces and counts the others', () => {
    const [line] = told(frame(1, 'axis', phase('axis'), ...['1', '2', '3', '4', '5', '6', '7', '8'].map((at) => control(at))));
    expect(line?.fold?.text).toBe('Axis control of 8 spaces: 1, 2, 3, 4, 5 and 3 more');
  });

  it('stays apart where the side or the rule is another, where something lies between, and alone', () => {
    const note: Event = { case: '1', kind: 'note', text: 'rain' };
    const lines = told(
      frame(
        1,
        'axis',
        phase('axis'),
        control('1'),
        control('2', 'soviet'),
        control('3', 'soviet', '9.9'),
        note,
        control('4', 'soviet', '9.9'),
      ),
    );
    expect(lines.map((l) => l.fold)).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(lines).toHaveLength(5);
  });
});

it('a counter that ends where it began has not marched', () => {
  expect(marches([frame(1, 'axis', move('G8', '0101', '0102'), move('G8', '0102', '0101'))], names)).toEqual([]);
});
