// Long games: every kind of action is done several times with the mouse; what was done so is done by the page itself afterwards, because pointing at it
// once more would only take longer.
import assert from 'node:assert/strict';
import { shown } from './hands.mjs';

/** So often each kind of action is done with the mouse. */
const OFTEN = 4;
const verbOf = (action) => (typeof action === 'string' ? action : Object.keys(action)[0]);
/** Actions that can follow each other as one list. */
const TOGETHER = ['move', 'step', 'halt', 'attack', 'join', 'lose', 'exploit', 'attach', 'alarm'];

export class Routine {
  /** Kinds of actions, and how often each was done. */
  pointed = new Map();

  constructor(hands) {
    this.hands = hands;
    this.person = hands.person;
  }

  /** Takes an offer: with the mouse, or by the page itself. `then` are the actions that follow it by a script; how many of them were done as well. */
  async take(offer, then = []) {
    const { view } = this.person;
    const kind = `${verbOf(offer.action)} ${offer.kind} ${view.turn.phase}`;
    const times = this.pointed.get(kind) ?? 0;
    this.pointed.set(kind, times + 1);
    if (times < OFTEN) {
      await this.hands.take(offer);
      return 0;
    }
    const verb = verbOf(offer.action);
    const end = TOGETHER.includes(verb) ? then.findIndex((action) => !this.#known(verbOf(action), view.turn.phase)) : 0;
    return this.#plainly(offer.action, end < 0 ? then : then.slice(0, end));
  }

  #known(verb, phase) {
    const often = ([kind, times]) => kind.startsWith(`${verb} `) && kind.endsWith(` ${phase}`) && times >= OFTEN;
    return TOGETHER.includes(verb) && [...this.pointed].some(often);
  }

  /** By the page itself, without a hand. */
  async #plainly(action, then) {
    const { person } = this;
    // The page may still be showing what came before.
    await shown(person);
    const { n } = person.last;
    const all = [action, ...then];
    // One by one, should the game have gone another way than the script.
    for (const list of then.length > 0 ? [all, [action]] : [all]) {
      const rest = await person.page.evaluate((some) => document.querySelector('[data-n]').actAll(some), list);
      if (rest === null && list.length > 1) continue;
      assert.ok(rest, JSON.stringify(action));
      await person.next(n);
      return list.length - rest.length - 1;
    }
    return 0;
  }
}
