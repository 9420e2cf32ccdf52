// Counts the mouse clicks that a person needs: node scripts/clicks.mjs [battle|drags|march|drive] [seed]
// The turns are played on the real table with a real mouse; every press of its button counts, wherever it lands. What is played is the same on every
// run: each unit in the order of the offers, into the enemy where it can, else one hex; then every attack that is offered. `drags` is the turn of
// `battle` with units dragged to their goals, which presses the button once for a march instead of twice. KESSEL_CLICKS=1 lists what was pressed.
import { startBrowser } from '../tests/lib/browser.mjs';
import { Engine } from '../tests/lib/engine.mjs';
import { Mouse, shown } from '../tests/lib/hands.mjs';
import { startServer } from '../tests/lib/server.mjs';

const [wanted = '', seed = '5'] = process.argv.slice(2);
/** At most so many units are moved, so many prepared assaults made in Drive. */
const MOVED = 13;
/** In Blue: the panzer and motorised divisions and those beside them. */
const MOVED_IN_BLUE = 40;
const ASSAULTS = 5;
const FORCED = ['retreat', 'loss', 'place', 'select', 'move'];
const verb = (offer) => (typeof offer.action === 'string' ? offer.action : Object.keys(offer.action)[0]);

/** A player at a table, and what his clicks went into. */
class Player {
  spent = new Map();
  /** What was pressed, for those who want to know (KESSEL_CLICKS=1). */
  pressed = [];

  constructor(person) {
    this.person = person;
    this.mouse = new Mouse(person);
    // What a battle asks for is answered on the map beside its card.
    this.mouse.tidy = false;
  }

  get view() {
    return this.person.view;
  }

  get offers() {
    return this.person.offers;
  }

  static async sit(server, chrome, table) {
    const person = await chrome.person({ viewport: { width: 1440, height: 900 }, forced: table.forced ?? false, onward: true });
    await person.context.addInitScript(() => {
      window.clicks = 0;
      window.pressed = [];
      addEventListener(
        'pointerdown',
        (e) => {
          if (!e.isTrusted) return;
          window.clicks++;
          window.pressed.push(e.target.closest('button')?.textContent.trim().replace(/\s+/g, ' ') ?? 'the map');
        },
        true,
      );
    });
    const seats = { axis: 'me', soviet: 'recruit' };
    const made = table.journal
      ? await server.carryOn({ seats, ...table })
      : await server.create({ options: {}, seats, seed: Number(seed), ...table });
    await person.goto(server.link(made.owner));
    const player = new Player(person);
    await player.asked();
    return player;
  }

  async asked() {
    await this.person.until((v) => v.offers.list.length > 0 || v.outcome, 'our move', 60_000);
    await shown(this.person);
  }

  /** Does something and books its clicks. */
  async does(what, work) {
    const before = await this.person.page.evaluate(() => window.clicks);
    const done = await work();
    const clicks = (await this.person.page.evaluate(() => window.clicks)) - before;
    const pressed = await this.person.page.evaluate(() => window.pressed.splice(0));
    this.pressed.push(`${what}: ${pressed.join('; ')}`);
    const [n, sum] = this.spent.get(what) ?? [0, 0];
    this.spent.set(what, [n + 1, sum + clicks]);
    return done;
  }

  async take(offer) {
    // A choice that is none is made by the page.
    const { n } = this.person.last;
    if (this.offers.length === 1 && FORCED.includes(offer.kind)) {
      await this.mouse.closeBattle();
      await this.person.next(n);
    } else await this.mouse.take(offer);
    await this.asked();
  }

  marching(id) {
    return this.view.counters.find((c) => c.id === id)?.flags?.includes('on-march') ?? false;
  }

  /** Takes a unit into the hand and sends it so many hexes (into the enemy at once, where it can). How many it has gone. */
  async moves(lift, hexes = 1) {
    const { n } = this.person.last;
    if (this.drags) await this.lifts(lift.counter);
    else await this.mouse.takeInHand(lift.counter);
    const { reach } = this.person.heard.findLast((m) => m.type === 'reach');
    const far = (r, g) => (g === undefined ? 0 : 1 + far(r, r.goals[g.via]));
    const goals = reach.flatMap((r) => r.goals.map((g) => ({ ...g, far: far(r, g) }))).filter((g) => !g.chance);
    const goal = (hexes === 1 ? goals.find((g) => g.fight) : undefined) ?? goals.find((g) => !g.fight && g.far >= hexes);
    if (!goal) {
      if (this.drags) await this.person.page.mouse.up();
      await this.person.page.keyboard.press('Escape');
      return 0;
    }
    if (this.drags) {
      const there = await this.mouse.whereIs(goal.space);
      await this.person.page.mouse.move(there.x, there.y, { steps: 3 });
      await this.person.page.mouse.up();
    } else if (goal.fight && !goal.battle) await this.mouse.goesIn(goal.space);
    else await this.mouse.pick({ space: goal.space }, goal.space);
    const question = this.person.page.getByTestId('chooser').getByRole('button').first();
    const end = Date.now() + 8000;
    while (this.person.last.n === n && Date.now() < end) {
      for (const asked of [question, this.person.test('commit')]) if (await asked.isVisible()) await this.mouse.press(asked);
      await this.person.breath();
    }
    if (goal.battle) await this.fought();
    await this.asked();
    return goal.far;
  }

  /** A battle on the march is read, and what it asks for answered. */
  async fought() {
    const { person } = this;
    await person
      .test('battle-close')
      .or(person.test('result-card'))
      .first()
      .waitFor({ timeout: 3000 })
      .catch(() => undefined);
    await this.mouse.closeBattle();
    await this.asked();
    await this.answers((v) => v.offers.list.some((o) => o.kind === 'done' || verb(o) === 'move'));
  }

  /** Presses the button on a counter and moves a little: it is carried, and its goals are shown. */
  async lifts(counter) {
    const { page } = this.person;
    await shown(this.person);
    const at = await this.mouse.sight(this.view.counters.find((c) => c.id === counter).at);
    await page.mouse.move(5, 5);
    await page.mouse.move(at.x, at.y);
    const spot = await this.mouse.find(counter, at);
    await page.mouse.move(spot.x, spot.y);
    await page.mouse.down();
    await page.mouse.move(spot.x + 14, spot.y + 8, { steps: 2 });
    await page.getByTestId('hand').waitFor({ timeout: 4000 });
  }

  /** Answers what is asked until the offers fit; what ends a phase comes last. */
  async answers(until, most = 80) {
    for (let i = 0; i < most && !until(this.view); i++) {
      const next = this.offers.find((o) => o.kind !== 'done') ?? this.offers[0];
      await this.take(next);
    }
  }

  report(title) {
    console.log(title);
    let total = 0;
    if (process.env.KESSEL_CLICKS) console.log(this.pressed.map((p) => `    ${p}`).join('\n'));
    for (const [what, [n, clicks]] of this.spent) {
      total += clicks;
      console.log(`  ${what}: ${n} x, ${clicks} clicks${n > 1 ? `, ${(clicks / n).toFixed(1)} each` : ''}`);
    }
    console.log(`  total: ${total} clicks`);
  }
}

/** The journal of a game in which both sides did nothing until this phase, so that the enemy stands where the scenario puts him. */
async function untouched(game, phase) {
  const engine = new Engine();
  await engine.ask({ do: 'new', game, seed: Number(seed) });
  for (let i = 0; i < 200; i++) {
    const { side, list } = await engine.legal();
    if ((await engine.view(side)).turn.phase === phase) break;
    await engine.act((list.find((o) => o.kind === 'done') ?? list[0]).action);
  }
  const { text } = await engine.ask({ do: 'journal' });
  engine.close();
  return text;
}

const endOf = (view) => view.offers.list.find((o) => o.kind === 'done' && o.group === '');
const lifts = (player) =>
  player.offers.filter((o) => o.kind === 'select' && verb(o) === 'move' && o.counter !== undefined && o.all !== true);

/** Ends phases and answers questions until this one. */
async function comesTo(player, phase) {
  for (let i = 0; i < 200 && player.view.turn.phase !== phase; i++) {
    const list = player.offers;
    await player.does('before it', () => player.take(endOf(player.view) ?? list.find((o) => o.kind !== 'attack') ?? list[0]));
  }
  if (player.view.turn.phase !== phase) throw new Error(`never came to ${phase}; ${player.person.where}`);
}

/** Moves units of different names, each once. */
async function movesAll(player, phase, most) {
  // A unit that could go on does not keep the next one from being taken up.
  const units = [...new Map(lifts(player).map((o) => [o.counter, o])).values()];
  let moved = 0;
  for (const lift of units) {
    if (moved === most || player.view.turn.phase !== phase) break;
    const gone = await player.does('a unit moved', () => player.moves(lift).catch(() => 0));
    if (gone > 0) moved += 1;
  }
  console.log(`${moved} units moved`);
  const halt = player.offers.find((o) => o.kind === 'done' && o.group !== '');
  if (halt) await player.does('the last one halted', () => player.take(halt));
}

async function battle(server, chrome, drags = false) {
  const player = await Player.sit(server, chrome, { journal: await untouched('battle/campaign', 'axis-movement'), forced: true });
  player.drags = drags;
  await comesTo(player, 'axis-movement');
  await movesAll(player, 'axis-movement', MOVED);
  await player.does('the end of movement', () => player.take(endOf(player.view)));
  const fighting = (v) => v.turn.number === 1 && v.to_act !== 'nobody' && v.turn.phase.startsWith('axis');
  for (let i = 0; i < 60 && fighting(player.view); i++) {
    const attack = player.offers.find((o) => o.preview);
    if (!attack) break;
    await player.does('an attack with what it asks for', async () => {
      await fights(player, attack);
      await player.answers((v) => !fighting(v) || v.offers.list.some((o) => o.preview) || endOf(v));
    });
  }
  if (player.view.turn.phase.startsWith('axis') && !endOf(player.view)) throw new Error(`attacks are left; ${player.person.where}`);
  player.report(`battle: the first Axis turn${drags ? ', units dragged' : ''}`);
}

/** An attack, from the window of the one before if it offers it. */
async function fights(player, attack) {
  const { person, mouse } = player;
  const { n } = person.last;
  await person.page.waitForTimeout(300);
  if (await person.test('battle-next').isVisible()) {
    // The window says what may come of the next one, and fights it.
    await person.test('battle-fight').click();
  } else if (await person.test('commit').isVisible()) {
    // The next one has been laid out by itself.
    await person.test('commit').click();
  } else {
    await mouse.closeBattle();
    await mouse.pick({ space: attack.space }, attack.space);
    await person.test('commit').click();
  }
  await person.next(n);
  // The result is read; what comes next is chosen there, unless something is asked on the map beside it.
  await person
    .test('battle-close')
    .or(person.test('result-card'))
    .or(person.test('chooser'))
    .first()
    .waitFor({ timeout: 3000 })
    .catch(() => undefined);
  await player.asked();
}

const drags = (server, chrome) => battle(server, chrome, true);

async function march(server, chrome) {
  for (const [game, scenario, seats, phase] of [
    ['battle', 'campaign', { axis: 'me', soviet: 'recruit' }, 'axis-movement'],
    ['roads', 'uranus', { axis: 'recruit', soviet: 'me' }, 'soviet-movement'],
  ]) {
    const player = await Player.sit(server, chrome, { journal: await untouched(`${game}/${scenario}`, phase), seats });
    await comesTo(player, phase);
    player.spent.clear();
    const tried = new Set();
    for (let hexes = 0; hexes < 3;) {
      // The farthest of the ways to move: it is listed last.
      const lift = lifts(player).findLast((o) => !tried.has(o.counter));
      if (!lift) throw new Error(`nobody in ${game} can march three hexes`);
      tried.add(lift.counter);
      player.spent.clear();
      hexes = await player.does('a march of three hexes', () => player.moves(lift, 3));
    }
    player.report(`${game}: one unit`);
  }
}

async function drive(server, chrome) {
  const player = await Player.sit(server, chrome, { game: 'drive', scenario: 'blue' });
  for (const word of ['suggested', 'done']) await player.does('set-up', () => player.take(player.offers.find((o) => verb(o) === word)));
  await comesTo(player, 'axis-assault');
  for (let i = 0; i < ASSAULTS; i++) {
    const attack = player.offers.find((o) => verb(o) === 'attack');
    if (!attack) break;
    await player.does('a prepared assault', () => assault(player, attack));
  }
  await player.does('the end of assaults', () => player.take(endOf(player.view)));
  await comesTo(player, 'axis-movement');
  await movesAll(player, 'axis-movement', MOVED_IN_BLUE);
  await player.does('the end of movement', () => player.take(endOf(player.view)));
  player.report('drive: the first German turn of Blue');
}

/** The attack is planned with everybody who can, made, and what it asks for is answered. */
async function assault(player, attack) {
  const { person, mouse } = player;
  const { n } = person.last;
  await mouse.pick({ space: attack.space }, attack.space);
  await person.test('plan-commit').click();
  await person.next(n);
  await person.page.waitForTimeout(300);
  await mouse.closeBattle();
  await player.asked();
  await player.answers((v) => v.turn.phase !== 'axis-assault' || v.offers.list.some((o) => verb(o) === 'attack') || endOf(v));
}

const [server, chrome] = await Promise.all([startServer(), startBrowser()]);
try {
  for (const [name, work] of Object.entries({ battle, drags, march, drive })) if (name.includes(wanted)) await work(server, chrome);
} finally {
  await chrome.close();
  await server.stop();
}
