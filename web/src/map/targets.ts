// Which places are shown as what can be taken. What can be taken at all is read from the offers in model/targets.ts.
import { byId, targetsOf, type Targets } from '../model/targets';
import type { Offer, View } from '../lib/wire';
import { HEX, type Plan, type Point } from './geometry';
import type { Stack } from './stacks';
import type { Target as Hit } from './target';

export { byId, leadsAway, standing, targetsOf, weightiest, type Target, type Targets } from '../model/targets';

export interface Picked {
  /** What lay under the hand; nothing for the keyboard. */
  target?: Hit;
  counter?: string;
  space?: string;
  offers: Offer[];
  /** In CSS pixels of the window: for a small menu at the place. */
  at: { x: number; y: number };
  /** Picked with Shift: one of several. */
  more: boolean;
  /** By a key. */
  keyed: boolean;
}

/** More places than this are no choice one can see at a glance. */
export const MANY = 30;

/**
 * Where something can be put nearly everywhere, the places far from the front: no counter beside them, or no enemies near those. What is
 * put there helps and hinders nobody.
 */
export function farPlaces(plan: Plan, targets: Targets, stacks: Stack[]): Set<string> {
  const places = [...targets.spaces].filter(([, t]) => t.kind === 'place' || t.kind === 'spend').flatMap(([id]) => plan.get(id) ?? []);
  if (places.length <= MANY) return new Set();
  const near = (p: Point, s: Stack, hexes: number): boolean => Math.hypot(p.x - s.x, p.y - s.y) < (hexes + 0.5) * HEX;
  const useful = (p: Point): boolean => {
    const beside = stacks.filter((s) => s.side !== null && near(p, s, 1));
    return beside.some((s) => stacks.some((e) => e.side !== null && e.side !== s.side && near(s, e, 1)));
  };
  const far = places.filter((p) => p.hex && !useful(p));
  return far.length < places.length ? new Set(far.map((p) => p.id)) : new Set();
}

/** The offers that a click on this counter or space can mean. */
export function matching(view: View, selected: string | null, counter: string | undefined, space: string | undefined): Offer[] {
  const known = byId(view);
  const targets = targetsOf(view, selected, known);
  const there = space === undefined ? [] : (targets.spaces.get(space)?.offers ?? []);
  if (selected !== null && counter !== selected) {
    const carried = there.filter((o) => o.counter === selected);
    if (carried.length > 0) return carried;
  }
  const own = counter === undefined ? [] : (targets.counters.get(counter)?.offers ?? []);
  return own.length > 0 ? [...own, ...there.filter((o) => !own.includes(o) && o.counter === undefined)] : there;
}
