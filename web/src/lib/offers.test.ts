import { describe, expect, it } from 'vitest';
import { grouped, mainButton, mustLabel, onlyChoice, pick, wanted } from './offers';
import { offer, view } from './samples';
import type { CounterView, Reminder } from './wire';

const must = (text: string, at: string | null = null): Reminder => ({ case: '8.0.b', text, mandatory: true, stake: false, at });
const counter = (id: string, at: string): CounterView => ({
  id,
  side: 'soviet',
  at,
  kind: 'unit',
  hidden: false,
  face: { name: id, nation: 'soviet', symbol: 'infantry', size: 'XXXX', factors: [], steps: 1, max_steps: 2, formation: '' },
});

describe('the main button', () => {
  it('ends the phase where that is offered', () => {
    const done = offer({ kind: 'done', group: '', label: 'End Soviet movement' });
    const main = mainButton({ prompt: { text: '', case: '', reminders: [] }, list: [offer({}), done] });
    expect(main).toEqual({ kind: 'done', offer: done, ends: true });
  });

  it('says what must be done first where it is not', () => {
    const reminders = [must('Compulsory attack in 0507.', '0507'), must('Compulsory attack in Rostov.', '0712')];
    const main = mainButton({ prompt: { text: '', case: '', reminders }, list: [offer({}), offer({ action: 'y' })] });
    expect(main).toEqual({ kind: 'must', text: '2 compulsory attacks left', places: ['0507', '0712'] });
  });

  it('does not invent words where the reminders share none', () => {
    expect(mustLabel([must('River assault in 0507.'), must('Compulsory attack in 0508.')])).toBe('2 things must be done first');
    expect(mustLabel([must('SS-Wiking must be assigned to a unit of 1. PzArmee.')])).toBe(
      'SS-Wiking must be assigned to a unit of 1. PzArmee',
    );
  });

  it('opens the window of declarations, and leaves what a counter does by itself to the counter', () => {
    const order = offer({ kind: 'done', group: 'Order of phases', notes: [{ case: '5.6.a', text: '1R' }] });
    const stays = offer({ kind: 'done', counter: 'A', space: '0101' });
    const main = mainButton({ prompt: { text: '', case: '', reminders: [] }, list: [stays, order] });
    expect(main).toEqual({ kind: 'declare', title: 'Order of phases', offers: [order] });
  });

  it('is the only thing that can be done, if there is one', () => {
    const only = offer({ label: 'Launch' });
    expect(mainButton({ prompt: { text: '', case: '', reminders: [] }, list: [only] })).toEqual({ kind: 'only', offer: only });
  });
});

describe('a click', () => {
  const counters = [counter('A', '0101'), counter('B', '0102'), counter('asset', 'A')];

  it('does the one thing the counter can do where it stands', () => {
    const march = offer({ counter: 'A', space: '0101', action: { move: 'A' } });
    expect(pick(view([march], counters), { counter: 'A', space: '0101' }, null)).toEqual({ kind: 'act', offer: march });
  });

  it('takes up a counter that has places to go', () => {
    const list = ['0201', '0202'].map((space) => offer({ counter: 'A', space, action: { place: 'A', in: space } }));
    expect(pick(view(list, counters), { counter: 'A', space: '0101' }, null)).toEqual({ kind: 'select', counter: 'A' });
    expect(pick(view(list, counters), { space: '0202' }, 'A')).toEqual({ kind: 'act', offer: list[1] });
  });

  it('asks when a counter can do several things', () => {
    const list = ['tactical', 'strategic'].map((by) => offer({ counter: 'A', action: { move: 'A', by } }));
    expect(pick(view(list, counters), { counter: 'A' }, null)).toMatchObject({ kind: 'choose', offers: list });
  });

  it('on a place does the one thing that is there, whatever counter covers it', () => {
    const step = offer({ space: '0102', action: { step: '0102' } });
    expect(pick(view([step], counters), { space: '0102' }, null)).toEqual({ kind: 'act', offer: step });
    expect(pick(view([step], counters), { counter: 'B', space: '0102' }, null)).toEqual({ kind: 'act', offer: step });
  });

  it('with an asset in hand on the host of another asks nothing that was not offered', () => {
    const list = [
      offer({ counter: 'asset', space: '0102', action: { assign: 'asset', to: 'B' } }),
      offer({ counter: 'asset', space: '0103', action: { assign: 'asset', to: 'C' } }),
    ];
    expect(pick(view(list, counters), { counter: 'B', space: '0102' }, 'asset')).toEqual({ kind: 'act', offer: list[0] });
    expect(pick(view(list, counters), { space: '0999' }, 'asset')).toEqual({ kind: 'nothing' });
  });
});

describe('a click while a counter is on the march', () => {
  const march = { ...counter('A', '0101'), flags: ['on-march'] };
  const step = (space: string) => offer({ kind: 'move', counter: 'A', space, action: { step: space } });
  const [here, there, halt] = [step('0101'), step('0102'), offer({ kind: 'done', group: 'March', action: 'halt' })];

  it('on an empty place takes it there at once', () => {
    expect(pick(view([there, halt], [march]), { space: '0102' }, null)).toEqual({ kind: 'act', offer: there });
    expect(pick(view([there, halt], [counter('A', '0101')]), { space: '0102' }, null)).toMatchObject({ kind: 'choose' });
  });

  it('asks where there is more than one way', () => {
    const way = offer({ kind: 'move', counter: 'A', space: '0102', action: { step: '0102', by: 'rail' } });
    const blow = offer({ kind: 'attack', space: '0102', action: { attack: '0102' } });
    expect(pick(view([there, way], [march]), { space: '0102' }, null)).toMatchObject({ kind: 'choose', offers: [there, way] });
    expect(pick(view([there, blow], [march]), { space: '0102' }, null)).toMatchObject({ kind: 'choose', offers: [there, blow] });
  });

  it('leaves a counter that was picked by hand its turn, and asks about what happens where it stands', () => {
    const other = offer({ counter: 'B', space: '0102', action: { place: 'B' } });
    expect(pick(view([there, other], [march, counter('B', 'box')]), { space: '0102' }, 'B')).toEqual({ kind: 'act', offer: other });
    expect(pick(view([here, there], [march]), { space: '0101' }, null)).toMatchObject({ kind: 'choose', offers: [here] });
  });
});

describe('what the player seems to have wanted', () => {
  it('is an offered action with the target put in', () => {
    const list = [offer({ space: '0102', action: { step: '0102' } }), offer({ space: '0103', action: { step: '0103' } })];
    expect(wanted(list, { space: '0999' }, null)).toEqual([{ step: '0999' }]);
  });

  it('keeps different verbs apart', () => {
    const list = [
      offer({ counter: 'A', action: { move: 'A', by: 'tactical' } }),
      offer({ counter: 'A', action: { move: 'A', by: 'strategic' } }),
    ];
    expect(wanted(list, { counter: 'B' }, null)).toEqual([
      { move: 'B', by: 'tactical' },
      { move: 'B', by: 'strategic' },
    ]);
  });

  it('is nothing where no offer is like it', () => {
    expect(wanted([offer({ action: 'done' })], { counter: 'B', space: '0101' }, null)).toEqual([]);
  });
});

it('groups keep the order of the game and leave the end of the phase out', () => {
  const groups = grouped([offer({ group: 'b' }), offer({ kind: 'done', group: '' }), offer({ group: 'a' }), offer({ group: 'b' })]);
  expect(groups.map((g) => [g.group, g.offers.length])).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
});

describe('a choice that is none', () => {
  const asked = (...list: ReturnType<typeof offer>[]) => onlyChoice(view(list));

  it('is the only retreat or loss', () => {
    const back = offer({ kind: 'retreat', counter: 'A', space: '0102' });
    expect(asked(back)).toBe(back);
    expect(asked(back, offer({ kind: 'retreat', counter: 'A', space: '0103' }))).toBeNull();
  });

  it('is never the end of a step, a fight, or something that is spent', () => {
    for (const kind of ['done', 'attack', 'spend', 'other'] as const) expect(asked(offer({ kind }))).toBeNull();
    expect(asked(offer({ kind: 'select', battle: true }))).toBeNull();
    expect(asked(offer({ kind: 'place', many: true }))).toBeNull();
  });
});
