// What the games promise the page beside the words of the wire: states of counters by their ids, steps of play by theirs, factors by their
// names. Read here and nowhere else (a rule of the linter says so), so that a game that speaks otherwise is understood in one place.
import { capital } from '../lib/words';
import type { Badge, CounterView, Event, FaceView, Offer, Sheet, View } from '../lib/wire';

type Counter = Pick<CounterView, 'flags'>;

const says = (counter: Counter | undefined, state: string): boolean => counter?.flags?.includes(state) ?? false;

/** Has the game itself taken it up, in the middle of a march? */
export const isMarching = (counter: Counter | undefined): boolean => says(counter, 'on-march');

/** Is it part of what is being done: on the march, or in the attack? */
export const inUse = (counter: Counter | undefined): boolean => isMarching(counter) || says(counter, 'attacking');

/** Shall it lie on top of its stack? */
export const onTop = (counter: Counter | undefined): boolean => says(counter, 'top');

/** Has it done its marching in this phase? */
export const hasMoved = (counter: Counter | undefined): boolean => says(counter, 'moved');

/** Everybody on the march, the first of them leading. */
export const marchers = (view: View): string[] => view.counters.filter(isMarching).map((c) => c.id);

/** Is this counter on the march? */
export const marching = (view: View, id: string): boolean => isMarching(view.counters.find((c) => c.id === id));

/** The states of a counter by their ids, for whoever draws signs. */
export const statesOf = (counter: Counter): readonly string[] => counter.flags ?? [];

/** A state in words, as the legend of the game has it. */
export const stateWords = (sheet: Sheet | null | undefined, state: string): string =>
  badgeOf(sheet, state)?.text ?? capital(state.replaceAll('-', ' '));

const badgeOf = (sheet: Sheet | null | undefined, state: string): Badge | undefined => sheet?.badges?.find((b) => b.flag === state);

/** The states of a counter with their words and rules. */
export const explained = (sheet: Sheet | null | undefined, counter: Counter): { state: string; text: string; case?: string }[] =>
  statesOf(counter).map((state) => {
    const rule = badgeOf(sheet, state)?.case;
    return { state, text: stateWords(sheet, state), ...(rule === undefined ? {} : { case: rule }) };
  });

/** What the legend explains, by the id of the state. */
export const legend = (sheet: Sheet): { state: string; text: string; case: string }[] =>
  (sheet.badges ?? []).map((b) => ({ state: b.flag, text: b.text, case: b.case }));

/** Is it in trouble with its supply, by the words of this game? */
export function supplyTrouble(sheet: Sheet | null): (counter: Counter) => boolean {
  const trouble = new Set(sheet?.badges?.filter((b) => b.supply).map((b) => b.flag));
  return (counter) => statesOf(counter).some((s) => trouble.has(s));
}

type Face = Pick<FaceView, 'factors'>;

/** The factors in the order in which the game prints them. */
export const factorsOf = (face: Face): readonly { name: string; value: string }[] => face.factors;

/** The factors as they stand on the counter: '4-4-6'. */
export const factorLine = (face: Face): string => face.factors.map((f) => f.value).join('-');

/** So many factors the viewer can read. */
export const legible = (face: Face): number => face.factors.filter((f) => f.value !== '?').length;

/** 'attack 4, defence 4, movement 6'. */
export const factorWords = (face: Face, unknown = 'unknown'): string =>
  face.factors.map((f) => `${f.name} ${f.value === '?' ? unknown : f.value}`).join(', ');

/** The movement printed on a counter; 0 where none is, or where it is not known. */
export const paceOf = (face: Face | undefined): number =>
  Number.parseFloat(face?.factors.find((f) => /^mov/i.test(f.name))?.value ?? '') || 0;

/** Which step of play it is, as one word that changes with turn and phase. */
export const stepOf = (view: Pick<View, 'turn'> | null | undefined): string => `${view?.turn.number} ${view?.turn.phase}`;

/** Which question is asked: another step, or another rule of it. */
export const questionOf = (view: View): string => `${stepOf(view)} ${view.offers.prompt.case}`;

/** The phase, as a word that is compared only. */
export const phaseOf = (view: Pick<View, 'turn'> | null | undefined): string => view?.turn.phase ?? '';

/** Is it this phase, where one is named? */
export const isPhase = (view: Pick<View, 'turn'> | null | undefined, phase: string | undefined): boolean =>
  phase === undefined || view?.turn.phase === phase;

/** Does a scene of a film end here: a step that is numbered among its like (`pulse-1`, `pulse-2`)? */
export const endsScene = (event: Event): boolean => event.kind === 'phase' && /-\d+$/.test(event.phase);

/** Does taking this offer end the whole step, or only something within it? */
export const endsStep = (offer: Offer): boolean => offer.kind === 'done' && offer.counter === undefined && offer.group === '';
