// Keys of the table. The map itself handles Tab, arrows, Enter and Space when it has the focus.
import { endAtRest } from '../lib/atrest';
import { mainButton } from '../lib/offers';
import { windows } from '../lib/windows.svelte';
import type { Replay } from '../lib/replay.svelte';
import type { News } from './news.svelte';
import type { Ui } from './ui.svelte';

export const KEYS: [string, string][] = [
  ['Tab, Shift+Tab', 'walk the counters that can act (on the map)'],
  ['Arrows', 'walk the hexes'],
  ['Enter', 'take what is marked'],
  ['Space', 'fan out a stack'],
  ['Esc', 'let go'],
  ['N', 'next counter that can still act'],
  ['Right click', 'what can be done and asked there; by keyboard Menu or Shift+F10'],
  ['Shift+click', 'pick several counters of a stack; on a goal: go by it'],
  ['G', 'take the whole stack under the hand'],
  ['U', 'let go of what is in hand, else undo the last march, attack or choice'],
  ['Shift+U', 'undo to the start of the phase'],
  ['Shift+Z', 'do again what was undone'],
  ['C', 'counsel: what would staff do here?'],
  ['E', 'end the phase'],
  ['B', 'battle'],
  ['L', 'log'],
  ['R', 'rules'],
  ['O, T, V', 'order of battle, track, victory'],
  ['M', 'to the map'],
  ['1 to 9', 'layers'],
  ['W A S D', 'move the map'],
  ['+ and -', 'zoom'],
  ['Home', 'the whole map'],
  ['H', 'what the other side did last'],
  ['P', 'replay'],
  ['?', 'this list'],
];

interface More {
  replay: Replay | null;
  news: News;
  /** Puts away what is told on the map; false if there is nothing. */
  dismiss(): boolean;
  openReplay(): void;
}

export function tableKeys(e: KeyboardEvent, ui: Ui, more: More): void {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || typing(e.target)) return;
  // A button that has gone takes the focus out of its window: the keys stay the window's own, and Esc closes it.
  if (windows.open > 0) return;
  // A slider has its own.
  if (e.key === 'Home' && e.target instanceof HTMLInputElement) return;
  if (handle(e.key, ui, more)) e.preventDefault();
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

function handle(key: string, ui: Ui, { replay, news, dismiss, openReplay }: More): boolean {
  const layer = /^[1-9]$/.test(key) ? ui.view?.layers[Number(key) - 1] : undefined;
  if (layer) {
    ui.toggleLayer(layer.id);
    return true;
  }
  if (key === 'U' || key === 'Z') {
    // With Shift: the whole phase back, or forward again.
    if (!replay) void (key === 'U' ? ui.table.undoPhase() : ui.table.redo());
    return true;
  }
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'u':
      // What is only in hand is let go of first: nothing has been done with it yet.
      if (ui.selected !== null || ui.table.hand?.fresh) ui.march.drop();
      else if (!replay) void ui.table.undoLast();
      return true;
    case 'b':
      ui.openTab('battle');
      return true;
    case 'l':
      ui.openTab('log');
      return true;
    case 'r':
      ui.openTab('rules');
      return true;
    case 'o':
      ui.openTab('oob');
      return true;
    case 't':
      ui.openTab('track');
      return true;
    case 'v':
      ui.openTab('victory');
      return true;
    case 'n':
      ui.next();
      return true;
    case 'g':
      if (!replay) ui.takeStack();
      return true;
    case 'c':
      if (!replay) void ui.counsel.ask();
      return true;
    case 'e':
      if (!replay) end(ui);
      return true;
    case 'p':
      if (replay) {
        if (replay.playing) replay.playing = false;
        else void replay.play();
      } else openReplay();
      return true;
    case 'm':
      ui.focusMap();
      return true;
    case 'Home':
      ui.map?.fit();
      return true;
    case '?':
      ui.window = 'help';
      return true;
    case 'h':
      if (!replay) news.again();
      return true;
    case 'Escape':
      letGo(ui, dismiss);
      return true;
    default:
      return false;
  }
}

/** Esc: what is in hand or asked goes first, then the report, then the rest. */
export function letGo(ui: Ui, dismiss: () => boolean): void {
  const held = ui.chooser !== null || ui.whyNot !== null || ui.table.notice !== null || ui.selected !== null || ui.chosen.length > 0;
  if (held) ui.escape();
  else if (ui.counsel.advice) ui.counsel.drop();
  else if (ui.fights.shown) ui.fights.close();
  else if (!dismiss()) ui.escape();
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
