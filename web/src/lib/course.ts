// The course of a game that is over: what was lost when, and the moments that tell it.
import { marks } from './loglines';
import type { Frame } from './protocol';
import { casualties, type Names } from './report';
import type { Sheet, Side, TrackView, View } from './wire';

export interface Moment {
  n: number;
  turn: number;
  text: string;
}

/** The first action of each turn. */
export function turnStarts(frames: Frame[]): { n: number; turn: number }[] {
  return marks(frames).flatMap((m) => (m.kind === 'turn' && m.turn !== undefined ? [{ n: m.n, turn: m.turn }] : []));
}

const inTurns = (frames: Frame[]): { turn: number; frames: Frame[] }[] => {
  const turns: { turn: number; frames: Frame[] }[] = [];
  for (const frame of frames) {
    for (const e of frame.events) if (e.kind === 'phase' && e.turn !== turns.at(-1)?.turn) turns.push({ turn: e.turn, frames: [] });
    turns.at(-1)?.frames.push(frame);
  }
  return turns;
};

/** How many counters each side lost for good in each turn. */
export function lossesByTurn(frames: Frame[], names: Names): { turn: number; axis: number; soviet: number }[] {
  return inTurns(frames).map(({ turn, frames: of }) => {
    const gone = casualties(of, names).filter((c) => c.gone);
    const count = (side: Side) => gone.filter((c) => c.side === side).length;
    return { turn, axis: count('axis'), soviet: count('soviet') };
  });
}

/** So many battles, and so many places, are told of. */
const FEW = 5;

/** The bloodiest battles and the great places that changed hands, in the order in which they came. */
export function moments(frames: Frame[], names: Names, sheet: Sheet | null, place: (id: string) => string): Moment[] {
  return [...bloody(frames, names, place), ...fallen(frames, sheet, place)].sort((a, b) => a.n - b.n);
}

function bloody(frames: Frame[], names: Names, place: (id: string) => string): Moment[] {
  const battles: { n: number; turn: number; at: string; frames: Frame[] }[] = [];
  let turn = 0;
  let on = false;
  for (const frame of frames) {
    for (const event of frame.events) {
      if (event.kind === 'phase') [turn, on] = [event.turn, false];
      if (event.kind === 'battle') {
        battles.push({ n: frame.n, turn, at: event.at, frames: [] });
        on = true;
      }
      if (on) battles.at(-1)?.frames.push({ ...frame, events: [event] });
    }
  }
  const told = battles.flatMap((b) => {
    const gone = casualties(b.frames, names).filter((c) => c.gone);
    return gone.length === 0
      ? []
      : [{ n: b.n, turn: b.turn, count: gone.length, text: `Battle at ${place(b.at)}: ${gone.map((c) => c.name).join(', ')} destroyed` }];
  });
  return told
    .sort((a, b) => b.count - a.count || a.n - b.n)
    .slice(0, FEW)
    .map(({ n, turn: t, text }) => ({ n, turn: t, text }));
}

function fallen(frames: Frame[], sheet: Sheet | null, place: (id: string) => string): Moment[] {
  const rank = new Map(sheet?.hexes.flatMap((h) => (h.name !== undefined && h.rank > 0 ? [[h.id, h.rank] as const] : [])) ?? []);
  const found: (Moment & { rank: number })[] = [];
  let turn = 0;
  for (const frame of frames) {
    for (const event of frame.events) {
      if (event.kind === 'phase') turn = event.turn;
      const great = event.kind === 'control' && turn > 0 ? rank.get(event.at) : undefined;
      if (great !== undefined && event.kind === 'control')
        found.push({
          n: frame.n,
          turn,
          text: `${place(event.at)} falls to the ${event.side === 'axis' ? 'Axis' : 'Soviet side'}`,
          rank: great,
        });
    }
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.n - b.n)
    .slice(0, FEW)
    .map(({ n, turn: t, text }) => ({ n, turn: t, text }));
}

/** A track over the game: the turn and where it stood when that began; the last point is the end. */
export interface Curve {
  name: string;
  score: boolean;
  points: { turn: number; value: number }[];
}

/** The tracks that count for victory, as they stood in these views. */
export function curves(views: { turn: number; view: View }[]): Curve[] {
  const last = views.at(-1)?.view;
  const counts = (t: TrackView) => t.role === 'score' || t.role === 'goal';
  return (last?.tracks.filter(counts) ?? [])
    .map((t) => ({
      name: t.name,
      score: t.role === 'score',
      points: views.flatMap(({ turn, view }) => {
        const value = view.tracks.find((v) => v.id === t.id)?.value;
        return value === null || value === undefined ? [] : [{ turn, value }];
      }),
    }))
    .filter((c) => c.points.length > 1)
    .sort((a, b) => Number(b.score) - Number(a.score));
}
