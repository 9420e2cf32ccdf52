// A player with a simple plan, for whatever game: do a few things in each phase, fight what can be fought, then end the phase.
import { away } from './hands.mjs';

/** What to do next; `done` counts what was done in this phase. */
export function plan(view, done, few = 3) {
  const { list } = view.offers;
  const end = list.find((o) => o.kind === 'done');
  const rest = list.filter((o) => o.kind !== 'done');
  const free = rest.find((o) => o.counter === undefined && o.space === undefined && o.kind === 'place');
  if (free) return free;
  const fight = rest.find((o) => o.preview);
  if (fight) return fight;
  if (end && (done >= few || rest.length === 0)) return end;
  const places = new Set(list.map((o) => o.space));
  const forward = rest.find((o) => o.kind === 'move' && o.counter === undefined && places.has(o.space));
  const onMap = rest.find(
    (o) => o.counter !== undefined && !away(view, o) && /^\d{4}$/.test(view.counters.find((c) => c.id === o.counter)?.at ?? ''),
  );
  return forward ?? onMap ?? rest[0] ?? end;
}

/** Plays with these hands until the condition holds; answers with what was done, phase by phase. */
export async function play(hands, until, { few = 3, most = 200, watch } = {}) {
  const { person } = hands;
  const done = {};
  for (let i = 0; i < most; i++) {
    await person.until((v) => v.offers.list.length > 0 || v.outcome || until(v), 'our move', 60_000);
    if (until(person.view) || person.view.outcome) return done;
    const key = `${person.view.turn.number} ${person.view.turn.phase}`;
    done[key] ??= [];
    const offer = plan(person.view, done[key].length, few);
    done[key].push(offer);
    await watch?.(offer, person.view);
    await hands.take(offer);
  }
  throw new Error(`not there after ${most} actions`);
}
