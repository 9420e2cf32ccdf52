// Positions of Drive on Stalingrad, arranged by playing to them with the engine; the same dice fall on the page afterwards.
import { Engine } from './engine.mjs';

const verb = (offer) => (typeof offer.action === 'string' ? offer.action : Object.keys(offer.action)[0]);
const find = (list, word, fits = () => true) => list.find((o) => verb(o) === word && fits(o));

async function open(seed) {
  const engine = new Engine();
  await engine.ask({ do: 'new', game: 'drive/blue', seed });
  for (const action of ['suggested', 'done', 'suggested', 'done']) await engine.act(action);
  return engine;
}

/** Ends steps and phases until the condition holds; declares the plain order. */
async function pass(engine, until) {
  for (let i = 0; i < 200; i++) {
    const { side, list } = await engine.legal();
    const { turn } = await engine.view(side);
    if (until(turn, side)) return;
    const offer = find(list, 'done') ?? find(list, 'order') ?? find(list, 'halt') ?? find(list, 'fight') ?? list[0];
    await engine.act(offer.action);
  }
  throw new Error('never came to the position');
}

/** A prepared assault with everybody who can; losses are taken as they come, nobody advances. */
async function attack(engine, at, told = []) {
  const note = async (action) => told.push(await engine.act(action));
  await note({ attack: at });
  for (;;) {
    const { list } = await engine.legal();
    const next =
      find(list, 'join') ??
      find(list, 'fight') ??
      find(list, 'retreat') ??
      find(list, 'lose') ??
      (told.some((t) => t.action === 'fight') ? find(list, 'done') : undefined);
    if (!next || find(list, 'attack')) return told;
    await note(next.action);
  }
}

/** Takes up one unit of a stack and walks it along these hexes. */
async function walk(engine, unit, path) {
  await engine.act({ move: unit });
  for (const to of path) {
    const { list } = await engine.legal();
    if (!find(list, 'step', (o) => o.action.step === to)) throw new Error(`${unit} cannot go to ${to}`);
    await engine.act({ step: to });
  }
  const { list } = await engine.legal();
  if (find(list, 'halt')) await engine.act('halt');
}

/**
 * The opening of the German player turn of turn 2: on turn 1 a gap was torn at N1342, a panzer division went behind N1242 and a motorised one
 * took the town of Stary Oskol. `steps` is the turn that follows: the town joins the network, a concentric prepared assault on N1242, a mobile assault.
 */
export async function germanTurn(seed = 5) {
  const engine = await open(seed);
  await pass(engine, (turn) => turn.phase === 'axis-assault');
  await attack(engine, 'N1342');
  await pass(engine, (turn) => turn.phase === 'axis-movement');
  await walk(engine, '11PD', ['N1342', 'N1341', 'N1241']);
  await walk(engine, '3MID', ['N1342', 'N1341', 'N1441', 'N1440', 'N1439']);
  await pass(engine, (turn, side) => turn.number === 2 && turn.phase === 'axis-opening' && side === 'axis');
  const file = await engine.save('german-turn');
  const steps = [];
  const does = async (action) => steps.push(await engine.act(action));
  await does({ supply: 'N1439' });
  await does({ order: 'assault-move' });
  await attack(engine, 'N1242', steps);
  await does('done');
  await assault(engine, does);
  engine.close();
  return { file, steps };
}

/** The first mobile assault that a panzer division can make with a companion of its stack, to its end. */
async function assault(engine, does) {
  const { list } = await engine.legal();
  const { counters } = await engine.view('axis');
  const of = (symbol) => new Set(counters.filter((c) => c.face.symbol === symbol && c.face.nation === 'german').map((c) => c.id));
  const [panzers, companions] = [of('armour'), of('motorised')];
  for (const { action } of list.filter((o) => verb(o) === 'move' && panzers.has(o.counter))) {
    await engine.act(action);
    const { list: then } = await engine.legal();
    const along = find(then, 'with', (o) => companions.has(o.counter));
    const on = find(then, 'assault');
    await engine.ask({ do: 'undo' });
    if (!on || !along) continue;
    for (const step of [action, along.action, on.action]) await does(step);
    return goOn(engine, does);
  }
  throw new Error('nobody can make a mobile assault');
}

/** What the assault asks for; then a step farther, if the group may go on. */
async function goOn(engine, does) {
  for (;;) {
    const { list } = await engine.legal();
    const next = find(list, 'retreat') ?? find(list, 'lose');
    if (!next) break;
    await does(next.action);
  }
  const { list } = await engine.legal();
  const step = find(list, 'step');
  if (!step) return;
  await does(step.action);
  if (find((await engine.legal()).list, 'halt')) await does('halt');
}

/** Turn 2 just before the German ends his movement: when he does, Moscow releases a reserve army. */
export async function petition() {
  for (let seed = 1; seed <= 12; seed++) {
    const engine = await open(seed);
    await pass(engine, (turn) => turn.number === 2 && turn.phase === 'axis-movement');
    const file = await engine.save('petition');
    const frozen = (view) => view.tracks.find((t) => t.id === 'reserves').value;
    const before = frozen(await engine.view('soviet'));
    await engine.act('done');
    const after = frozen(await engine.view('soviet'));
    engine.close();
    if (after < before) return { file, freed: before - after };
  }
  throw new Error('Moscow never answers');
}
