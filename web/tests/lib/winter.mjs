// A German player of Wintergewitter with a short list of wishes: dig in once, bomb, attack, attack out of movement; then let the days pass.
// It chooses among the offers of the page, so it can be played by hand and by the engine alike.

const verbOf = (offer) => (typeof offer.action === 'string' ? offer.action : Object.keys(offer.action)[0]);

/** How far two hexes lie apart, by their numbers (even columns lie half a hex lower). */
function distance(a, b) {
  const cube = (id) => {
    const [c, r] = [Number(id.slice(0, 2)), Number(id.slice(2))];
    const s = r - (c + (c % 2)) / 2;
    return [c, s, -c - s];
  };
  const [p, q] = [cube(a), cube(b)];
  return Math.max(...p.map((x, i) => Math.abs(x - q[i])));
}

/** A hex on the German bank of the Don. */
const BANK = '1038';

const isHex = (at) => /^\d{4}$/.test(at);

export class Player {
  done = {};
  units = 0;

  count(what) {
    this.done[what] = (this.done[what] ?? 0) + 1;
  }

  /** How often in this phase. */
  times(view, what) {
    return this.done[`${view.turn.number} ${view.turn.phase} ${what}`] ?? 0;
  }

  /** The offer to be taken. */
  choose(view) {
    const { list } = view.offers;
    const by = {};
    for (const offer of list) (by[verbOf(offer)] ??= []).push(offer);
    const first = (verb) => by[verb]?.[0];
    const chosen =
      first('suggested') ?? this.fight(view, by, first) ?? this.air(view, by, first) ?? this.move(view, by) ?? this.rest(view, by, first);
    const what = verbOf(chosen);
    this.count(what);
    this.count(`${view.turn.number} ${view.turn.phase} ${what}`);
    return chosen;
  }

  /** The questions of a fight, in the order of the book. */
  fight(view, by, first) {
    const few = (verb, n) => (this.times(view, verb) < n ? first(verb) : undefined);
    for (const verb of ['shoot', 'lose', 'fire-at', 'lead', 'flee', 'exit', 'check', 'retreat']) if (first(verb)) return first(verb);
    if (first('fire')) return first('gun') ?? first('fire');
    if (first('battery')) return few('battery', 2) ?? first('done');
    if (first('join')) return first('join');
    if (first('gun') || first('stuka')) return few('gun', 2) ?? few('stuka', 1) ?? first('done');
    if (first('attack') && (this.done.attack ?? 0) < 3) return first('attack');
    return undefined;
  }

  air(view, by, first) {
    if (first('bomb')) return first('bomb');
    if (first('interdict')) return by.interdict.find((o) => o.action.interdict === BANK);
    if (first('assign')) return this.times(view, 'assign') < 1 ? first('assign') : first('done');
    if (first('pair')) return first('pair');
    if (first('engage')) return first('engage');
    if (first('withhold')) return this.times(view, 'withhold') < 2 && view.turn.number === 1 ? first('withhold') : first('done');
    if (first('fly')) return this.times(view, 'fly') < 1 ? first('fly') : first('done');
    return undefined;
  }

  /** A unit that stands near an enemy goes for him and attacks out of its movement. */
  move(view, by) {
    if (by.hasty && (this.done.hasty ?? 0) < 3) return by.hasty[0];
    const enemies = view.counters.filter((c) => c.side === 'soviet' && isHex(c.at)).map((c) => c.at);
    const far = (at) => Math.min(...enemies.map((e) => distance(at, e)));
    if (by.halt) {
      const here = view.counters.find((c) => c.flags?.includes('on-march'))?.at;
      const steps = (by.step ?? []).filter((o) => here !== undefined && far(o.space) < far(here));
      return steps.sort((a, b) => far(a.space) - far(b.space))[0] ?? by.halt[0];
    }
    if (!by.move || view.turn.number > 2 || this.times(view, 'move') >= 3) return undefined;
    const at = (o) => view.counters.find((c) => c.id === o.counter)?.at ?? '';
    const strong = (o) => Number(view.counters.find((c) => c.id === o.counter)?.face.steps ?? 0);
    const near = by.move.filter((o) => isHex(at(o)) && far(at(o)) <= 4 && strong(o) >= 5);
    return near.sort((a, b) => far(at(a)) - far(at(b)) || strong(b) - strong(a))[0];
  }

  rest(view, by, first) {
    if (first('dig') && (this.done.dig ?? 0) < 1) {
      const at = (o) => view.counters.find((c) => c.id === o.counter)?.at ?? '';
      const enemies = view.counters.filter((c) => c.side === 'soviet' && isHex(c.at)).map((c) => c.at);
      const far = (o) => Math.min(...enemies.map((e) => distance(at(o), e)));
      return by.dig.filter((o) => far(o) >= 3)[0] ?? by.dig[0];
    }
    if (first('order')) return by.order.find((o) => o.action.order === 'move-first');
    return first('return') ?? first('done') ?? first('hold') ?? first('halt') ?? view.offers.list[0];
  }
}
