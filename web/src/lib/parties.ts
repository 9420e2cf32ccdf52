// Who can take part in an attack, as players see them on the map: stack by stack, and in a stack those of one kind together.
import type { CounterView, Muster } from './wire';

type Party = Muster['parties'][number];

export interface Member {
  party: Party;
  /** The counter, if the viewer knows it. */
  counter: CounterView | undefined;
  /** Its designation. */
  name: string;
}

export interface Stack {
  /** Where it stands; '' if that is not known. */
  space: string;
  /** Branch and size alike, in the order in which they are offered. */
  kinds: Member[][];
}

export function stacksOf(parties: Party[], counters: CounterView[]): Stack[] {
  const known = new Map(counters.map((c) => [c.id, c]));
  const stacks = new Map<string, Map<string, Member[]>>();
  for (const party of parties) {
    const counter = known.get(party.counter);
    const space = party.space ?? placeOf(counter, known);
    const kinds = stacks.get(space) ?? new Map<string, Member[]>();
    stacks.set(space, kinds);
    const kind = counter && !counter.hidden ? `${counter.face.symbol} ${counter.face.size}` : '';
    kinds.set(kind, [...(kinds.get(kind) ?? []), { party, counter, name: counter?.face.name || party.label }]);
  }
  return [...stacks].map(([space, kinds]) => ({ space, kinds: [...kinds.values()] }));
}

/** What is assigned to a counter stands where that stands. */
function placeOf(counter: CounterView | undefined, known: ReadonlyMap<string, CounterView>): string {
  if (!counter) return '';
  return known.get(counter.at)?.at ?? counter.at;
}

/** '16 Panzer, 24 Panzer (0511); 3 Motorised (Kalach)'. */
export const partyWords = (stacks: Stack[], place: (space: string) => string): string =>
  stacks
    .map(({ space, kinds }) => {
      const names = kinds
        .flat()
        .map((m) => m.name)
        .join(', ');
      // 'Kalach (0402)' stands in brackets itself.
      return space === '' ? names : `${names} (${place(space).replace(/ \(.*\)$/, '')})`;
    })
    .join('; ');
