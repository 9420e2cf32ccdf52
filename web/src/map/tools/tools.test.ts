import { beforeAll, describe, expect, it } from 'vitest';
import type { Offer } from '../../lib/wire';
import { record, withoutBrowser } from '../../test/record';
import { at, field, stand, unit, viewOf } from '../../test/table';
import { Pictures } from '../pictures';
import { enclosed } from './select';
import { handsOf } from '.';
import type { Press } from './tool';

beforeAll(withoutBrowser);

const select = (counter: string): Offer => ({ action: { move: counter }, label: counter, kind: 'select', group: '', counter });
const VIEW = viewOf(
  [unit('a', '0505'), unit('b', '0505'), unit('c', '0707'), unit('x', '0404', { side: 'soviet' })],
  [select('a'), select('c')],
);

/** A hand at a table, with a clock of its own, and everything that the page was told. */
function sit({ view = VIEW, calm = true, more = true } = {}) {
  const { state } = stand(view, field(60, 60));
  state.moveTo({ x: 5000, y: 6000, hex: 60 });
  const told: unknown[][] = [];
  const tell =
    (what: string) =>
    (...args: unknown[]): void =>
      void told.push([what, ...args]);
  let now = 0;
  let waiting: { at: number; what: () => void }[] = [];
  const hands = handsOf({
    state,
    calls: {
      pick: (spot, target, _, several) => told.push(['pick', spot, target?.kind, several]),
      drop: (counter, space) => told.push(['drop', counter, space]),
      carry: tell('carry'),
      menu: (spot) => told.push(['menu', spot]),
      hover: () => undefined,
      ...(more ? { lasso: tell('lasso'), stroke: tell('stroke'), bend: (s: string, to: string) => void told.push(['bend', s, to]) } : {}),
    },
    calm: () => calm,
    after: (ms, what) => {
      const entry = { at: now + ms, what };
      waiting.push(entry);
      return () => (waiting = waiting.filter((w) => w !== entry));
    },
    cursor: () => undefined,
  });
  const press = (p: { x: number; y: number }, with_: Partial<Press> = {}): Press => ({
    id: 1,
    at: p,
    touch: false,
    button: 0,
    more: false,
    drawn: false,
    time: now,
    ...with_,
  });
  const wait = (ms: number): void => {
    now += ms;
    for (const w of waiting.filter((x) => x.at <= now)) {
      waiting = waiting.filter((x) => x !== w);
      w.what();
    }
  };
  const { box } = hands;
  return {
    state,
    hands,
    box,
    told,
    press,
    wait,
    click: (space: string, with_: Partial<Press> = {}) => {
      box.down(press(at(state, space), with_));
      box.up(press(at(state, space), with_));
    },
    drag: (from: string, to: string, with_: Partial<Press> = {}, steps = 4) => {
      const [a, b] = [at(state, from), at(state, to)];
      box.down(press(a, with_));
      for (let i = 1; i <= steps; i++) {
        now += 16;
        box.move(press({ x: a.x + ((b.x - a.x) * i) / steps, y: a.y + ((b.y - a.y) * i) / steps }, with_));
      }
      box.up(press(b, with_));
    },
  };
}

describe('a click', () => {
  it('takes what lies there', () => {
    const t = sit();
    t.click('0505');
    t.click('0303');
    expect(t.told).toEqual([
      ['pick', { counter: 'a', space: '0505' }, 'counter', false],
      ['pick', { space: '0303' }, 'space', false],
    ]);
  });

  it('with Shift takes one of several', () => {
    const t = sit();
    t.click('0505', { more: true });
    expect(t.told).toEqual([['pick', { counter: 'a', space: '0505' }, 'counter', true]]);
  });

  it('may tremble', () => {
    const t = sit();
    const p = at(t.state, '0505');
    t.box.down(t.press(p));
    t.box.move(t.press({ x: p.x + 4, y: p.y + 4 }));
    t.box.up(t.press({ x: p.x + 4, y: p.y + 4 }));
    expect(t.told.map(([what]) => what)).toEqual(['pick']);
  });

  it('beside the sheet takes nothing', () => {
    const t = sit();
    t.box.down(t.press({ x: -9000, y: -9000 }));
    t.box.up(t.press({ x: -9000, y: -9000 }));
    expect(t.told).toEqual([]);
  });
});

describe('a drag', () => {
  it('of a counter that can be taken carries it, and drops it where it is let go', () => {
    const t = sit();
    const before = t.state.camera;
    t.drag('0505', '0307');
    expect(t.told).toEqual([
      ['carry', 'a'],
      ['drop', 'a', '0307'],
    ]);
    expect(t.state.camera).toEqual(before);
    expect(t.state.carry).toBeUndefined();
  });

  it('back to where it began drops nothing', () => {
    const t = sit();
    const p = at(t.state, '0505');
    t.box.down(t.press(p));
    t.box.move(t.press({ x: p.x + 200, y: p.y }));
    t.box.move(t.press(p));
    t.box.up(t.press(p));
    expect(t.told).toEqual([['carry', 'a']]);
  });

  it('of anything else moves the map, as far as the hand goes', () => {
    const t = sit();
    const { x } = at(t.state, '0303');
    t.drag('0303', '0304');
    expect(t.told).toEqual([]);
    expect(at(t.state, '0303').x).toBeCloseTo(x);
    expect(at(t.state, '0303').y).toBeCloseTo(at(t.state, '0304').y - 60);
  });

  it('with the middle button moves the map even from a counter', () => {
    const t = sit();
    const before = t.state.camera;
    t.drag('0505', '0507', { button: 1 });
    expect(t.told).toEqual([]);
    expect(t.state.camera.y).toBeCloseTo(before.y - 2000);
  });

  it('that is broken off drops nothing', () => {
    const t = sit();
    const p = at(t.state, '0505');
    t.box.down(t.press(p));
    t.box.move(t.press({ x: p.x + 100, y: p.y }));
    expect(t.hands.select.now).toBe('dragging');
    expect(t.box.cancel()).toBe(true);
    expect([t.hands.select.now, t.state.carry]).toEqual(['idle', undefined]);
    t.box.up(t.press(p));
    expect(t.told).toEqual([['carry', 'a']]);
  });
});

describe('a map let go in motion', () => {
  it('glides on and comes to rest', () => {
    const t = sit({ calm: false });
    t.drag('0303', '0305');
    const { y } = t.state.camera;
    let frames = 0;
    let time = 64;
    while (t.box.tick((time += 16)) && frames < 1000) frames++;
    expect(frames).toBeGreaterThan(3);
    expect(frames).toBeLessThan(200);
    expect(t.state.camera.y).toBeLessThan(y);
  });

  it('stays where it is if nothing shall move', () => {
    const t = sit({ calm: true });
    t.drag('0303', '0305');
    expect(t.box.tick(100)).toBe(false);
  });

  it('is stopped by a press', () => {
    const t = sit({ calm: false });
    t.drag('0303', '0305');
    t.hands.pan.stop();
    expect(t.box.tick(100)).toBe(false);
  });
});

describe('a line drawn with Shift', () => {
  const around = (t: ReturnType<typeof sit>, with_: Partial<Press> = { more: true }): void => {
    const [p, q] = [at(t.state, '0202'), at(t.state, '0909')];
    const corners = [p, { x: q.x, y: p.y }, q, { x: p.x, y: q.y }, p];
    t.box.down(t.press(p, with_));
    for (const c of corners.slice(1)) t.box.move(t.press(c, with_));
    t.box.up(t.press(p, with_));
  };

  it('selects the own counters inside it, whole stacks of them', () => {
    const t = sit();
    around(t);
    expect(t.told).toEqual([['lasso', ['a', 'b', 'c'], true]]);
  });

  it('is drawn while it is drawn', () => {
    const t = sit();
    const painting = { state: t.state, pictures: new Pictures(t.state), shows: [] };
    t.box.down(t.press(at(t.state, '0202'), { more: true }));
    t.box.move(t.press(at(t.state, '0606'), { more: true }));
    expect(t.hands.select.now).toBe('lassoing');
    const r = record();
    t.box.paint(r.ctx, painting);
    expect(r.count('stroke')).toBe(1);
    t.box.cancel();
    const after = record();
    t.box.paint(after.ctx, painting);
    expect(after.calls).toEqual([]);
  });

  it('is a pan where the page knows of no lasso', () => {
    const t = sit({ more: false });
    const before = t.state.camera;
    t.drag('0202', '0204', { more: true });
    expect(t.told).toEqual([]);
    expect(t.state.camera.y).not.toBe(before.y);
  });

  it('knows what is inside it', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
      { x: 0, y: 10 },
    ];
    expect([enclosed(square, { x: 5, y: 5 }), enclosed(square, { x: 15, y: 5 }), enclosed(square, { x: 5, y: -1 })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(enclosed([], { x: 0, y: 0 })).toBe(false);
  });
});

describe('lines drawn with Alt, and arrows taken hold of', () => {
  it('tell the spaces they run through, and nothing of a way back', () => {
    const t = sit();
    const with_ = { drawn: true };
    t.box.down(t.press(at(t.state, '0303'), with_));
    for (const s of ['0304', '0305', '0304', '0404']) t.box.move(t.press(at(t.state, s), with_));
    t.box.up(t.press(at(t.state, '0404'), with_));
    expect(t.told).toEqual([['stroke', ['0303', '0304', '0404']]]);
  });

  it('bend an order to where they are let go', () => {
    const t = sit();
    t.state.setOrders([{ slot: 'c', label: 'c', text: '', path: ['0707', '0708', '0709'], order: { move: 'tactical' } }]);
    t.drag('0708', '0808');
    expect(t.told).toEqual([['bend', 'c', '0808']]);
  });

  it('are a click on the arrow, if they are let go at once', () => {
    const t = sit();
    t.state.setOrders([{ slot: 'c', label: 'c', text: '', path: ['0707', '0708', '0709'], order: { move: 'tactical' } }]);
    t.click('0708');
    expect(t.told).toEqual([['pick', { space: '0708' }, 'arrow', false]]);
  });
});

describe('a stack', () => {
  it('spreads out under a pointer that rests, and closes when it leaves', () => {
    const t = sit();
    const p = at(t.state, '0505');
    t.box.move(t.press(p));
    t.wait(200);
    expect(t.state.fan).toBeUndefined();
    t.wait(100);
    expect(t.state.fan?.cells).toHaveLength(2);
    expect(t.state.spotAt(p), 'a click that comes now means what it meant').toEqual({ counter: 'a', space: '0505' });
    t.box.move(t.press({ x: p.x + 300, y: p.y }));
    expect(t.state.fan).toBeUndefined();
  });

  it('stays closed if the pointer has gone on, or whoever lies there was taken up', () => {
    const t = sit();
    t.box.move(t.press(at(t.state, '0505')));
    t.box.move(t.press(at(t.state, '0303')));
    t.wait(1000);
    expect(t.state.fan).toBeUndefined();
    t.box.move(t.press(at(t.state, '0505')));
    t.state.show({ view: VIEW, selected: 'a' });
    t.wait(1000);
    expect(t.state.fan).toBeUndefined();
  });

  it('spreads out under a finger that stays, which then takes nothing', () => {
    const t = sit();
    const p = at(t.state, '0505');
    t.box.down(t.press(p, { touch: true }));
    t.wait(500);
    expect(t.state.fan?.space).toBe('0505');
    t.box.up(t.press(p, { touch: true }));
    expect(t.told).toEqual([]);
  });

  it('spreads out at a tap, and the next tap takes one of it', () => {
    const t = sit();
    t.click('0505', { touch: true });
    expect(t.told).toEqual([]);
    const cell = t.state.fan?.cells.find((c) => c.counter.id === 'b');
    if (!cell) throw new Error('the fan is open');
    const p = { x: cell.x + 9, y: cell.y + 9 };
    t.box.down(t.press(p, { touch: true }));
    t.box.up(t.press(p, { touch: true }));
    expect(t.told).toEqual([['pick', { counter: 'b', space: '0505' }, 'counter', false]]);
    expect(t.state.fan).toBeUndefined();
  });
});

describe('two fingers', () => {
  it('zoom as they part, and take the map from whatever the first one did', () => {
    const t = sit();
    const one = at(t.state, '0505');
    t.box.down(t.press(one, { touch: true, id: 1 }));
    t.box.move(t.press({ x: one.x + 30, y: one.y }, { touch: true, id: 1 }));
    expect(t.hands.select.now).toBe('dragging');
    const { hex } = t.state.camera;
    t.box.down(t.press({ x: one.x + 130, y: one.y }, { touch: true, id: 2 }));
    expect(t.hands.select.now).toBe('idle');
    t.box.move(t.press({ x: one.x + 230, y: one.y }, { touch: true, id: 2 }));
    expect(t.state.camera.hex).toBeCloseTo(hex * 2);
    t.box.up(t.press({ x: one.x + 230, y: one.y }, { touch: true, id: 2 }));
    t.box.up(t.press(one, { touch: true, id: 1 }));
    t.wait(1000);
    expect(t.told).toEqual([['carry', 'a']]);
    expect(t.state.fan).toBeUndefined();
    expect(t.box.pressed).toBe(0);
  });
});

describe('the other button', () => {
  it('asks for a menu of what lies there, or of where the cursor of the keyboard is', () => {
    const t = sit();
    t.hands.menu.open(at(t.state, '0505'));
    t.state.keys = true;
    t.state.cursor = { space: '0808' };
    t.hands.menu.open(at(t.state, '0505'));
    expect(t.told).toEqual([
      ['menu', { counter: 'a', space: '0505' }],
      ['menu', { space: '0808' }],
    ]);
  });
});
