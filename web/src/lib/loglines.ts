// The log as the reader wants it: groups by phase, lines by event.
import type { Frame } from './protocol';
import { marches, type Names } from './report';
import type { Event, EventKind, Side } from './wire';
import { plural, sideName } from './words';

export interface Line {
  key: string;
  /** The action it belongs to. */
  n: number;
  /** Which of its events. */
  nth: number;
  event: Event;
  /** A march of several steps: what is said of it instead of its first step. */
  march?: { text: string; to: string };
  /** Several alike in a row, this the first of them: what is said of all, and each. */
  fold?: { text: string; lines: Line[] };
}

export interface Group {
  key: string;
  turn: number;
  side: Side | null;
  title: string;
  case: string;
  lines: Line[];
}

export type Filter = 'all' | 'battles' | 'moves' | 'losses' | 'arrivals' | 'dice';

const KINDS: Record<Exclude<Filter, 'all'>, EventKind[]> = {
  battles: ['battle', 'end'],
  moves: ['move', 'control'],
  losses: ['loss', 'remove', 'flip'],
  arrivals: ['place'],
  dice: ['roll', 'battle'],
};

export function groupLog(frames: Frame[], filter: Filter = 'all'): Group[] {
  const groups: Group[] = [];
  const wanted = filter === 'all' ? null : new Set<EventKind>(KINDS[filter]);
  let group: Group | undefined;
  for (const frame of frames) {
    frame.events.forEach((event, i) => {
      if (event.kind === 'phase') {
        group = { key: `${frame.n}.${i}`, turn: event.turn, side: event.side, title: event.text, case: event.case, lines: [] };
        groups.push(group);
        return;
      }
      if (!group)
        groups.push((group = { key: 'start', turn: frame.turn, side: null, title: 'Before the first turn', case: '', lines: [] }));
      if (!wanted || wanted.has(event.kind)) group.lines.push({ key: `${frame.n}.${i}`, n: frame.n, nth: i, event });
    });
  }
  return groups.filter((g) => g.lines.length > 0 || g === groups.at(-1));
}

/**
 * The steps of one counter as one line, as long as no other counter moves in between and the rule is the same; what happened on the way
 * (spaces taken, a marker laid) stands after it.
 */
export function asMarches(lines: Line[], names: Names = () => undefined, place: (id: string) => string = (id) => id): Line[] {
  const told: Line[] = [];
  let steps: Line[] = [];
  let on: Line | undefined;
  const close = () => {
    const [way] = marches([{ n: 0, side: null, turn: 0, events: steps.map((s) => s.event) }], names);
    if (on && way && steps.length > 1) on.march = { text: `${way.name}: ${way.path.map(place).join(' - ')}`, to: way.path.at(-1) ?? '' };
    [steps, on] = [[], undefined];
  };
  for (const line of lines) {
    const { event } = line;
    const first = steps[0]?.event;
    const goesOn = event.kind === 'move' && first?.kind === 'move' && first.counter === event.counter && first.case === event.case;
    if (event.kind === 'battle' || event.kind === 'loss' || event.kind === 'remove' || (event.kind === 'move' && !goesOn)) close();
    if (event.kind === 'move') {
      steps.push(line);
      if (goesOn) continue;
      on = { ...line };
      told.push(on);
    } else told.push(line);
  }
  close();
  return folded(told, place);
}

/** So many spaces of one line are named. */
const NAMED = 6;

/** Control that goes to one side by one rule, line after line, as one line: games tell of each hex by itself. */
function folded(lines: Line[], place: (id: string) => string): Line[] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const [first, now] = [row?.[0]?.event, line.event];
    const alike = first?.kind === 'control' && now.kind === 'control' && first.side === now.side && first.case === now.case;
    if (row && alike) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => {
    const [first] = row;
    return first?.event.kind === 'control' && row.length > 1 ? [{ ...first, fold: { text: controlWords(row, place), lines: row } }] : row;
  });
}

/** 'Axis control of 3 spaces: Kalach, 1512, 1413'; what has a name stands first, so that it is never left out for a number. */
function controlWords(row: Line[], place: (id: string) => string): string {
  const ids = [...new Set(row.flatMap(({ event }) => (event.kind === 'control' ? [event.at] : [])))];
  const names = [...ids.filter((id) => place(id) !== id), ...ids.filter((id) => place(id) === id)].map(place);
  const side = row[0]?.event.kind === 'control' ? row[0].event.side : null;
  const list = names.length <= NAMED ? names.join(', ') : `${names.slice(0, NAMED - 1).join(', ')} and ${names.length - NAMED + 1} more`;
  return `${sideName(side)} control of ${plural(names.length, 'space')}: ${list}`;
}

/** The place an event happened at, if it names one; otherwise the counter it is about. */
export function placeOfEvent(event: Event): string | undefined {
  switch (event.kind) {
    case 'move':
      return event.to;
    case 'place':
    case 'marker':
    case 'control':
    case 'battle':
      return event.at;
    case 'remove':
      return event.from;
    case 'loss':
    case 'flip':
      return event.counter;
    default:
      return undefined;
  }
}

export interface Mark {
  n: number;
  kind: 'turn' | 'battle';
  text: string;
  /** Which turn begins. */
  turn?: number;
}

/** Where the slider of a replay has marks: the first action of each turn, and battles. */
export function marks(frames: Frame[]): Mark[] {
  const found: Mark[] = [];
  let turn = 0;
  for (const frame of frames) {
    for (const event of frame.events) {
      if (event.kind === 'phase' && event.turn !== turn) {
        turn = event.turn;
        found.push({ n: frame.n, kind: 'turn', text: `Turn ${turn}`, turn });
      }
      if (event.kind !== 'battle') continue;
      // The battles of one action are one mark: the slider stands at actions.
      const last = found.findLast((m) => m.kind === 'battle');
      if (last?.n === frame.n) last.text += `\n${event.text}`;
      else found.push({ n: frame.n, kind: 'battle', text: event.text });
    }
  }
  return found;
}
