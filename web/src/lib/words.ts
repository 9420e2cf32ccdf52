// Words of the page for the words of the wire.
import type { EventKind, OfferKind, Sheet, Side, TrackView, Viewer } from './wire';

export const sideName = (side: Side | null | undefined): string => (side === 'axis' ? 'Axis' : side === 'soviet' ? 'Soviet' : 'Nobody');

export const viewerName = (viewer: Viewer): string =>
  ({ axis: 'Axis', soviet: 'Soviet', spectator: 'spectator', umpire: 'umpire' })[viewer];

export const KIND_WORD: Record<OfferKind, string> = {
  select: 'take up',
  move: 'move',
  attack: 'attack',
  place: 'place',
  retreat: 'retreat',
  loss: 'loss',
  spend: 'spend',
  done: 'end',
  other: 'other',
};

export const EVENT_WORD: Record<EventKind, string> = {
  phase: 'Phases',
  roll: 'Dice',
  move: 'Moves',
  place: 'Arrivals',
  loss: 'Losses',
  remove: 'Removals',
  flip: 'States',
  marker: 'Markers',
  track: 'Tracks',
  control: 'Control',
  battle: 'Battles',
  end: 'End',
  note: 'Notes',
};

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** 240 -> 'about 4 hours'. */
export function duration(minutes: number): string {
  if (minutes < 90) return `about ${minutes} minutes`;
  const hours = Math.round(minutes / 30) / 2;
  return `about ${hours} hours`;
}

/** 'Rostov (0712)', '0508', or the title of a box. */
export function spaceName(sheet: Sheet | null, id: string): string {
  const hex = sheet?.hexes.find((h) => h.id === id);
  if (hex) return hex.name ? `${hex.name} (${id})` : id;
  const box = sheet?.boxes.find((b) => b.id === id);
  if (box) return box.name;
  const beside = sheet?.beside?.find((b) => b.id === id);
  return beside ? capital(beside.name) : id === '' ? 'Unknown' : id;
}

/** What the calendar calls a turn. */
export const turnName = (sheet: Sheet | null, turn: number): string => sheet?.turns[turn - 1] ?? `Turn ${turn}`;

/** A line, and the rules that stand in brackets at its end. */
export function cited(text: string): { text: string; cases: string[] } {
  const found = /^(.*?) \(([A-Z]*\d[\w.]*(?:, [A-Z]*\d[\w.]*)*)\)$/.exec(text);
  return found ? { text: found[1] ?? text, cases: found[2]?.split(', ') ?? [] } : { text, cases: [] };
}

/** Where a track stands: '3 of 6', '40', '12 to 31' where it is not known exactly. */
export function standing(t: TrackView): string {
  const now = t.value ?? (t.range ? (t.range[0] === t.range[1] ? t.range[0] : `${t.range[0]} to ${t.range[1]}`) : '?');
  return t.most === undefined ? `${now}` : `${now} of ${t.most}`;
}

/** 583 -> '58%'; never 0% or 100% unless it is. */
export function percent(permille: number): string {
  if (permille <= 0) return '0%';
  if (permille >= 1000) return '100%';
  return `${Math.min(99, Math.max(1, Math.round(permille / 10)))}%`;
}

/** Minutes of an evening as the page writes them: '15 minutes', '1 hour', '1 hour 30 minutes'. */
function span(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? plural(hours, 'hour') : '', rest > 0 || hours === 0 ? plural(rest, 'minute') : ''].filter((s) => s !== '').join(' ');
}

/** What the clock of a table gives for a move, or '' without one. */
export function clockWords(clock: { clock_days?: number; clock_minutes?: number }): string {
  if (clock.clock_minutes) return `${span(clock.clock_minutes)} for a move`;
  return clock.clock_days ? `${plural(clock.clock_days, 'day')} for a move` : '';
}

/** The minutes until then; one that has begun counts, and there are never fewer than none. */
export const minutesLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 60_000));

/** How much of the time for a move is left: in minutes when it is under an hour. */
export function timeLeft(until: number, now = Date.now()): string {
  const minutes = minutesLeft(until, now);
  if (minutes === 0) return 'Your time for this move is over';
  if (minutes < 60) return `${plural(minutes, 'minute')} left for this move`;
  if (minutes < 60 * 24) return `${span(minutes)} left for this move`;
  return `Your time for this move ends ${new Date(until).toLocaleString()}`;
}

export function ago(then: number, now = Date.now()): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${plural(minutes, 'minute')} ago`;
  if (minutes < 60 * 24) return `${plural(Math.floor(minutes / 60), 'hour')} ago`;
  return `${plural(Math.floor(minutes / 1440), 'day')} ago`;
}
