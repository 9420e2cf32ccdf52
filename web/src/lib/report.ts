// What the other side did, put together from the events that this viewer was told: marches instead of hexes, battles, losses, places, points.
import { isReviewed, scenesOf } from './film';
import type { Frame } from './protocol';
import type { BattleReport, CounterView, Event, Sheet, Side, View } from './wire';
import { plural, sideName } from './words';

/** One counter's whole way. */
export interface March {
  counter: string;
  name: string;
  side: Side | null;
  /** From where it stood to where it stands, each space once as it was entered. */
  path: string[];
}

/** An event, and where it stands in the log. */
export interface Told<K extends Event['kind']> {
  n: number;
  nth: number;
  event: Extract<Event, { kind: K }>;
}

export interface Casualty {
  n: number;
  counter: string;
  name: string;
  side: Side | null;
  steps: number;
  gone: boolean;
  /** Where it stood, if that is known. */
  at: string;
  case: string;
  text: string;
}

export interface Report {
  /** Whose doings they are. */
  side: Side;
  /** They are what came of the plans of both sides at once. */
  film: boolean;
  /** Nobody's: the table did it by itself, between the turns. */
  between: boolean;
  /** The turn in which it happened, if what is told says so. */
  turn: number | undefined;
  /** The first and the last action told of. */
  from: number;
  to: number;
  marches: March[];
  battles: Told<'battle'>[];
  losses: Casualty[];
  /** Spaces that changed hands, as they are held in the end. */
  control: { at: string; side: Side | null }[];
  tracks: { track: string; text: string }[];
  arrivals: { counter: string; name: string; side: Side | null; at: string }[];
  /** What it means, most important first. */
  words: string[];
  events: Event[];
}

/** Whose phase it is before each frame, and after the last. */
function phases(frames: Frame[]): (Side | null)[] {
  let side: Side | null = null;
  return [...frames, null].map((frame) => {
    const before = side;
    for (const e of frame?.events ?? []) if (e.kind === 'phase') side = e.side;
    return before;
  });
}

/**
 * The frames since this side last acted in a phase of its own: what it answers in the other's phases (losses, retreats) does not cut the
 * tale. What the other answers in this side's own phases is no turn of the other's: the tale begins when the phase passes, if it does.
 */
export function stretch(frames: Frame[], me: Side): Frame[] {
  const whose = phases(frames);
  const enemy = me === 'axis' ? 'soviet' : 'axis';
  const cut = frames.findLastIndex((f, i) => f.side === me && whose[i] !== enemy);
  if (cut < 0) return fromPhase(frames, (e) => e.side === enemy);
  const passes = (e: Extract<Event, { kind: 'phase' }>) => e.side !== me;
  if (whose[cut + 1] === me) return fromPhase(frames.slice(cut), passes);
  const passed = fromPhase(frames.slice(cut, cut + 1), passes);
  return [...passed, ...frames.slice(cut + 1)];
}

/** From where such a phase begins; what comes before (the set-up, the end of the own turn) is left out. */
function fromPhase(frames: Frame[], such: (e: Extract<Event, { kind: 'phase' }>) => boolean): Frame[] {
  const begins = (e: Event) => e.kind === 'phase' && such(e);
  const at = frames.findIndex((f) => f.events.some(begins));
  const first = frames[at];
  return first ? [{ ...first, events: first.events.slice(first.events.findIndex(begins)) }, ...frames.slice(at + 1)] : [];
}

/** The frames since the phases have been this side's own. */
export function ownPhase(frames: Frame[], me: Side): Frame[] {
  const whose = phases(frames);
  if (whose.at(-1) !== me) return [];
  return frames.slice(frames.findLastIndex((_, i) => whose[i] !== me) + 1);
}

/** Names and sides of counters, also of those that the viewer does not see any more. */
export type Names = (id: string) => { name: string; side: Side | null } | undefined;

export const namesOf = (...views: (View | null)[]): Names => {
  const known = new Map<string, CounterView>();
  for (const view of views) for (const c of view?.counters ?? []) known.set(c.id, c);
  return (id) => {
    const counter = known.get(id);
    return counter && { name: counter.face.name, side: counter.side };
  };
};

/** The way of each counter over all these frames, in the order in which they set out. */
export function marches(frames: Frame[], names: Names): March[] {
  const ways = new Map<string, March>();
  for (const frame of frames) {
    for (const event of frame.events) {
      if (event.kind !== 'move' || event.from === '' || event.to === '') continue;
      const before = ways.get(event.counter);
      if (before) before.path.push(...(before.path.at(-1) === event.from ? [] : [event.from]), event.to);
      else {
        const known = names(event.counter);
        ways.set(event.counter, {
          counter: event.counter,
          name: known?.name ?? event.counter,
          side: known?.side ?? frame.side,
          path: [event.from, event.to],
        });
      }
    }
  }
  return [...ways.values()].filter((m) => m.path[0] !== m.path.at(-1));
}

/** What each counter lost; a counter that is gone is told once. */
export function casualties(frames: Frame[], names: Names): Casualty[] {
  const lost = new Map<string, Casualty>();
  const stands = new Map<string, string>();
  let fought = '';
  for (const frame of frames) {
    for (const event of frame.events) {
      if (event.kind === 'move') stands.set(event.counter, event.to);
      if (event.kind === 'place') stands.set(event.counter, event.at);
      if (event.kind === 'battle') fought = event.at;
      if (event.kind !== 'loss' && event.kind !== 'remove') continue;
      const { counter } = event;
      const known = names(counter);
      const before = lost.get(counter);
      const here = event.kind === 'remove' ? event.from : event.at;
      const at = here || stands.get(counter) || before?.at || (event.kind === 'loss' ? fought : '');
      const steps = (before?.steps ?? 0) + (event.kind === 'loss' ? event.steps : 0);
      const gone = event.kind === 'remove' || event.gone || before?.gone === true;
      lost.set(counter, {
        n: frame.n,
        counter,
        name: known?.name ?? counter,
        side: known?.side ?? null,
        steps,
        gone,
        at,
        case: event.case,
        text: event.text,
      });
    }
  }
  return [...lost.values()];
}

/** The dice of a battle; a sum that several lines are read with (rows of more than six cells) is shown once. */
export const diceOf = ({ results }: BattleReport): BattleReport['results'] =>
  results.filter((r, i) => r.die > 0 && !(i > 0 && r.cells.length > 6 && r.die === results[i - 1]?.die));

/** '8 Korps is destroyed at 0515', in the words of the log. */
export function casualtyWords(c: Casualty, place: (id: string) => string): string {
  const where = c.at === '' ? '' : ` at ${place(c.at)}`;
  if (!c.gone && c.steps > 0) return `${c.name} loses ${plural(c.steps, 'step')}${where}`;
  return `${c.text}${where}`;
}

/** All that a report tells; `me` is who reads it. */
export function reportOf(frames: Frame[], me: Side, view: View, sheet: Sheet | null, names: Names, place: (id: string) => string): Report {
  const side = me === 'axis' ? 'soviet' : 'axis';
  const events = frames.flatMap((f) => f.events);
  const film = scenesOf(events).length > 0;
  const losses = casualties(frames, names);
  const control = new Map<string, Side | null>();
  const tracks = new Map<string, { from: number; to: number; text: string }>();
  for (const e of events) {
    if (e.kind === 'control') control.set(e.at, e.side);
    if (e.kind === 'track') tracks.set(e.track, { from: tracks.get(e.track)?.from ?? e.from, to: e.to, text: e.text });
  }
  const counted = [...tracks]
    .filter(([, t]) => t.from !== t.to)
    .map(([track, t]) => {
      const name = view.tracks.find((v) => v.id === track)?.name;
      return { track, text: name === undefined ? t.text : `${name}: ${t.from} to ${t.to}` };
    });
  const held = [...control].map(([at, now]) => ({ at, side: now }));
  const gone = new Set(losses.filter((l) => l.gone).map((l) => l.counter));
  const all = marches(frames, names).filter((m) => !gone.has(m.counter));
  const arrivals = events.flatMap((e) => {
    const known = e.kind === 'place' ? names(e.counter) : undefined;
    return e.kind === 'place' && known ? [{ counter: e.counter, name: known.name, side: known.side, at: e.at }] : [];
  });
  return {
    side,
    turn: turnOf(events, film ? null : side),
    from: frames[0]?.n ?? 0,
    to: frames.at(-1)?.n ?? 0,
    film,
    between: !film && !frames.some((f) => f.side === side || f.events.some((e) => e.kind === 'phase' && e.side === side)),
    marches: all.filter((m) => film || m.side !== me),
    battles: frames.flatMap((f) => f.events.flatMap((event, nth) => (event.kind === 'battle' ? [{ n: f.n, nth, event }] : []))),
    losses,
    control: held,
    tracks: counted,
    arrivals: arrivals.filter((a, i) => arrivals.findIndex((b) => b.counter === a.counter) === i),
    words: meaning(
      losses,
      held,
      counted.map((t) => t.text),
      me,
      sheet,
      place,
    ),
    events,
  };
}

/** These events happen on the map; a card is shown because of them. */
export const SAYS: Event['kind'][] = ['move', 'battle', 'loss', 'remove', 'control'];

/** The turn of what is told: that of the side's own last doings before that of any other; of a film its first. */
function turnOf(events: Event[], side: Side | null): number | undefined {
  let phase: Extract<Event, { kind: 'phase' }> | undefined;
  let own: number | undefined;
  let any: number | undefined;
  for (const e of events) {
    if (e.kind === 'phase') {
      phase = e;
      if (side === null) return e.turn;
    } else if (phase && SAYS.includes(e.kind)) {
      any = phase.turn;
      if (phase.side === side) own = phase.turn;
    }
  }
  return own ?? any;
}

/** So many of one kind are named one by one. */
const NAMED = 6;

function meaning(
  losses: Casualty[],
  control: Report['control'],
  tracks: string[],
  me: Side,
  sheet: Sheet | null,
  place: (id: string) => string,
): string[] {
  const named = new Set([...(sheet?.hexes.filter((h) => h.name !== undefined) ?? []), ...(sheet?.boxes ?? [])].map((p) => p.id));
  const some = (list: string[], more: string): string[] =>
    list.length <= NAMED ? list : [...list.slice(0, NAMED - 1), `${list.length - NAMED + 1} ${more}`];
  const dead = (own: boolean) => losses.filter((l) => l.gone && (l.side === me) === own).map((l) => casualtyWords(l, place));
  const towns = control.filter((c) => named.has(c.at));
  const lost = towns.filter((c) => c.side !== me).map((c) => `${place(c.at)} lost`);
  const won = towns.filter((c) => c.side === me).map((c) => `${place(c.at)} won`);
  const enemy = sideName(me === 'axis' ? 'soviet' : 'axis');
  return [
    ...some(dead(true), 'more of your counters destroyed'),
    ...some(lost, 'more places lost'),
    ...some(won, 'more places won'),
    ...some(
      dead(false).map((w) => `${enemy}: ${w}`),
      `more ${enemy} counters destroyed`,
    ),
    ...tracks,
  ];
}

/** Is there anything that one has to be told of? Placing and dice alone are not. */
export const isNews = (r: Report): boolean =>
  r.film ? isReviewed(r.events) : r.marches.length + r.battles.length + r.losses.length + r.control.length > 0;

/** What the report is of: 'Soviet turn', 'After Action', 'Between the turns'. */
export const doers = (r: Report): string => (r.film ? 'After Action' : r.between ? 'Between the turns' : `${sideName(r.side)} turn`);

/** Nobody lost or gained anything by it, as far as is told. */
export const isEven = (r: Report): boolean =>
  r.words.length + r.battles.length + r.losses.length + r.control.length + r.arrivals.length === 0;

/** '12 marches, 3 battles, 2 of yours destroyed'; lesser things where there is nothing else. */
export function inShort(r: Report, me: Side): string {
  const count = (own: boolean, gone: boolean) => r.losses.filter((l) => l.gone === gone && (l.side === me) === own).length;
  const parts = [
    r.marches.length > 0 && plural(r.marches.length, 'march', 'marches'),
    r.battles.length > 0 && plural(r.battles.length, 'battle'),
    count(true, true) > 0 && `${count(true, true)} of yours destroyed`,
    count(false, true) > 0 && `${count(false, true)} of theirs destroyed`,
  ];
  const lesser = [
    count(true, false) > 0 && `${count(true, false)} of yours weakened`,
    count(false, false) > 0 && `${count(false, false)} of theirs weakened`,
    r.control.length > 0 && `${plural(r.control.length, 'space')} changed hands`,
    r.arrivals.length > 0 && plural(r.arrivals.length, 'arrival'),
  ];
  return (parts.some((p) => p !== false) ? parts : lesser).filter((p) => p !== false).join(', ');
}
