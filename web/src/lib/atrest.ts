// What a view does not say but is true: that the table is closed though its position would go on, and what a march hides.
import { endsStep, marchers, stepOf } from '../model/rules';
import type { Offer, Outcome, View } from './wire';

/** A game that people have ended (given up, drawn, out of time) asks nobody anything, whatever its position would. */
export const ended = (view: View, outcome: Outcome): View => ({
  ...view,
  outcome,
  to_act: 'nobody',
  offers: { prompt: { ...view.offers.prompt, reminders: [] }, list: [] },
});

/** A view in which nobody is on the march, and who has marched since: what one unit's march hides is known from it. */
export interface AtRest {
  key: string;
  offers: Offer[];
  marched: string[];
}

/** What stays true while a unit is on the march: who else could be taken up, and how the phase is ended. */
export function atRest(before: AtRest | null, view: View): AtRest | null {
  const key = `${stepOf(view)} ${view.viewer}`;
  const on = marchers(view);
  if (on.length === 0) return view.offers.list.length === 0 ? null : { key, offers: view.offers.list, marched: [] };
  return before?.key === key ? { ...before, marched: [...new Set([...before.marched, ...on])] } : null;
}

/** Offers to take up others while one marches: a click on them ends his march. */
export function othersAtRest(rest: AtRest | null, view: View): Offer[] {
  if (!rest || rest.marched.length === 0) return [];
  const asked = new Set(view.offers.list.flatMap((o) => o.counter ?? []));
  const stood = new Set(view.counters.map((c) => c.id));
  const found = new Map<string, Offer>();
  for (const o of rest.offers) {
    const { counter } = o;
    if (counter === undefined || asked.has(counter) || !stood.has(counter) || rest.marched.includes(counter)) continue;
    // Only taking up, where it stands: its goals are asked for when it is in hand.
    if (o.kind === 'select' || o.kind === 'move') found.set(counter, { ...bareOffer(o), kind: 'select' });
  }
  return [...found.values()];
}

const bareOffer = ({ group, counter, verb }: Offer): Offer => ({
  group,
  kind: 'select',
  many: true,
  ...(counter === undefined ? {} : { counter }),
  ...(verb === undefined ? {} : { verb }),
});

/** How the phase is ended, where a march hides it. */
export const endAtRest = (rest: AtRest | null): Offer | undefined =>
  rest && rest.marched.length > 0 ? rest.offers.find(endsStep) : undefined;
