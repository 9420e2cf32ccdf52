import { describe, expect, it } from 'vitest';
import type { Offer } from '../lib/wire';
import { at, field, stand, unit, viewOf } from '../test/table';

const select = (counter: string): Offer => ({ action: { move: counter }, label: counter, kind: 'select', group: '', counter });
const go = (counter: string, space: string): Offer => ({ action: { go: space }, label: space, kind: 'move', group: '', counter, space });

describe('the table as one looks at it', () => {
  it('is laid out once for each thing that comes', () => {
    const { state } = stand(viewOf([unit('a', '0505')]));
    const before = state.layouts;
    state.show({ view: viewOf([unit('a', '0506')]), selected: 'a', on: [] });
    expect(state.layouts - before).toBe(1);
  });

  it('is not laid out again for layers, for a hover or for what is picked', () => {
    const view = viewOf([unit('a', '0505'), unit('b', '0505')]);
    const { state } = stand(view);
    const before = state.layouts;
    state.show({ view, on: ['supply'] });
    state.setHover({ space: '0505' });
    state.setChosen(['a']);
    state.setChosen(['a']);
    state.setOrders([]);
    expect(state.layouts).toBe(before);
  });

  it('says nothing when the same are picked again', () => {
    const { state, touched } = stand(viewOf([unit('a', '0505')]));
    state.setChosen(['a']);
    expect(touched.length).toBeGreaterThan(0);
    touched.length = 0;
    state.setChosen(['a']);
    expect(touched).toEqual([]);
  });

  it('draws only what follows the hand when the pointer moves', () => {
    const { state, touched } = stand(viewOf([unit('a', '0505')]));
    state.setHover({ space: '0505' });
    expect(new Set(touched)).toEqual(new Set(['hand']));
    expect(state.setHover({ space: '0505' })).toBe(false);
  });

  it('draws only the plans when an order is given', () => {
    const { state, touched } = stand(viewOf([unit('a', '0505')]));
    state.setOrders([{ slot: 'a', label: 'a', text: '', path: ['0505', '0506'] }]);
    expect(new Set(touched)).toEqual(new Set(['plans']));
    expect(state.orders.map((o) => o.id)).toEqual(['a']);
  });

  it('knows whose picture to draw after a counter has left', () => {
    const { state } = stand(viewOf([unit('a', '0505')]));
    state.show({ view: viewOf([]) });
    expect(state.counter('a')?.id).toBe('a');
    expect(state.layout.stacks).toEqual([]);
    state.put.set('a', '0404');
    state.relay();
    expect(state.layout.stacks.map((s) => s.space)).toEqual(['0404']);
    state.put.set('a', '');
    state.relay();
    expect(state.layout.stacks).toEqual([]);
  });

  it('finds where something assigned stands', () => {
    const { state } = stand(viewOf([unit('host', '0505'), unit('guest', 'host')]));
    expect(state.placeOf('guest')?.id).toBe('0505');
    expect(state.placeOf('nobody')).toBeUndefined();
  });

  it('has in hand whoever is selected, else whoever marches', () => {
    const marching = viewOf([unit('a', '0505'), unit('b', '0505', { flags: ['on-march'] })]);
    const { state } = stand(marching);
    expect(state.inHand).toBe('b');
    state.show({ view: marching, selected: 'a' });
    expect(state.inHand).toBe('a');
    state.show({ view: marching, selected: null });
    expect(state.inHand).toBe('b');
  });

  it('puts whoever is in hand on top of his stack', () => {
    const view = viewOf([unit('a', '0505'), unit('b', '0505')], [select('a'), select('b')]);
    const { state } = stand(view);
    state.show({ view, selected: 'b' });
    expect(state.layout.at.get('0505')?.[0]?.counters[0]?.id).toBe('b');
  });
});

describe('what lies under a point', () => {
  const view = viewOf([unit('a', '0505'), unit('b', '0505'), unit('x', '0507', { side: 'soviet' })], [select('a'), go('a', '0506')]);

  it('is the counter that one sees, or the space', () => {
    const { state } = stand(view);
    expect(state.spotAt(at(state, '0505'))).toEqual({ counter: 'a', space: '0505' });
    expect(state.spotAt(at(state, '0404'))).toEqual({ space: '0404' });
    expect(state.spotAt({ x: -5000, y: 0 })).toEqual({});
  });

  it('is a counter of the fan while that is open', () => {
    const { state } = stand(view, field(60, 60));
    state.openFan('0505');
    const cell = state.fan?.cells.find((c) => c.counter.id === 'b');
    if (!cell) throw new Error('the fan has both');
    expect(state.spotAt({ x: cell.x + 5, y: cell.y + 5 })).toEqual({ counter: 'b', space: '0505' });
    state.pan(-50, 0);
    expect(state.fan).toBeUndefined();
  });

  it('opens no fan where nobody stands', () => {
    const { state } = stand(view);
    state.openFan('0101');
    expect(state.fan).toBeUndefined();
    expect([state.hasMore('0505'), state.hasMore('0507'), state.hasMore('0101')]).toEqual([true, false, false]);
  });
});

describe('what can be done', () => {
  it('is out of sight if none of it is seen, and then the first of it is told', () => {
    const { state } = stand(viewOf([unit('a', '4040'), unit('b', '4545')], [select('a'), select('b')]), field(60, 60));
    expect(state.outOfSight()?.id).toBe('4040');
    state.moveTo({ ...state.camera, x: 39_000, y: 45_000 });
    expect(state.outOfSight()).toBeUndefined();
  });
});

describe('the camera', () => {
  it('tells of a move and of a zoom, and of nothing that changes nothing', () => {
    const { state, moves } = stand(viewOf([]), field(60, 60));
    state.pan(-30, 0);
    state.zoomAt(1.5, { x: 400, y: 300 });
    expect(moves).toEqual([false, true]);
    state.moveTo({ ...state.camera });
    expect(moves).toHaveLength(2);
  });

  it('keeps the point under the hand where it is when it zooms', () => {
    const { state } = stand(viewOf([]), field(60, 60));
    const hand = { x: 300, y: 200 };
    state.moveTo({ x: 26_000, y: 30_000, hex: 60 });
    const before = state.sheetPoint(hand);
    state.zoomAt(1.4, hand);
    expect(state.screen(before).x).toBeCloseTo(hand.x);
    expect(state.screen(before).y).toBeCloseTo(hand.y);
  });
});
