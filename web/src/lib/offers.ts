// What the offers mean for hand and eye: pure functions over the wire, tested beside this file.
import { marching } from '../model/rules';
import { byId, leadsAway, standing } from '../model/targets';
import { isWorded, keyOf, likely, put } from './levels';
import type { Action, CounterView, Offer, Offers, Reminder, View } from './wire';

export type MainButton =
  | { kind: 'done'; offer: Offer; ends: boolean }
  | { kind: 'must'; text: string; places: string[] }
  | { kind: 'only'; offer: Offer }
  /** Declarations that are laid side by side in a window. */
  | { kind: 'declare'; title: string; offers: Offer[] }
  | { kind: 'none' };

/** Offers that are explained before they are chosen. */
export const declarations = (list: Offer[]): Offer[] =>
  list.filter((o) => (o.notes?.length ?? 0) > 0 && o.counter === undefined && o.space === undefined);

/**
 * The one thing that can be done, if it is a choice in name only: a retreat to the only hex, a loss by the only unit. What ends a step, fights or
 * spends is never done without being asked for.
 */
export function onlyChoice(view: View | null): Offer | null {
  const [only, ...more] = view?.offers.list ?? [];
  const several = (view?.offers.sets ?? []).reduce((sum, set) => sum + set.count, 0) > 1;
  if (!only || more.length > 0 || several || only.many || only.battle || only.preview) return null;
  return ['retreat', 'loss', 'place', 'select', 'move'].includes(only.kind) ? only : null;
}

/** The battle that can be fought next, where one is fought at a time and nothing else is asked. */
export function nextBattle(view: View | null): Offer | undefined {
  const list = view?.offers.list.filter((o) => o.kind !== 'done') ?? [];
  return list.length > 0 && list.every((o) => o.kind === 'attack' && (o.battle || o.preview)) ? list[0] : undefined;
}

/** The one big button: what ends the step, or what must be done before. */
export function mainButton(offers: Offers): MainButton {
  const must = offers.prompt.reminders.filter((r) => r.mandatory);
  const declared = declarations(offers.list);
  const done = offers.list.find((o) => o.kind === 'done' && o.counter === undefined && !declared.includes(o));
  if (done) return { kind: 'done', offer: done, ends: done.group === '' };
  if (must.length > 0) return { kind: 'must', text: mustLabel(must), places: must.flatMap((r) => r.at ?? []) };
  if (declared.length > 0) return { kind: 'declare', title: declared[0]?.group ?? '', offers: declared };
  const [only, ...more] = offers.list;
  if (only && more.length === 0 && isWorded(only)) return { kind: 'only', offer: only };
  return { kind: 'none' };
}

/** '2 compulsory attacks left' from the words that the reminders share, if they share some. */
export function mustLabel(must: Reminder[]): string {
  const first = must[0];
  if (!first) return '';
  if (must.length === 1) return first.text.replace(/\.$/, '');
  const shared = sharedStart(must.map((r) => r.text.split(' ')));
  while (/^(in|at|on|of|to|from|by|for|the)$/i.test(shared.at(-1) ?? '')) shared.pop();
  if (shared.length === 0 || shared.length > 4) return `${must.length} things must be done first`;
  const words = shared.join(' ');
  return `${must.length} ${words.charAt(0).toLowerCase()}${words.slice(1)}s left`;
}

function sharedStart(all: string[][]): string[] {
  const [first = [], ...rest] = all;
  const end = first.findIndex((word, i) => rest.some((other) => other[i] !== word));
  return end < 0 ? first : first.slice(0, end);
}

/** Groups in the order of the list; what ends the step is apart. */
export function grouped(list: Offer[]): { group: string; offers: Offer[] }[] {
  const groups = new Map<string, Offer[]>();
  for (const offer of list) {
    if (offer.kind === 'done' && offer.group === '') continue;
    const group = groups.get(offer.group);
    if (group) group.push(offer);
    else groups.set(offer.group, [offer]);
  }
  return [...groups].map(([group, offers]) => ({ group, offers }));
}

export type Pick =
  | { kind: 'act'; offer: Offer }
  | { kind: 'choose'; offers: Offer[]; title: string }
  | { kind: 'select'; counter: string }
  | { kind: 'nothing' };

export interface Target {
  counter?: string | undefined;
  space?: string | undefined;
}

/**
 * What a click means. With a counter in hand, a place of its offers takes it there; a counter with one thing to do does it, with
 * places to go is taken up, with several things asks; a place with one thing to do does it. Whoever is on the march is in hand unless
 * another counter is.
 */
export function pick(view: View, target: Target, selected: string | null): Pick {
  const { list } = view.offers;
  const known = byId(view);
  const away = (o: Offer) => leadsAway(known, o);
  const space = target.space ?? placeOf(view, target.counter);
  if (selected !== null && space !== undefined && target.counter !== selected) {
    const there = list.filter((o) => o.counter === selected && o.space === space && away(o));
    if (there.length > 0) return decide(there, space);
  }
  if (target.counter !== undefined) {
    const own = list.filter((o) => o.counter === target.counter);
    if (own.some((o) => o.many) && own.every((o) => o.many === true || away(o))) return { kind: 'select', counter: target.counter };
    if (own.length > 1 && own.every(away)) return { kind: 'select', counter: target.counter };
    if (own.length > 0) return decide(own, nameOf(view, target.counter));
  }
  const here = space === undefined ? [] : list.filter((o) => o.space === space);
  const direct = here.filter((o) => o.counter === undefined || (selected === null && marching(view, o.counter) && away(o)));
  if (direct.length > 0) return decide(direct, space ?? '');
  if (here.length > 0) return target.counter === undefined ? ask(here, space ?? '') : decide(here, space ?? '');
  return { kind: 'nothing' };
}

function decide(offers: Offer[], title: string): Pick {
  const [only] = offers;
  return only && offers.length === 1 ? { kind: 'act', offer: only } : { kind: 'choose', offers, title };
}

/** A place with things that other counters could do there: the question is which. */
function ask(offers: Offer[], title: string): Pick {
  return { kind: 'choose', offers, title };
}

export function placeOf(view: View, counter: string | undefined): string | undefined {
  if (counter === undefined) return undefined;
  const known = byId(view);
  return known.has(counter) ? standing(known, counter) : undefined;
}

export function nameOf(view: View, counter: string): string {
  return view.counters.find((c) => c.id === counter)?.face.name ?? counter;
}

/**
 * Actions like those offered, but about this counter or place: what the player seems to have wanted. The page knows no game, so it
 * takes an offer and puts the target where the offer names its own.
 */
export function wanted(list: Offer[], target: Target, selected: string | null, limit = 4): Action[] {
  const found = new Map<string, Action>();
  const add = (offer: Offer, counter?: string, space?: string) => {
    const own = likely(offer);
    if (own === undefined) return;
    let action = own;
    if (counter !== undefined && offer.counter !== undefined) action = put(action, offer.counter, counter);
    if (space !== undefined && offer.space !== undefined) action = put(action, offer.space, space);
    if (JSON.stringify(action) !== JSON.stringify(own) && !found.has(shape(offer))) found.set(shape(offer), action);
  };
  if (selected !== null && target.space !== undefined) {
    list.filter((o) => o.counter === selected && names(likely(o), o.space)).forEach((o) => add(o, undefined, target.space));
  }
  if (target.counter !== undefined) list.filter((o) => names(likely(o), o.counter)).forEach((o) => add(o, target.counter));
  if (target.space !== undefined) {
    list.filter((o) => o.counter === undefined && names(likely(o), o.space)).forEach((o) => add(o, undefined, target.space));
    if (found.size === 0) list.filter((o) => names(likely(o), o.space)).forEach((o) => add(o, undefined, target.space));
  }
  return [...found.values()].slice(0, limit);
}

function names(action: Action | undefined, id: string | undefined): boolean {
  return id !== undefined && typeof action === 'object' && Object.values(action).includes(id);
}

/** Is it the same offer, with words or without? */
export const same = (a: Offer, b: Offer): boolean =>
  keyOf(a) === keyOf(b) || (a.action !== undefined && JSON.stringify(a.action) === JSON.stringify(b.action));

/** Offers of one shape differ only in counter and place. */
export function shape(offer: Offer): string {
  if (offer.verb !== undefined || offer.action === undefined) return offer.verb ?? '';
  if (typeof offer.action === 'string') return offer.action;
  const blank = (v: unknown) => (v === offer.counter ? '#c' : v === offer.space ? '#s' : v);
  return JSON.stringify(Object.entries(offer.action).map(([k, v]) => [k, blank(v)]));
}

/** Does anything that can be done show on the map: a place, or a counter that stands somewhere? */
export function onTheMap(view: View, places: { has(id: string): boolean }): boolean {
  return view.offers.list.some((o) => (o.space !== undefined && places.has(o.space)) || places.has(placeOf(view, o.counter) ?? ''));
}

/** Counters of the boxes beside the map that can be put somewhere, those of one face together. */
export function inBoxes(view: View, boxes: { has(id: string): boolean }): CounterView[][] {
  const known = byId(view);
  const goes = new Set(view.offers.list.flatMap((o) => (o.counter !== undefined && (o.many || leadsAway(known, o)) ? [o.counter] : [])));
  const faces = new Map<string, CounterView[]>();
  for (const counter of view.counters) {
    if (!boxes.has(counter.at)) continue;
    const face = JSON.stringify([counter.at, counter.face]);
    // Of several with one face a game may offer the first only.
    faces.set(face, goes.has(counter.id) ? [counter, ...(faces.get(face) ?? [])] : [...(faces.get(face) ?? []), counter]);
  }
  return [...faces.values()].filter((counters) => goes.has(counters[0]?.id ?? ''));
}

/** Counters that can still do something, in the order of the offers. */
export function actors(view: View): string[] {
  return [...new Set(view.offers.list.flatMap((o) => (o.kind === 'done' ? [] : (o.counter ?? []))))];
}

/** Counters in a space, each followed by what is assigned to it. */
export function stackAt(view: View, space: string): CounterView[] {
  return view.counters.filter((c) => c.at === space).flatMap((c) => [c, ...view.counters.filter((a) => a.at === c.id)]);
}
