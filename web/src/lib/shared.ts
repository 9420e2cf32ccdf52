// What the panels of a table share through the context: how to open a rule, how to show a place.
import { getContext, setContext } from 'svelte';
import type { Rule } from './protocol';
import type { BattleReport, CounterView, Sheet, Side } from './wire';

export interface Desk {
  /** Opens a rule beside the log. */
  openRule(id: string): void;
  rule(id: string): Rule | undefined;
  /** Shows a space on the map. */
  showPlace(id: string): void;
  /** The name of a space. */
  place(id: string): string;
  /** The counter of this name, if the viewer knows one. */
  counterNamed(name: string): CounterView | undefined;
  /** Opens the report of a battle; `nth` event of action `n`, where the report may be without its sums. */
  openBattle(report: BattleReport, text: string, n: number, nth: number): void;
  /** What came of a battle, in words; the event of this number of action `n`. */
  consequences(n: number, nth: number): { side: Side | null; text: string }[];
  /** The last battle that was fought in a place, as far as the log tells, and when. */
  lastBattle(at: string): Promise<{ when: string; report: BattleReport } | null>;
  /** The printed sheet, for small diagrams. */
  sheet(): Sheet | null;
}

const KEY = Symbol('desk');
export const setDesk = (desk: Desk): Desk => setContext(KEY, desk);
export const getDesk = (): Desk | undefined => getContext<Desk | undefined>(KEY);
