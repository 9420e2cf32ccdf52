// What nobody decides anything in is shown as a film: the endsScene steps of one entry (`pulse-1`, `pulse-2`), one after the other.
import { endsScene } from '../model/rules';
import type { Event, MarkerView, View } from './wire';

export interface Scene {
  /** 'Pulse 3, hour 1'. */
  name: string;
  events: Event[];
}

/** Where counters stand, as far as a film moves them; nowhere is ''. */
export type Stands = ReadonlyMap<string, string>;

/** The scenes among these events; none if they are no film. What came before the first belongs to it. */
export function scenesOf(events: Event[]): Scene[] {
  const scenes: Scene[] = [];
  let before: Event[] = [];
  for (const event of events) {
    const last = scenes.at(-1);
    if (endsScene(event)) {
      scenes.push({ name: event.text, events: before });
      before = [];
    } else if (event.kind === 'phase' && last) break;
    else (last?.events ?? before).push(event);
  }
  return scenes.length > 1 ? scenes : [];
}

/** After the film its reports are read: a step of the same turn follows it. */
export function isReviewed(events: Event[]): boolean {
  const last = events.findLast(endsScene);
  const after = last ? events.slice(events.indexOf(last) + 1) : [];
  return last?.kind === 'phase' && after.some((e) => e.kind === 'phase' && e.turn === last.turn);
}

/** Where everything stands before the first scene, after it, and so on. */
export function standsOf(scenes: Scene[]): Stands[] {
  const now = new Map<string, string>();
  for (const e of scenes.flatMap((s) => s.events)) {
    if ((e.kind === 'move' || e.kind === 'remove') && !now.has(e.counter)) now.set(e.counter, e.from);
    else if (e.kind === 'place' && !now.has(e.counter)) now.set(e.counter, '');
  }
  const all: Stands[] = [new Map(now)];
  for (const scene of scenes) {
    for (const e of scene.events) {
      if (e.kind === 'move') now.set(e.counter, e.to);
      else if (e.kind === 'place') now.set(e.counter, e.at);
      else if (e.kind === 'remove') now.set(e.counter, '');
    }
    all.push(new Map(now));
  }
  return all;
}

/** Which markers the film lays or takes away lie on the map after so many of its scenes: by space, and by kind. */
function markersAfter(scenes: Scene[], at: number): Map<string, Map<string, boolean>> {
  const lie = new Map<string, Map<string, boolean>>();
  scenes.forEach((scene, i) => {
    for (const e of scene.events) {
      if (e.kind !== 'marker') continue;
      const here = lie.get(e.at) ?? new Map<string, boolean>();
      lie.set(e.at, here);
      if (i < at) here.set(e.marker, e.placed);
      else if (!here.has(e.marker)) here.set(e.marker, !e.placed);
    }
  });
  return lie;
}

/**
 * The view with its markers as after so many scenes. The film is shown over the view before it, and once more over the one after it: what it
 * does not touch is right in both. A kind of marker that the view shows nowhere is none for the map.
 */
export function withMarkers(view: View, scenes: Scene[], at: number): View {
  const lie = markersAfter(scenes, at);
  if (lie.size === 0) return view;
  const shown = new Map(view.spaces.flatMap((s) => s.markers ?? []).map((m) => [m.kind, m]));
  const set = (have: MarkerView[], here: Map<string, boolean>): MarkerView[] => {
    const kept = have.filter((m) => here.get(m.kind) !== false);
    const more = [...here].flatMap(([kind, lies]) => {
      const like = shown.get(kind);
      return lies && like && !kept.some((m) => m.kind === kind) ? [{ kind, text: like.text }] : [];
    });
    return more.length === 0 && kept.length === have.length ? have : [...kept, ...more];
  };
  const spaces = view.spaces.map((space) => {
    const here = lie.get(space.id);
    const have = space.markers ?? [];
    const markers = here ? set(have, here) : have;
    return markers === have ? space : { ...space, markers };
  });
  return spaces.every((s, i) => s === view.spaces[i]) ? view : { ...view, spaces };
}
