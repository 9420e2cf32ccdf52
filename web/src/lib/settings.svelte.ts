// What this person likes; kept in this browser.
import { useClearColours } from './faces';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'less';

interface Kept {
  theme: Theme;
  motion: Motion;
  text: number;
  /** The computer waits so long after each action, in milliseconds; 0 shows only the outcome. */
  speed: number;
  /** Rules whose reminders are not to stop the end of a phase any more. */
  quiet: string[];
  /** For eyes that do not tell red from green. */
  colours: 'usual' | 'clear';
  /** Quiet sounds; none unless asked for. */
  sound: 'off' | 'on';
  /** The width of the panel, and the heights of what is asked and of the inspector, in pixels; 0: their own. */
  width: number;
  asked: number;
  inspector: number;
  /** The briefing is shown before the first turn. */
  briefing: boolean;
  /** What can only be done in one way is done without a question. */
  forced: boolean;
  /** Entering a fight asks on a card even if its odds were asked and shown at the pointer. */
  twice: boolean;
  /** After a battle the next one is laid out by itself, where nothing else can be done. */
  onward: boolean;
}

const STORE = 'kessel.settings';
const FIRST: Kept = {
  theme: 'auto',
  motion: 'auto',
  text: 1,
  speed: 450,
  quiet: [],
  colours: 'usual',
  sound: 'off',
  width: 0,
  asked: 0,
  inspector: 0,
  briefing: true,
  forced: true,
  twice: false,
  onward: true,
};

function read(): Kept {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...FIRST };
  }
}

export const SPEEDS = [
  { ms: 1200, name: 'Slow' },
  { ms: 450, name: 'Normal' },
  { ms: 120, name: 'Fast' },
  { ms: 0, name: 'Only the outcome' },
] as const;

export const TEXT_SIZES = [1, 1.15, 1.3, 1.5] as const;

class Settings {
  kept = $state<Kept>(read());
  private system = $state<'light' | 'dark'>('light');

  constructor() {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    this.system = dark.matches ? 'dark' : 'light';
    dark.addEventListener('change', (e) => (this.system = e.matches ? 'dark' : 'light'));
  }

  get theme(): 'light' | 'dark' {
    return this.kept.theme === 'auto' ? this.system : this.kept.theme;
  }

  get calm(): boolean {
    return this.kept.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value;
    localStorage.setItem(STORE, JSON.stringify(this.kept));
  }

  /** Puts theme, motion and size of text on the page. */
  apply(): void {
    const root = document.documentElement;
    root.dataset['theme'] = this.theme;
    root.dataset['colours'] = this.kept.colours;
    useClearColours(this.kept.colours === 'clear');
    root.dataset['motion'] = this.calm ? 'less' : 'full';
    root.style.setProperty('--text-scale', String(this.kept.text));
  }
}

export const settings = new Settings();
