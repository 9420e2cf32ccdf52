// First-game guides: one file a game, found by name. A game without one has none; nothing else depends on it.
import { isPhase } from '../model/rules';
import type { View } from '../lib/wire';

/** What the player is to do; the page sees whether he has. */
export type Task = 'look' | 'point' | 'rule' | 'layer' | 'act' | 'battle';

export interface Step {
  /** Shown while this phase is played; a step without a phase belongs to the beginning. */
  phase?: string;
  /** Only for this side. */
  side?: 'axis' | 'soviet';
  title: string;
  text: string;
  /** The rule to read. */
  case?: string;
  /** What is to be done, in words. */
  task?: string;
  do?: Task;
}

export interface Guide {
  scenario: string;
  /** The side that a first game is played with; the steps are for both. */
  side: 'axis' | 'soviet';
  opponent: string;
  title: string;
  text: string;
  steps: Step[];
}

const files = import.meta.glob<Guide>('./*.json', { eager: true, import: 'default' });

export const guideOf = (game: string): Guide | undefined => files[`./${game}.json`];
export const guidedGames = (): string[] => Object.keys(files).map((f) => f.slice(2, -5));

/** What is said at any table before a game says more. */
export const BASICS: Step[] = [
  {
    title: 'The table',
    text: 'Drag the map to move it, use the wheel or two fingers to zoom. Home shows the whole map again.',
    task: 'Move or zoom the map',
    do: 'look',
  },
  {
    title: 'What is asked',
    text: 'The panel below always says who decides, what is asked, and by which rule.',
    task: 'Click a rule number and read it',
    do: 'rule',
  },
  {
    title: 'Counters',
    text: 'Point at a counter: beside the map you read what each number means and what state it is in. The key ? leads to drawings of everything.',
    task: 'Point at a counter',
    do: 'point',
  },
  {
    title: 'Acting',
    text: 'Counters with a halo can act. Click one, then a marked place. Undo takes it back until dice have fallen or something was shown.',
  },
];

/** The steps that fit the phase and the side. */
export function stepsFor(guide: Guide | undefined, view: Pick<View, 'turn'> | null, side: string | null): Step[] {
  return (guide?.steps ?? []).filter((s) => isPhase(view, s.phase) && (s.side ?? side) === side);
}

/** What a player has done so far, as counts and states that only grow or change when he does something. */
export interface Done {
  camera: string;
  rule: string;
  counter: string | undefined;
  layers: number;
  n: number;
  battle: boolean;
}

/** Has he done it since the step began? */
export function isDone(task: Task | undefined, then: Done, now: Done): boolean {
  switch (task) {
    case 'look':
      return then.camera !== '' && now.camera !== then.camera;
    case 'rule':
      return now.rule !== '' && now.rule !== then.rule;
    case 'point':
      return now.counter !== undefined;
    case 'layer':
      return now.layers > 0;
    case 'act':
      return now.n > then.n;
    case 'battle':
      return now.battle;
    case undefined:
      return false;
  }
}
