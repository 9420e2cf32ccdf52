// What clicks, drags and undo come to, in chains of gestures without a browser.
import { describe, expect, test } from 'vitest';
import type { Offer } from '../lib/wire';
import { Desk } from './desk';

const field = { counters: { A: '1', B: '1', C: '5', E1: '3' }, reach: { A: ['2', '!3', '5'], B: ['2'], C: ['6'] } };
const desk = (more = {}) => new Desk({ ...structuredClone(field), ...more });
const offer = (o: Partial<Offer>): Offer => ({ kind: 'place', group: 'G', action: JSON.stringify(o), label: 'L', ...o });

describe('marching', () => {
  test('is two clicks, and one undo', () =>
    desk().click('A').expectHand('A').click('2').expectAt('A', '2').expectSaid('act', 1).undo().expectAt('A', '1').done());

  test('a click on the one in hand lets go of it', () => desk().click('A').click('A').expectHand().expectSaid('act', 0).done());

  test('another own unit is taken up, also on a goal', () => desk().click('A').click('C').expectHand('C').expectSaid('act', 0).done());

  test('a second click on it sends the first one there after all', () => desk().click('A').click('C').click('C').expectAt('A', '5').done());

  test('a drag is the same in one gesture', () => desk().drag('A', '2').expectAt('A', '2').done());

  test('a drag to where it cannot get says why and lets go', () =>
    desk()
      .drag('A', '9')
      .expect((d) => d.ui.whyNot?.text, 'The river is in the way.')
      .expectHand()
      .expectSaid('act', 0)
      .done());

  test('a place out of reach says what is in the way, and keeps the hand', () =>
    desk()
      .click('A')
      .click('9')
      .expect((d) => d.ui.whyNot?.title, 'A cannot get to 9')
      .expectHand('A')
      .done());

  test('Shift takes another of the stack along, and both go', () =>
    desk().click('A').click('B', { shift: true }).expectHand('A', 'B').click('2').expectAt('A', '2').expectAt('B', '2').done());

  test('Shift on one of them leaves it behind', () =>
    desk().click('A').click('B', { shift: true }).click('B', { shift: true }).expectHand('A').done());

  test('a goal that one of them does not reach leaves him, and says so', () =>
    desk()
      .click('A')
      .click('B', { shift: true })
      .click('5')
      .expectAt('A', '5')
      .expectAt('B', '1')
      .expect((d) => d.table.notice?.text, 'B cannot come along.')
      .done());

  test('dragging one of several drags all', () =>
    desk().click('A').click('B', { shift: true }).drag('B', '2').expectAt('A', '2').expectAt('B', '2').done());

  test('a fight asks first, and the question is the answer', () =>
    desk()
      .click('A')
      .click('E1')
      .expect((d) => [d.ui.chooser?.title, d.ui.chooser?.offers[0]?.cost], ['The enemy is there', '3:1'])
      .expectSaid('act', 0)
      .choose()
      .expectAt('A', '3')
      .done());

  describe('where a dearer way is better, both are offered', () => {
    const went = (d: Desk) => d.server.said.flatMap((m) => (m.type === 'act' && 'actions' in m ? [m.actions.length] : []));
    const asked = () => desk({ better: '8' }).click('A').click('E1');

    test('with their odds and what the better one costs', () =>
      asked()
        .expect((d) => d.ui.chooser?.title, 'Two ways into the fight')
        .expect(
          (d) => d.ui.chooser?.offers.map((o) => [o.label, o.cost]),
          [
            ['Attack 3', '3:1'],
            ['Attack 3 from 8', '5:1; by 8, which costs more'],
          ],
        )
        .expectSaid('act', 0)
        .done());

    test('the first is the cheap one', () => asked().choose(0).expectAt('A', '3').expect(went, [1]).done());

    test('the second goes by the better place', () => asked().choose(1).expectAt('A', '3').expect(went, [2]).done());

    test('where there is none nothing is asked of it', () =>
      desk()
        .click('A')
        .click('E1')
        .expect((d) => d.ui.chooser?.title, 'The enemy is there')
        .done());
  });

  test('the same goal at once once more is no answer: nobody could have read the question', () =>
    desk()
      .click('A')
      .click('3')
      .do((d) => {
        d.ui.askedAt = performance.now();
        d.ui.clicks.picked({ space: '3' }, { x: 0, y: 0 });
      })
      .expectSaid('act', 0)
      .done());

  test('a moment later it is the answer', () =>
    desk()
      .click('A')
      .click('3')
      .do((d) => {
        d.ui.askedAt = performance.now() - 500;
        d.ui.clicks.picked({ space: '3' }, { x: 0, y: 0 });
      })
      .expectAt('A', '3')
      .done());

  test('an enemy without a goal is looked at', () => desk().click('E1').expectHand().expectSaid('act', 0).done());

  test('undo and redo go back and forth', () =>
    desk().click('A').click('2').undo().redo().expectAt('A', '2').undo().expectAt('A', '1').done());

  test('nothing to take back says so', () =>
    desk()
      .undo()
      .expect((d) => d.table.notice?.text.startsWith('There is nothing to take back'), true)
      .done());
});

describe('what is offered', () => {
  const put = (...offers: Offer[]) => desk({ reach: {}, offers });

  test('one thing at a place is done', () =>
    put(offer({ space: '2' }))
      .click('2')
      .expectSaid('act', 1)
      .done());

  test('several are asked for', () =>
    put(offer({ space: '2', label: 'x' }), offer({ space: '2', label: 'y', group: 'H' }))
      .click('2')
      .expectSaid('act', 0)
      .expect((d) => d.ui.chooser?.offers.length, 2)
      .choose(1)
      .expectSaid('act', 1)
      .done());

  test('a counter with places is taken up, then put', () =>
    put(offer({ counter: 'A', space: '2' }), offer({ counter: 'A', space: '4' }))
      .click('A')
      .expect((d) => d.ui.selected, 'A')
      .click('4')
      .expectSaid('act', 1)
      .done());

  test('taken up twice it is put back', () =>
    put(offer({ counter: 'A', space: '2' }), offer({ counter: 'A', space: '4' }))
      .click('A')
      .click('A')
      .expect((d) => [d.ui.selected, d.table.spoken], [null, 'Put back.'])
      .done());

  test('a drag to a place that is offered does it', () =>
    put(offer({ counter: 'A', space: '2' }))
      .drag('A', '2')
      .expectSaid('act', 1)
      .done());

  test('looking never tidies', () =>
    put(offer({ kind: 'other', counter: 'A' }), offer({ kind: 'attack', space: '3', counter: 'B' }))
      .click('A')
      .expectSaid('act', 0)
      .done());

  test('a place where nothing can be done is explained', () =>
    put(offer({ space: '2' }))
      .click('7')
      .expect((d) => d.ui.whyNot !== null, true)
      .done());

  test('an attack with its sums is laid out before it is made', () =>
    put(offer({ kind: 'attack', space: '3', preview: { at: '3', forces: [] } as never }))
      .click('3')
      .expectSaid('act', 0)
      .expect((d) => d.ui.fights.shown?.report.at, '3')
      .do((d) => d.ui.fights.commit())
      .expectSaid('act', 1)
      .done());
});

describe('a patch', () => {
  test('lets go of nobody who can still act', () =>
    desk({ reach: {}, offers: [offer({ counter: 'A', space: '2' }), offer({ counter: 'A', space: '4' })] })
      .click('A')
      .do((d) => d.server.show())
      .expect((d) => d.ui.selected, 'A')
      .done());

  test('gives the map one picture: view, hand and selection change together', async () => {
    const d = desk();
    await d.done();
    const seen: unknown[] = [];
    const [selected, chosen] = [d.ui.selected, d.ui.chosen];
    d.table.laid = ((laid) => () => {
      seen.push(d.table.mapView);
      laid();
      seen.push([d.ui.selected, d.ui.chosen]);
    })(d.table.laid);
    const before = d.table.mapView;
    await d.do((x) => x.server.show()).done();
    expect(seen).toHaveLength(2);
    expect(seen[0]).toBe(before);
    // What the map is given beside the view is the very same as before: nothing is laid out for it.
    expect([d.ui.selected, d.ui.chosen]).toEqual([selected, chosen]);
    expect(d.ui.chosen).toBe(chosen);
  });

  test('closes what was asked about the table before', () =>
    desk()
      .click('A')
      .click('E1')
      .do((d) => d.server.show())
      .expect((d) => [d.ui.chooser, d.table.hand], [null, null])
      .done());
});

describe('planning', () => {
  const menu = [
    { verb: 'march', label: 'march to', case: '14', targets: ['2', '3'] },
    { verb: 'rush', label: 'rush to', case: '14', targets: ['3'] },
    { verb: 'dig', label: 'dig in', case: '15' },
  ];
  const plan = () => new Desk({ counters: { A: '1', B: '1', E1: '3' }, plan: { A: menu, B: menu } });

  test('a click on an own unit is about its slot, and orders nothing', () =>
    plan()
      .click('A')
      .expect((d) => d.ui.pinned?.counter, 'A')
      .expectDraft({})
      .done());

  test('a place that an open order can be aimed at is the order', () =>
    plan()
      .aim('A')
      .click('2')
      .expectDraft({ A: { march: '2' } })
      .done());

  test('the list of orders stays where it is', () =>
    plan()
      .click('A')
      .aim('A')
      .click('2')
      .expect((d) => d.ui.pinned?.counter, 'A')
      .done());

  test('of several verbs one is asked for', () =>
    plan()
      .aim('A')
      .click('E1')
      .expect((d) => d.ui.menu?.items.map((i) => i.text), ['march to', 'rush to'])
      .choose(1)
      .expectDraft({ A: { rush: '3' } })
      .done());

  test('a unit that is dragged to a target goes there', () =>
    plan()
      .aim('A')
      .drag('A', '2')
      .expectDraft({ A: { march: '2' } })
      .done());

  test('what can be aimed at glows on the map', () =>
    plan()
      .aim('A')
      .expect((d) => d.table.mapView?.offers.list.map((o) => o.space), ['2', '3', '3'])
      .do((d) => d.ui.clicks.aim([]))
      .expect((d) => d.table.mapView?.offers.list.length, 0)
      .done());

  test('orders are taken back and given again, also after a patch', () =>
    plan()
      .aim('A')
      .click('2')
      .aim('B')
      .click('2')
      .do((d) => d.server.show())
      .undo()
      .expectDraft({ A: { march: '2' } })
      .undo()
      .expectDraft({})
      .redo()
      .redo()
      .expectDraft({ A: { march: '2' }, B: { march: '2' } })
      .done());

  test('undo passes over what another browser has ordered', () =>
    plan()
      .aim('A')
      .click('2')
      .aim('B')
      .click('2')
      .do((d) => d.server.elsewhere({ B: 'dig' }))
      .undo()
      .expectDraft({ B: 'dig' })
      .done());

  test('the way back has the name of the order', () =>
    plan()
      .expect((d) => d.table.back.words, { undo: null, redo: null })
      .aim('A')
      .click('2')
      .expect((d) => d.table.back.words, { undo: 'the order of A', redo: null })
      .undo()
      .expect((d) => d.table.back.words, { undo: null, redo: 'the order of A' })
      .done());

  test('a proposal is put into the plan, whole or in part, as one gesture', () =>
    plan()
      .do((d) => d.table.plans.propose({ A: 'dig', B: 'dig' }))
      .expect((d) => d.table.plans.proposal.map((s) => s.slot), ['A', 'B'])
      .do((d) => d.table.plans.accept(['A']))
      .expectDraft({ A: 'dig' })
      .expect((d) => d.table.plans.proposal.map((s) => s.slot), ['B'])
      .do((d) => d.table.plans.accept())
      .expectDraft({ A: 'dig', B: 'dig' })
      .undo()
      .expectDraft({ A: 'dig' })
      .done());

  test('a draft is the same object while nothing of it changes', async () => {
    const d = plan().aim('A').click('2');
    await d.done();
    const [a] = d.table.plans.draft?.slots ?? [];
    await d.do((x) => x.server.show()).done();
    expect(d.table.plans.draft?.slots[0]).toBe(a);
  });
});
