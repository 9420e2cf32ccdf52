// Play at random, the same for the same number: for positions that come about seldom.

/** Numbers below a limit, in a row that its seed decides. */
export function chance(seed) {
  let x = seed * 7919;
  return (limit) => {
    x = (x * 1103515245 + 12345) % 2147483648;
    return Math.floor((x / 2147483648) * limit);
  };
}

export const verbOf = (offer) => (typeof offer.action === 'string' ? offer.action : Object.keys(offer.action)[0]);

/** Who seeks fights and runs from them: the first of these verbs that is offered, else anything, and one time in four the end of the step. */
const EAGER = ['shoot', 'flee', 'retreat', 'lose', 'fire-at', 'lead', 'attack', 'join', 'hasty', 'step'];

export function eager(list, random) {
  const some = (offers) => offers[random(offers.length)];
  const wished = EAGER.map((verb) => list.filter((offer) => verbOf(offer) === verb)).find((offers) => offers.length > 0);
  if (wished) return some(wished);
  const done = list.find((offer) => verbOf(offer) === 'done');
  // Nor does he take back what he is about to attack: he would do so for ever.
  const on = list.filter((offer) => verbOf(offer) !== 'call-off');
  return done && random(4) === 0 ? done : some(on.length > 0 ? on : list);
}
