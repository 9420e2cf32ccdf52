// First-game guides: one file a game, found by name. A game without one has none; nothing else depends on it.

export interface Step {
  /** Shown while this phase is played; a step without a phase belongs to the beginning. */
  phase?: string;
  /** Only for this side. */
  side?: 'axis' | 'soviet';
  title: string;
  text: string;
  /** The rule to read. */
  case?: string;
  /** Where to look: the prompt, the map, the inspector, the log, the main button. */
  look?: 'prompt' | 'map' | 'inspector' | 'tabs' | 'main';
}

export interface Guide {
  scenario: string;
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
  { title: 'The table', text: 'Drag the map to move it, use the wheel or two fingers to zoom. Home shows the whole map again.', look: 'map' },
  { title: 'What is asked', text: 'This panel always says who decides, what is asked, and by which rule. Click the number to read the rule.', look: 'prompt' },
  { title: 'Counters', text: 'Point at a counter: below you read what each number means and what state it is in.', look: 'inspector' },
  { title: 'Acting', text: 'Counters with a halo can act. Click one, then a marked place. Undo takes it back until dice have fallen or something was shown.', look: 'map' },
];

/** The steps that fit the phase; the basics first. */
export function stepsFor(guide: Guide | undefined, phase: string, side: string | null): Step[] {
  return (guide?.steps ?? []).filter((s) => (s.phase ?? phase) === phase && (s.side ?? side) === side);
}
