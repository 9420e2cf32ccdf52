// Going by goal: where the counters in hand can go, as offers that a hand can point at. The server explores the rules; the page only words it.
import type { Reach } from './generated/table';
import { nameOf, placeOf } from './offers';
import { isLift, likeLifts } from './company';
import type { Goal, Offer, View } from './wire';

/** Counters in hand, and where they can go. */
export interface Hand {
  /** The one that was clicked; the others go with it. */
  lead: string;
  counters: string[];
  reaches: Reach[];
  /** The way of moving that was chosen; null: whichever gets there. */
  verb: string | null;
  /** Places to go by, chosen one after the other. */
  via: string[];
  /** The way to the last of them, as far as it is drawn. */
  trail: string[];
  /** Just taken up: a click on an own stack means that place, not the stack. */
  fresh: boolean;
}

/** A place that the counters in hand can be sent to. */
export interface Aimed extends Offer {
  goal: Goal;
  space: string;
  /** The way of moving. */
  by: string;
  /** From where they stand to the place. */
  path: string[];
  /** Whether they shall fight there has been asked. */
  asked?: boolean;
  /** There are two ways into the fight, and this is the one that costs more (or not). */
  dearer?: boolean;
}

export const isGoal = (offer: Offer): offer is Aimed => 'goal' in offer;

/** The ways of moving of the one in hand. */
export const modes = (hand: Hand): Reach[] => hand.reaches.filter((r) => r.counters.includes(hand.lead));

/** All places to go to, each once: by the chosen way of moving, or by the first that gets there. */
export function goals(hand: Hand): Aimed[] {
  const found = new Map<string, Aimed>();
  for (const reach of modes(hand)) {
    if (hand.verb !== null && reach.verb !== hand.verb) continue;
    reach.goals.forEach((goal, i) => {
      if (!found.has(goal.space)) found.set(goal.space, aimed(hand, reach, i));
    });
  }
  return [...found.values()];
}

function aimed(hand: Hand, reach: Reach, i: number): Aimed {
  const goal = reach.goals[i] as Goal;
  const several = modes(hand).length > 1 && reach.label !== '' ? ` (${reach.label})` : '';
  return {
    kind: goal.fight ? 'attack' : 'move',
    group: 'Go',
    verb: `go ${reach.verb}`,
    counter: hand.lead,
    space: goal.space,
    label: `${goal.fight ? 'Fight in' : 'Go to'} ${goal.space}${several}`,
    cost: costs(reach, goal),
    goal,
    by: reach.verb,
    path: [...hand.trail, ...pathTo(reach, i)],
  };
}

/** What is left there, and what waits. */
export function costs(reach: Reach, goal: Goal): string {
  const points = (n: number): string => {
    const whole = Math.floor(n / reach.parts);
    const rest = n % reach.parts;
    return rest === 0 ? String(whole) : whole === 0 ? '½' : `${whole}½`;
  };
  const spent = reach.left > 0 && !goal.fight ? [`${points(Math.max(0, reach.left - goal.left))} spent, ${points(goal.left)} left`] : [];
  const waits = [
    goal.fight && 'a fight',
    goal.chance && 'dice decide',
    goal.unsupplied && 'out of supply there',
    goal.last && !goal.fight && 'stops there',
  ];
  return [...spent, ...waits.filter((w) => w !== false && w !== undefined)].join('; ');
}

/** The places on the way, the start first. */
export function pathTo(reach: Reach, i: number): string[] {
  const back: string[] = [];
  for (let at: number | undefined = i; at !== undefined; at = reach.goals[at]?.via) back.push(reach.goals[at]?.space ?? '');
  return [...(reach.from === '' ? [] : [reach.from]), ...back.reverse()];
}

/** Others of the place who could be taken up like the one in hand. */
export function mates(view: View, lead: string): string[] {
  const ways = view.offers.list.filter((o) => o.counter === lead && isLift(view, o));
  const ids = ways
    .flatMap((way) => likeLifts(view, way))
    .flatMap((o) => (o.counter === undefined || o.counter === lead ? [] : [o.counter]));
  return [...new Set(ids)];
}

/** Who of the counters in hand gets to a place, and who does not. */
export function company(hand: Hand, space: string): { come: string[]; stay: string[] } {
  const gets = (id: string): boolean =>
    hand.reaches.some(
      (r) => r.counters.includes(id) && (hand.verb === null || r.verb === hand.verb) && r.goals.some((g) => g.space === space),
    );
  return { come: hand.counters.filter(gets), stay: hand.counters.filter((id) => !gets(id)) };
}

/** The offers for the map: places to go to take the place of single steps. */
export function withGoals(list: Offer[], hand: Hand): Offer[] {
  const aims = goals(hand);
  const there = new Set(aims.map((a) => a.space));
  const step = (o: Offer): boolean =>
    (o.kind === 'move' || o.kind === 'attack') &&
    o.space !== undefined &&
    there.has(o.space) &&
    (o.counter === undefined || hand.counters.includes(o.counter));
  return [...list.filter((o) => !step(o)), ...aims];
}

/** Could a click on this counter mean that it shall go somewhere? */
export function mayGo(view: View, id: string): boolean {
  const own = view.offers.list.filter((o) => o.counter === id);
  return own.some(
    (o) => isLift(view, o) || (o.kind === 'move' && (o.many === true || (o.space !== undefined && o.space !== placeOf(view, id)))),
  );
}

/** 'VIII Korps and XI Korps' in hand, in words for the prompt. */
export function handWords(view: View, hand: Hand): string {
  return hand.counters.map((id) => nameOf(view, id)).join(', ');
}
