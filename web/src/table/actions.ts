// Everything that can be done with a table beside pointing at its map, once: keys, help, the menus and the bar of a phone are made from this list.
import { endAtRest } from '../lib/atrest';
import { mainButton } from '../lib/offers';
import { windows } from '../lib/windows.svelte';
import type { Director } from './director.svelte';
import type { Tab } from './kinds';
import type { Ui } from './ui.svelte';

/** What an action can see. */
export interface Stand {
  ui: Ui;
  director: Director;
}

export interface Command {
  id: string;
  /** As `KeyboardEvent.key` has them; one letter small. */
  keys: string[];
  /** How the help writes the keys. */
  shown: string;
  /** What it does, in the words of the help. */
  label: string;
  /** A short name for a button; without one it has none. */
  button?: string;
  /** May it be done now? Always, if not said. */
  when?(on: Stand): boolean;
  run(on: Stand): void;
}

const playing = ({ director }: Stand): boolean => director.replay === null;

const tab = (id: Tab, key: string, label: string, button: string): Command => ({
  id,
  keys: [key.toLowerCase()],
  shown: key,
  label,
  button,
  run: ({ ui }) => ui.openTab(id),
});

/** In the order in which the help lists them. */
export const ACTIONS: Command[] = [
  {
    id: 'next',
    keys: ['n'],
    shown: 'N',
    label: 'next counter that can still act',
    button: 'Next that can act',
    run: ({ ui }) => ui.next(),
  },
  { id: 'stack', keys: ['g'], shown: 'G', label: 'take the whole stack under the hand', when: playing, run: ({ ui }) => ui.takeStack() },
  {
    id: 'undo',
    keys: ['u'],
    shown: 'U',
    label: 'let go of what is in hand, else undo the last march, attack, order or choice',
    button: 'Undo',
    run: ({ ui, director }) => {
      // What is only in hand is let go of first: nothing has been done with it yet.
      if (ui.selected !== null || ui.table.hand?.fresh) ui.march.drop();
      else if (!director.replay) void ui.table.back.last();
    },
  },
  {
    id: 'undo-phase',
    keys: ['U'],
    shown: 'Shift+U',
    label: 'undo to the start of the phase',
    button: 'Everything in this phase',
    when: playing,
    run: ({ ui }) => void ui.table.back.phase(),
  },
  {
    id: 'redo',
    keys: ['Z'],
    shown: 'Shift+Z',
    label: 'do again what was undone',
    button: 'Redo',
    when: playing,
    run: ({ ui }) => void ui.table.back.redo(),
  },
  {
    id: 'counsel',
    keys: ['c'],
    shown: 'C',
    label: 'counsel: what would staff do here?',
    button: 'Advice',
    when: playing,
    run: ({ ui }) => void ui.counsel.ask(),
  },
  { id: 'end', keys: ['e'], shown: 'E', label: 'end the phase', when: playing, run: ({ ui }) => end(ui) },
  tab('battle', 'B', 'battle', 'Battle'),
  tab('log', 'L', 'log', 'Log'),
  tab('rules', 'R', 'rules', 'Rules'),
  tab('oob', 'O', 'order of battle', 'Order of battle'),
  tab('track', 'T', 'track', 'Track'),
  tab('victory', 'V', 'victory', 'Victory'),
  { id: 'map', keys: ['m'], shown: 'M', label: 'to the map', run: ({ ui }) => ui.focusMap() },
  { id: 'fit', keys: ['Home'], shown: 'Home', label: 'the whole map', run: ({ ui }) => ui.map?.fit() },
  {
    id: 'report',
    keys: ['h'],
    shown: 'H',
    label: 'what the other side did last',
    button: "The enemy's last turn",
    when: playing,
    run: ({ director }) => director.news.again(),
  },
  {
    id: 'replay',
    keys: ['p'],
    shown: 'P',
    label: 'replay',
    button: 'Replay',
    run: ({ director }) => {
      const { replay } = director;
      if (!replay) director.openReplay(null);
      else if (replay.playing) replay.playing = false;
      else void replay.play();
    },
  },
  { id: 'help', keys: ['?'], shown: '?', label: 'this list', button: 'Help', run: ({ ui }) => (ui.window = 'help') },
  { id: 'escape', keys: ['Escape'], shown: 'Esc', label: 'let go', run: ({ ui, director }) => letGo(ui, director) },
];

/** Keys that the map has for itself while it has the focus, and gestures; for the help. */
export const ON_THE_MAP: [string, string][] = [
  ['Tab, Shift+Tab', 'walk the counters that can act (on the map)'],
  ['Arrows', 'walk the hexes'],
  ['Enter', 'take what is marked'],
  ['Space', 'fan out a stack'],
  ['Right click', 'what can be done and asked there; by keyboard Menu or Shift+F10'],
  ['Shift+click', 'pick several counters of a stack; on a goal: go by it'],
  ['1 to 9', 'layers'],
  ['W A S D', 'move the map'],
  ['+ and -', 'zoom'],
];

/** What the help lists. */
export const KEYS: [string, string][] = [...ON_THE_MAP, ...ACTIONS.map((a): [string, string] => [a.shown, a.label])];

/** The action of this name. */
export function actionOf(id: string): Command {
  const found = ACTIONS.find((a) => a.id === id);
  if (!found) throw new Error(`no action is called ${id}`);
  return found;
}

/** The action of a key; letters without Shift are small, as with the caps lock. */
export function actionFor(key: string): Command | undefined {
  return ACTIONS.find((a) => a.keys.includes(key)) ?? ACTIONS.find((a) => key.length === 1 && a.keys.includes(key.toLowerCase()));
}

/** Does it, if it may be done; true if the key means something here. */
export function perform(action: Command, on: Stand): boolean {
  if (action.when?.(on) ?? true) action.run(on);
  return true;
}

export function tableKeys(e: KeyboardEvent, ui: Ui, director: Director): void {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || typing(e.target)) return;
  // A button that has gone takes the focus out of its window: the keys stay the window's own, and Esc closes it.
  if (windows.open > 0) return;
  // A slider has its own.
  if (e.key === 'Home' && e.target instanceof HTMLInputElement) return;
  const layer = /^[1-9]$/.test(e.key) ? ui.view?.layers[Number(e.key) - 1] : undefined;
  const action = actionFor(e.key);
  if (layer) ui.toggleLayer(layer.id);
  else if (!action) return;
  else perform(action, { ui, director });
  e.preventDefault();
}

/** Space fans out a stack; on a button that ends something it does nothing, because the button keeps the focus after a click. */
export function notBySpace(e: KeyboardEvent): void {
  if (e.key === ' ') e.preventDefault();
}

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(target.type)))
  );
}

/** Esc: what is in hand or asked goes first, then the report, then the rest. */
export function letGo(ui: Ui, director: Pick<Director, 'dismiss'>): void {
  const held = ui.chooser !== null || ui.whyNot !== null || ui.table.notice !== null || ui.selected !== null || ui.chosen.length > 0;
  if (held) ui.escape();
  else if (ui.counsel.advice) ui.counsel.drop();
  else if (ui.fights.shown) ui.fights.close();
  else if (!director.dismiss()) ui.escape();
}

function end(ui: Ui): void {
  const { view, table } = ui;
  if (!view || !table.mine || table.pending) return;
  const main = mainButton(view.offers);
  if (main.kind === 'done' && !main.ends && endAtRest(table.rest)) void ui.endPhase(main.offer);
  else if (main.kind === 'done') ui.end(main.offer);
  else if (main.kind === 'declare') ui.declaring = true;
  else if (main.kind === 'must') {
    table.say(main.text);
    const [place] = main.places;
    if (place !== undefined) ui.showPlace(place);
    else table.notice = { text: main.text };
  } else table.notice = { text: 'This step ends by itself; something has to be chosen first.' };
}
