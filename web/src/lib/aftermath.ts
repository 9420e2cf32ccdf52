// What a battle came to: losses, retreats, ground and points that followed from it, put together from the events after it.
import { casualties, casualtyWords, type Casualty, type Names, type Told } from './report';
import type { Frame } from './protocol';
import { SIDES, type Event, type Side, type View } from './wire';
import { plural, sideName } from './words';

/** Somebody who left his place because of the battle. */
export interface Shift {
  counter: string;
  name: string;
  side: Side | null;
  to: string;
  how: 'retreats to' | 'advances to' | 'goes to';
}

export interface Aftermath extends Told<'battle'> {
  turn: number;
  losses: Casualty[];
  /** Losses of which this viewer may not know whose they are: 'Soviet loses one step'. */
  hidden: { side: Side; text: string }[];
  shifts: Shift[];
  ground: { at: string; side: Side | null }[];
  tracks: { track: string; from: number; to: number; text: string }[];
  /** Something else has begun after it: nothing more follows. */
  settled: boolean;
}

type Move = Extract<Event, { kind: 'move' }>;

/** All battles of these frames, in their order, each with what came of it. */
export function aftermaths(frames: Frame[], names: Names): Aftermath[] {
  const found: Aftermath[] = [];
  let open: { of: Aftermath; after: Frame[] } | undefined;
  /** The rules by which counters have marched in this phase: whoever goes on by them is not sent by the battle. */
  let marched = new Set<string>();
  const close = (settled: boolean) => {
    if (!open) return;
    Object.assign(open.of, consequences(open.of.event, open.after, names), { settled });
    open = undefined;
  };
  for (const frame of frames) {
    frame.events.forEach((event, nth) => {
      if (event.kind === 'phase') {
        close(true);
        marched = new Set();
      } else if (event.kind === 'battle') {
        close(true);
        const of: Aftermath = {
          n: frame.n,
          nth,
          event,
          turn: frame.turn,
          losses: [],
          hidden: [],
          shifts: [],
          ground: [],
          tracks: [],
          settled: false,
        };
        found.push(of);
        open = { of, after: [] };
      } else if (event.kind === 'move') {
        if (open && isMarch(event, open.of.event, marched, names)) close(true);
        if (!open) marched.add(event.case);
      }
      if (open && event.kind !== 'battle') open.after.push({ ...frame, events: [event] });
    });
  }
  close(false);
  return found;
}

/** The attacker goes on with his turn. The defender moves only because he must. */
function isMarch(event: Move, { attacker }: Aftermath['event'], marched: Set<string>, names: Names): boolean {
  const side = names(event.counter)?.side ?? null;
  return side !== null && side === attacker && marched.has(event.case);
}

function consequences(battle: Aftermath['event'], after: Frame[], names: Names): Partial<Aftermath> {
  const events = after.flatMap((f) => f.events);
  // A loss that names no place is told of where it was fought.
  const losses = casualties([{ n: 0, side: null, turn: 0, events: [battle] }, ...after], names);
  const gone = new Set(losses.filter((l) => l.gone).map((l) => l.counter));
  const hidden = new Map<Side, string>();
  const shifts = new Map<string, Shift>();
  const ground = new Map<string, Side | null>();
  const tracks = new Map<string, Aftermath['tracks'][number]>();
  for (const e of events) {
    if (e.kind === 'move' && e.to !== '' && !gone.has(e.counter)) {
      const known = names(e.counter);
      const side = known?.side ?? null;
      const how = side !== battle.attacker ? 'retreats to' : e.to === battle.at ? 'advances to' : 'goes to';
      shifts.set(e.counter, { counter: e.counter, name: known?.name ?? e.counter, side, to: e.to, how });
    }
    if (e.kind === 'note') for (const side of SIDES) if (e.text.startsWith(`${sideName(side)} loses `)) hidden.set(side, e.text);
    if (e.kind === 'control') ground.set(e.at, e.side);
    if (e.kind === 'track') tracks.set(e.track, { track: e.track, from: tracks.get(e.track)?.from ?? e.from, to: e.to, text: e.text });
  }
  return {
    losses,
    hidden: [...hidden].map(([side, text]) => ({ side, text })).filter((h) => !losses.some((l) => l.side === h.side)),
    shifts: [...shifts.values()],
    ground: [...ground].map(([at, side]) => ({ at, side })),
    tracks: [...tracks.values()].filter((t) => t.from !== t.to),
  };
}

/** '8 Rifle Division, 13 Rifle Division': those of one name are counted. */
function list(names: string[]): string {
  const counted = new Map<string, number>();
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1);
  return [...counted].map(([name, n]) => (n === 1 ? name : `${n} × ${name}`)).join(', ');
}

/** What came of it, each part with the side it is about; one line for a battle without any consequence. */
export function consequenceWords(
  a: Aftermath,
  view: Pick<View, 'tracks'> | null,
  place: (id: string) => string,
): { side: Side | null; text: string }[] {
  const words: { side: Side | null; text: string }[] = [];
  const sides = [...new Set<Side | null>([a.event.attacker, ...SIDES])].filter((s) => s !== null);
  const here = (l: Casualty) => (l.at === a.event.at ? { ...l, at: '' } : l);
  for (const side of sides) {
    const own = a.losses.filter((l) => l.side === side);
    const dead = own.filter((l) => l.gone);
    const hurt = own.filter((l) => !l.gone && l.steps > 0);
    const parts = [...dead.map((l) => casualtyWords(here(l), place)), ...hurt.map((l) => `${l.name} loses ${plural(l.steps, 'step')}`)];
    for (const how of ['retreats to', 'advances to', 'goes to'] as const) {
      const moved = a.shifts.filter((s) => s.side === side && s.how === how);
      for (const to of new Set(moved.map((s) => s.to)))
        parts.push(`${list(moved.filter((s) => s.to === to).map((s) => s.name))} ${how} ${place(to)}`);
    }
    for (const h of a.hidden) if (h.side === side) words.push(h);
    if (parts.length > 0) words.push({ side, text: parts.join('; ') });
  }
  for (const g of a.ground) words.push({ side: g.side, text: `${sideName(g.side)} ${g.side === null ? 'holds' : 'takes'} ${place(g.at)}` });
  for (const t of a.tracks) {
    const name = view?.tracks.find((v) => v.id === t.track)?.name;
    words.push({ side: null, text: name === undefined ? t.text : `${name}: ${t.from} to ${t.to}` });
  }
  if (words.length === 0)
    words.push({ side: null, text: a.settled ? 'Nobody lost a step, and nobody gave way' : 'Nothing has come of it yet' });
  return words;
}

/** The same in one sentence. */
export const inOneLine = (words: { side: Side | null; text: string }[]): string =>
  words.map((w) => (w.side === null || w.text.startsWith(sideName(w.side)) ? w.text : `${sideName(w.side)}: ${w.text}`)).join('. ') + '.';
