// What nobody decides anything in is shown as a film: the numbered steps of one entry (`pulse-1`, `pulse-2`), one after the other.
import type { Event } from './wire';

export interface Scene {
  /** 'Pulse 3, hour 1'. */
  name: string;
  events: Event[];
}

/** Where counters stand, as far as a film moves them; nowhere is ''. */
export type Stands = ReadonlyMap<string, string>;

const numbered = (e: Event) => e.kind === 'phase' && /-\d+$/.test(e.phase);

/** The scenes among these events; none if they are no film. What came before the first belongs to it. */
export function scenesOf(events: Event[]): Scene[] {
  const scenes: Scene[] = [];
  let before: Event[] = [];
  for (const event of events) {
    const last = scenes.at(-1);
    if (numbered(event)) {
      scenes.push({ name: event.text, events: before });
      before = [];
    } else if (event.kind === 'phase' && last) break;
    else (last?.events ?? before).push(event);
  }
  return scenes.length > 1 ? scenes : [];
}

/** After the film its reports are read: a step of the same turn follows it. */
export function isReviewed(events: Event[]): boolean {
  const last = events.findLast(numbered);
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
