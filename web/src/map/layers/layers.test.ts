import { beforeAll, describe, expect, it } from 'vitest';
import type { SlotView } from '../../lib/protocol';
import type { Offer } from '../../lib/wire';
import { record, type RecordedPath, withoutBrowser } from '../../test/record';
import { at, field, hexId, stand, unit, viewOf } from '../../test/table';
import { Pictures } from '../pictures';
import { covers, laid, Plans } from '../plans';
import type { MapState } from '../state';
import { drawnOn, LAYERS, paintPart, targetAt } from '.';
import { CANVAS, inScale, type Painting } from './layer';
import { brushOf } from './orders';

beforeAll(withoutBrowser);

const painting = (state: MapState): Painting => ({ state, pictures: new Pictures(state), shows: [] });
const slot = (name: string, path: string[], order: unknown = { move: 'tactical' }): SlotView => ({
  slot: name,
  label: name,
  text: '',
  path,
  order,
  counter: name,
});
const go = (space: string): Offer => ({ action: { go: space }, label: space, kind: 'move', group: '', space });

describe('the registry of layers', () => {
  it('names each once, and puts none at the height of another on its canvas', () => {
    expect(new Set(LAYERS.map((l) => l.id)).size).toBe(LAYERS.length);
    expect(new Set(LAYERS.map((l) => `${CANVAS[l.rate]} ${l.z}`)).size).toBe(LAYERS.length);
  });

  it('draws a canvas from the lowest to the highest', () => {
    const { state } = stand(viewOf([unit('a', '0505')], [go('0506')]));
    expect(drawnOn('pieces', painting(state)).map((l) => l.id)).toEqual(['lit', 'counters', 'markers']);
  });

  it('draws nothing on canvases of which nobody wants anything', () => {
    const { state } = stand(viewOf([unit('a', '0505')]));
    const r = record();
    expect(paintPart('plans', r.ctx, painting(state))).toBe(false);
    expect(paintPart('hand', r.ctx, painting(state))).toBe(false);
    expect(r.calls).toEqual([]);
  });

  it('draws a layer only at its scales', () => {
    expect([10, 20, 29.9, 30].map((hex) => inScale({ scales: [20, 30] }, hex))).toEqual([false, true, true, false]);
    expect(inScale({}, 3)).toBe(true);
  });

  it('gives every layer the canvas as it was, whatever the one before did to it', () => {
    const { state } = stand(viewOf([unit('a', '0505')], [go('0506')]));
    const r = record();
    paintPart('pieces', r.ctx, painting(state));
    expect(r.count('save')).toBe(r.count('restore'));
  });
});

describe('counters', () => {
  it('are drawn if they are in sight, a stack up to its edges', () => {
    const many = Array.from({ length: 8 }, (_, i) => unit(`s${i}`, '0505'));
    const { state } = stand(viewOf([...many, unit('far', '5959')]), field(60, 60));
    const r = record();
    paintPart('pieces', r.ctx, painting(state));
    expect(r.count('drawImage')).toBe(4);
  });

  it('are told by a number if they are more than four', () => {
    const write = (n: number): number => {
      const { state } = stand(viewOf(Array.from({ length: n }, (_, i) => unit(`s${i}`, '0505'))));
      const r = record();
      paintPart('pieces', r.ctx, painting(state));
      return r.calls.filter((c) => c.name === 'fillText' && c.args[0] === String(n)).length;
    };
    expect([write(4), write(5)]).toEqual([0, 1]);
  });
});

describe('orders', () => {
  const plan = (n: number, order?: unknown): SlotView[] =>
    Array.from({ length: n }, (_, i) => slot(`u${i}`, [hexId(2 + (i % 6), 3), hexId(2 + (i % 6), 4), hexId(2 + (i % 6), 5)], order));

  it('cost as much for five hundred as for one', () => {
    const strokes = [1, 500].map((n) => {
      const { state } = stand(viewOf([]));
      state.setOrders(plan(n));
      const r = record();
      paintPart('plans', r.ctx, painting(state));
      return r.count('stroke');
    });
    expect(strokes).toEqual([2, 2]);
  });

  it('are drawn with the ink of their kind: tactical, strategic, attack', () => {
    const { state } = stand(viewOf([]));
    state.setOrders([
      slot('a', ['0202', '0203']),
      slot('b', ['0302', '0303'], { move: 'strategic' }),
      slot('c', ['0402', '0403'], { attack: 'assault' }),
    ]);
    const r = record();
    paintPart('plans', r.ctx, painting(state));
    expect(new Set(r.set('strokeStyle'))).toEqual(new Set(['#halo', '#place', '#move', '#attack']));
  });

  it('are left out where they are not in sight', () => {
    const { state } = stand(viewOf([]), field(60, 60));
    state.setOrders([slot('a', ['5858', '5859'])]);
    const r = record();
    paintPart('plans', r.ctx, painting(state));
    expect(r.count('stroke')).toBe(0);
  });

  it('become broad arrows of formations from afar', () => {
    const units = Array.from({ length: 20 }, (_, i) => unit(`u${i}`, '0303', { formation: i < 10 ? 'I Corps' : 'II Corps' }));
    const { state } = stand(viewOf(units), field(60, 60));
    state.setOrders(plan(20));
    state.moveTo({ ...state.camera, hex: 13 });
    const r = record();
    paintPart('plans', r.ctx, painting(state));
    const [line] = r.calls.filter((c) => c.name === 'stroke').map((c) => c.args[0] as RecordedPath);
    expect(line?.calls.filter((c) => c.name === 'moveTo')).toHaveLength(2);
  });

  it('are not drawn while counters are shown where they once stood', () => {
    const { state } = stand(viewOf([unit('u0', '0303')]));
    state.setOrders(plan(1));
    state.put.set('u0', '0101');
    expect(drawnOn('plans', painting(state))).toEqual([]);
  });

  it('that are proposed are in another ink, dashed; those at fault are dotted', () => {
    const { state } = stand(viewOf([]));
    const own = brushOf(state, 'tactical', false);
    const proposed = brushOf(state, 'tactical', true);
    expect(own.ink).not.toBe(proposed.ink);
    expect([own.dash.length, proposed.dash.length]).toEqual([0, 2]);
    expect(brushOf(state, 'tactical', false, true).dash).not.toEqual(proposed.dash);
  });

  it('can be pointed at, where nothing can be taken', () => {
    const { state } = stand(viewOf([], [go('0404')]));
    state.setOrders([slot('a', ['0403', '0404', '0405', '0406'])]);
    const { x, y } = at(state, '0405');
    expect(targetAt(state, { x: x + 2, y })).toMatchObject({ kind: 'arrow', id: 'a' });
    expect(targetAt(state, at(state, '0404'))).toMatchObject({ kind: 'space', id: '0404' });
    expect(targetAt(state, at(state, '0606'))).toMatchObject({ kind: 'space', id: '0606' });
  });

  it('lie under counters for the hand', () => {
    const { state } = stand(viewOf([unit('a', '0405')]));
    state.setOrders([slot('a', ['0405', '0406'])]);
    expect(targetAt(state, at(state, '0405'))).toMatchObject({ kind: 'counter', id: 'a', space: '0405' });
  });
});

describe('the canvas of plans', () => {
  const five = (): MapState => {
    const { state } = stand(viewOf([]), field(60, 60));
    state.moveTo({ x: 26_000, y: 30_000, hex: 60 });
    state.setOrders(Array.from({ length: 500 }, (_, i) => slot(`u${i}`, [hexId(30, 28), hexId(30, 29 + (i % 4))])));
    return state;
  };

  it('is painted once, and only moved while one pans within its margin', () => {
    const state = five();
    const r = record();
    const plans = new Plans(r.ctx);
    plans.draw(painting(state), false);
    const painted = r.count('stroke');
    for (let i = 0; i < 40; i++) {
      state.pan(Math.sin(i) * 20, Math.cos(i) * 20);
      plans.draw(painting(state), false);
    }
    expect(plans.paints).toBe(1);
    expect(r.count('stroke')).toBe(painted);
    expect(r.ctx.canvas.style.transform).toMatch(/^translate\(/);
  });

  it('is painted again beyond its margin, after a zoom, and when the plan has changed', () => {
    const state = five();
    const plans = new Plans(record().ctx);
    plans.draw(painting(state), false);
    state.pan(-700, 0);
    plans.draw(painting(state), false);
    expect(plans.paints).toBe(2);
    state.zoomAt(1.2, { x: 400, y: 300 });
    plans.draw(painting(state), true);
    expect(plans.paints, 'only stretched while the zoom is under way').toBe(2);
    plans.draw(painting(state), false);
    expect(plans.paints).toBe(3);
    plans.stale();
    plans.draw(painting(state), false);
    expect(plans.paints).toBe(4);
  });

  it('costs nothing while there is no plan', () => {
    const { state } = stand(viewOf([]), field(60, 60));
    const plans = new Plans(record().ctx);
    plans.draw(painting(state), false);
    for (let i = 0; i < 30; i++) {
      state.pan(-100, 0);
      plans.draw(painting(state), false);
    }
    expect(plans.paints).toBe(1);
  });

  it('lies so that every space is where the camera has it', () => {
    const size = { w: 800, h: 600 };
    const from = { camera: { x: 1000, y: 2000, hex: 50 }, size, margin: 240 };
    const to = { x: 3000, y: 1500, hex: 80 };
    const { k, x, y } = laid(from, to);
    const p = { x: 5000, y: 4000 };
    const then = { x: (p.x - 1000) * 0.05 + 400 + 240, y: (p.y - 2000) * 0.05 + 300 + 240 };
    expect(x + k * then.x).toBeCloseTo((p.x - 3000) * 0.08 + 400);
    expect(y + k * then.y).toBeCloseTo((p.y - 1500) * 0.08 + 300);
  });

  it('covers the window up to its margin', () => {
    const from = { camera: { x: 0, y: 0, hex: 100 }, size: { w: 800, h: 600 }, margin: 100 };
    const shifted = (px: number) => covers(from, laid(from, { x: px * 10, y: 0, hex: 100 }));
    expect([shifted(0), shifted(100), shifted(-100), shifted(102), shifted(-102)]).toEqual([true, true, true, false, false]);
  });
});
