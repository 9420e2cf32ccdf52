import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DraftView, SlotView } from '../lib/protocol';
import {
  back,
  bySlot,
  did,
  diffOf,
  forward,
  inverse,
  merged,
  NO_HISTORY,
  ordersFor,
  proposed,
  sameOrder,
  slotOf,
  slotsAt,
  taken,
  type History,
  type Orders,
} from './draft';

const slot = (id: string, order?: unknown): SlotView => ({
  slot: id,
  label: id,
  counter: `c${id}`,
  text: order === undefined ? 'holds' : JSON.stringify(order),
  ...(order === undefined ? {} : { order }),
});
const draft = (orders: Orders): DraftView => ({ slots: ['1', '2', '3'].map((id) => slot(id, orders[id] ?? undefined)) });
const ordersOf = (d: DraftView): Orders => Object.fromEntries(d.slots.map((s) => [s.slot, s.order ?? null]));

/** What the server would make of orders: the slots that they change. */
const given = (d: DraftView, orders: Orders): DraftView => ({
  slots: Object.entries(orders).map(([id, order]) => slot(id, order ?? undefined)),
  ...(d.fault ? { fault: d.fault } : {}),
});

/** A table with one plan: orders are given, taken back and given again. */
class Desk {
  draft = draft({});
  history: History = NO_HISTORY;

  order(orders: Orders, label?: string): this {
    const old = this.draft;
    this.draft = merged(old, given(old, orders), true);
    this.history = did(this.history, diffOf(old, this.draft, label));
    return this;
  }

  /** Another browser of the side. */
  elsewhere(orders: Orders): this {
    this.draft = merged(this.draft, given(this.draft, orders), true);
    return this;
  }

  private step(way: ReturnType<typeof back>): this {
    if (!way) return this;
    this.draft = merged(this.draft, given(this.draft, way.orders), true);
    this.history = way.history;
    return this;
  }

  undo = (): this => this.step(back(this.history, this.draft));
  redo = (): this => this.step(forward(this.history, this.draft));
}

describe('a draft is put together', () => {
  test('a slot that did not change stays the very same', () => {
    const old = draft({ '1': 'march' });
    const now = merged(old, draft({ '1': 'march', '2': 'dig' }), false);
    expect(now.slots[0]).toBe(old.slots[0]);
    expect(now.slots[1]).not.toBe(old.slots[1]);
  });

  test('a part changes only what it names', () => {
    const old = draft({ '1': 'march' });
    const now = merged(old, { slots: [slot('3', 'dig')] }, true);
    expect(ordersOf(now)).toEqual({ '1': 'march', '2': null, '3': 'dig' });
  });

  test('what speaks against the whole is what the last answer says', () => {
    const fault = { case: '4.1', why: 'too much' };
    const bad = merged(draft({}), { slots: [], fault }, true);
    expect(bad.fault).toEqual(fault);
    expect(merged(bad, { slots: [] }, true).fault).toBeUndefined();
  });

  test('a part without a whole is taken as the whole', () => {
    expect(merged(null, { slots: [slot('1')] }, true).slots).toHaveLength(1);
  });

  test('slots are found by counter and by place', () => {
    const d = draft({});
    expect(slotOf(d, 'c2')?.slot).toBe('2');
    expect(slotOf(d, undefined)).toBeUndefined();
    expect(slotOf(null, 'c2')).toBeUndefined();
    const stand = [
      { id: 'c1', at: '0101' },
      { id: 'c3', at: '0101' },
      { id: 'c2', at: '0202' },
    ];
    expect(slotsAt(d, '0101', stand).map((s) => s.slot)).toEqual(['1', '3']);
    expect(slotsAt(d, undefined, stand)).toEqual([]);
  });
});

describe('a diff', () => {
  test('names what changed, whatever was asked for', () => {
    const old = draft({ '1': 'march' });
    const diff = diffOf(old, merged(old, draft({ '2': 'dig' }), false));
    expect(diff?.changes).toEqual([
      { slot: '1', before: 'march', after: null },
      { slot: '2', before: null, after: 'dig' },
    ]);
    expect(diff?.label).toBe('2 orders');
  });

  test('of one order bears its name', () => {
    const old = draft({});
    expect(diffOf(old, merged(old, given(old, { '2': 'dig' }), true))?.label).toBe('the order of 2');
  });

  test('is none where only words changed', () => {
    const old = draft({ '1': 'march' });
    const now = { slots: old.slots.map((s) => ({ ...s, text: 'marches slowly' })) };
    expect(diffOf(old, merged(old, now, false))).toBeNull();
  });

  test('has an inverse, which has it as its own', () => {
    const diff = { label: 'x', changes: [{ slot: '1', before: null, after: 'dig' }] };
    expect(inverse(diff).changes).toEqual([{ slot: '1', before: 'dig', after: null }]);
    expect(inverse(inverse(diff))).toEqual(diff);
  });

  test('leaves alone what somebody has told something else', () => {
    const diff = {
      label: 'x',
      changes: [
        { slot: '1', before: null, after: 'dig' },
        { slot: '2', before: null, after: 'dig' },
      ],
    };
    expect(ordersFor(inverse(diff), draft({ '1': 'dig', '2': 'march' }))).toEqual({ '1': null });
  });

  test('knows orders by what they say', () => {
    expect(sameOrder({ march: ['1'] }, { march: ['1'] })).toBe(true);
    expect(sameOrder(undefined, null)).toBe(true);
    expect(sameOrder({ march: ['1'] }, { march: ['2'] })).toBe(false);
  });
});

describe('undo and redo', () => {
  test('take back the last gesture and do it again', () => {
    const desk = new Desk().order({ '1': 'march' }).order({ '2': 'dig', '3': 'dig' });
    expect(ordersOf(desk.undo().draft)).toEqual({ '1': 'march', '2': null, '3': null });
    expect(ordersOf(desk.undo().draft)).toEqual({ '1': null, '2': null, '3': null });
    expect(back(desk.history, desk.draft)).toBeNull();
    expect(ordersOf(desk.redo().redo().draft)).toEqual({ '1': 'march', '2': 'dig', '3': 'dig' });
    expect(forward(desk.history, desk.draft)).toBeNull();
  });

  test('a new order forgets what was taken back', () => {
    const desk = new Desk().order({ '1': 'march' }).undo().order({ '1': 'dig' });
    expect(forward(desk.history, desk.draft)).toBeNull();
    expect(ordersOf(desk.undo().draft)['1']).toBeNull();
  });

  test('pass over what another browser has ordered since', () => {
    const desk = new Desk().order({ '1': 'march' }).order({ '2': 'dig' }).elsewhere({ '2': 'march' });
    expect(ordersOf(desk.undo().draft)).toEqual({ '1': null, '2': 'march', '3': null });
  });

  test('what was not changed is no gesture', () => {
    const desk = new Desk().order({ '1': 'march' }).order({ '1': 'march' });
    expect(desk.history.past).toHaveLength(1);
  });

  const gesture = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.constantFrom<unknown>(null, 'dig', { march: ['1'] }, { march: ['2'] }), {
    minKeys: 1,
  });

  test('as many undos as gestures lead to the start, as many redos to the end again', () => {
    fc.assert(
      fc.property(fc.array(gesture, { maxLength: 12 }), (gestures) => {
        const desk = new Desk();
        for (const g of gestures) desk.order(g);
        const [end, n] = [ordersOf(desk.draft), desk.history.past.length];
        for (let i = 0; i < n; i++) desk.undo();
        expect(ordersOf(desk.draft)).toEqual(ordersOf(draft({})));
        for (let i = 0; i < n; i++) desk.redo();
        expect(ordersOf(desk.draft)).toEqual(end);
      }),
    );
  });

  test('no undo ever touches what another browser ordered last', () => {
    fc.assert(
      fc.property(fc.array(gesture, { minLength: 1, maxLength: 8 }), gesture, (mine, theirs) => {
        const desk = new Desk();
        for (const g of mine) desk.order(g);
        const before = desk.draft;
        desk.elsewhere(Object.fromEntries(Object.keys(theirs).map((s) => [s, 'theirs'])));
        while (back(desk.history, desk.draft)) desk.undo();
        for (const s of Object.keys(theirs)) expect(bySlot(desk.draft).get(s)?.order).toBe('theirs');
        for (const s of before.slots) if (!(s.slot in theirs)) expect(bySlot(desk.draft).get(s.slot)?.order ?? null).toBeNull();
      }),
    );
  });

  test('undo and redo at any moment agree with a list of positions', () => {
    const step = fc.oneof(gesture, fc.constant('undo' as const), fc.constant('redo' as const));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const desk = new Desk();
        let [positions, at] = [[ordersOf(desk.draft)], 0];
        for (const s of steps) {
          if (s === 'undo') {
            desk.undo();
            at = Math.max(0, at - 1);
          } else if (s === 'redo') {
            desk.redo();
            at = Math.min(positions.length - 1, at + 1);
          } else {
            desk.order(s);
            const now = ordersOf(desk.draft);
            if (JSON.stringify(now) !== JSON.stringify(positions[at])) {
              positions = [...positions.slice(0, at + 1), now];
              at += 1;
            }
          }
          expect(ordersOf(desk.draft)).toEqual(positions[at]);
        }
      }),
    );
  });
});

describe('a proposal', () => {
  const plan = draft({ '1': 'march' });
  const proposal = { orders: { '1': 'march', '2': 'dig', '9': 'dig' } };

  test('is what it would change', () => {
    expect(proposed(plan, proposal).map((s) => [s.slot, s.order])).toEqual([['2', 'dig']]);
    expect(proposed(null, proposal)).toEqual([]);
    expect(proposed(plan, null)).toEqual([]);
  });

  test('is taken whole or in part', () => {
    expect(taken(plan, proposal)).toEqual({ '2': 'dig' });
    expect(taken(plan, proposal, ['1', '3'])).toEqual({});
    expect(taken(draft({}), proposal, ['1'])).toEqual({ '1': 'march' });
  });

  test('may take an order back', () => {
    expect(taken(plan, { orders: { '1': null } })).toEqual({ '1': null });
  });
});
