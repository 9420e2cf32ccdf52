import '../test/browserless';
import { describe, expect, test } from 'vitest';
import { Desk } from '../test/desk';
import { actionFor, actionOf, ACTIONS, KEYS, perform, tableKeys, type Stand } from './actions';
import { Director } from './director.svelte';

const stand = async (desk: Desk): Promise<Stand> => {
  await desk.done();
  return { ui: desk.ui, director: new Director(desk.table, desk.ui, null) };
};
const march = () => new Desk({ counters: { A: '1' }, reach: { A: ['2'] } });

describe('the list of actions', () => {
  test('no key does two things, no two have one name', () => {
    const keys = ACTIONS.flatMap((a) => a.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(ACTIONS.map((a) => a.id)).size).toBe(ACTIONS.length);
  });

  test('the help names every action by its key', () => {
    for (const a of ACTIONS) expect(KEYS).toContainEqual([a.shown, a.label]);
  });

  test('letters count with the caps lock, Shift says something else', () => {
    expect([actionFor('b')?.id, actionFor('B')?.id, actionFor('u')?.id, actionFor('U')?.id, actionFor('Z')?.id]).toEqual([
      'battle',
      'battle',
      'undo',
      'undo-phase',
      'redo',
    ]);
    expect([actionFor('x'), actionFor('F1')]).toEqual([undefined, undefined]);
  });

  test('an action is found by its name, or missed aloud', () => {
    expect(actionOf('replay').shown).toBe('P');
    expect(() => actionOf('nothing')).toThrow('no action');
  });
});

describe('what keys do', () => {
  test('U lets go of what is in hand, then takes back', async () => {
    const desk = march().click('A').click('2');
    const on = await stand(desk);
    perform(actionOf('undo'), on);
    await desk.expectAt('A', '1').click('A').expectHand('A').done();
    perform(actionOf('undo'), on);
    await desk.expectHand().expectSaid('undo', 1).done();
  });

  test('Shift+Z does it again', async () => {
    const desk = march().click('A').click('2').undo();
    perform(actionOf('redo'), await stand(desk));
    await desk.expectAt('A', '2').done();
  });

  test('tabs, window and the whole stack', async () => {
    const desk = march();
    const on = await stand(desk);
    perform(actionOf('oob'), on);
    expect([desk.ui.tab, desk.ui.sheetUp]).toEqual(['oob', true]);
    perform(actionOf('help'), on);
    expect(desk.ui.window).toBe('help');
    perform(actionOf('next'), on);
    expect(desk.ui.pinned?.counter).toBe('A');
  });

  test('Esc lets go of the last thing first', async () => {
    const desk = march().click('A').click('9');
    const on = await stand(desk);
    perform(actionOf('escape'), on);
    expect([desk.ui.whyNot, desk.ui.selected]).toEqual([null, 'A']);
    perform(actionOf('escape'), on);
    expect(desk.ui.selected).toBeNull();
  });

  test('in a replay nothing is done at the table', async () => {
    const desk = march().click('A').click('2');
    const on = await stand(desk);
    on.director.openReplay(null);
    for (const id of ['undo', 'undo-phase', 'redo', 'end', 'counsel', 'stack']) perform(actionOf(id), on);
    await desk.expectSaid('undo', 0).expectSaid('advice', 0).expectAt('A', '2').done();
    on.director.closeReplay();
  });

  test("a key with Ctrl is the browser's, one that is not ours goes on", async () => {
    const desk = march();
    const { ui, director } = await stand(desk);
    const press = (key: string, more = {}) => {
      let taken = false;
      tableKeys({ key, target: null, preventDefault: () => (taken = true), ...more } as unknown as KeyboardEvent, ui, director);
      return taken;
    };
    Object.assign(globalThis, { HTMLElement: class {}, HTMLInputElement: class {} });
    expect([press('b'), press('b', { ctrlKey: true }), press('x'), press('5')]).toEqual([true, false, false, false]);
    expect(ui.tab).toBe('battle');
  });
});
