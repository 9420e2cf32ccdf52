// The order of battle as a tree: sides, formations, counters with what is assigned to them.
import type { CounterView, Side, View } from './wire';

export interface Leaf {
  counter: CounterView;
  assigned: CounterView[];
}

export interface Formation {
  name: string;
  leaves: Leaf[];
  steps: number;
  max: number;
  /** Some steps are not known to the viewer. */
  hidden: boolean;
}

const GONE = new Set(['dead', 'withdrawn']);

export const isGone = (c: CounterView): boolean => GONE.has(c.at);
export const isToCome = (c: CounterView): boolean => c.at === 'turn-track';

export function orderOfBattle(view: View, side: Side): Formation[] {
  const own = view.counters.filter((c) => c.side === side);
  const ids = new Set(own.map((c) => c.id));
  const hosts = own.filter((c) => !ids.has(c.at));
  const formations = new Map<string, Leaf[]>();
  for (const counter of hosts) {
    const name = counter.face.formation || kindName(counter.kind);
    const leaf = { counter, assigned: own.filter((a) => a.at === counter.id) };
    formations.set(name, [...(formations.get(name) ?? []), leaf]);
  }
  return [...formations].map(([name, leaves]) => ({ name, leaves, ...strength(leaves) }));
}

function strength(leaves: Leaf[]): { steps: number; max: number; hidden: boolean } {
  const present = leaves.map((l) => l.counter).filter((c) => !isToCome(c));
  const known = present.filter((c) => c.face.steps !== null || isGone(c));
  return {
    steps: known.reduce((sum, c) => sum + (isGone(c) ? 0 : (c.face.steps ?? 0)), 0),
    max: known.reduce((sum, c) => sum + (c.face.max_steps ?? 0), 0),
    hidden: known.length < present.length,
  };
}

const kindName = (kind: string): string =>
  ({ unit: 'Other units', asset: 'Assets not assigned', hq: 'Headquarters', air: 'Air', marker: 'Markers' })[kind] ?? kind;
