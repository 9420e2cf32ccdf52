// Positions that are arranged by playing to them with the engine.
import assert from 'node:assert/strict';
import { chance, eager, verbOf } from './chance.mjs';
import { Engine } from './engine.mjs';

/** A journal that ends where this phase begins; both sides have taken the suggested set-up, if there is one, and done nothing else. */
export async function untouched(game, phase, seed = 5) {
  const engine = new Engine();
  await engine.ask({ do: 'new', game, seed });
  for (let i = 0; i < 300; i++) {
    const { side, list } = await engine.legal();
    if ((await engine.view(side)).turn.phase === phase) {
      const file = await engine.save(phase);
      engine.close();
      return file;
    }
    await engine.act((list.find((o) => o.action === 'suggested') ?? list.find((o) => o.kind === 'done') ?? list[0]).action);
  }
  throw new Error(`${game} never came to ${phase}`);
}

/** A journal played by officers until this holds of the view of whoever is asked. */
export async function played(game, officers, fits, seed = 5) {
  const engine = new Engine();
  await engine.ask({ do: 'new', game, seed });
  for (let i = 0; i < 4000; i++) {
    const { side } = await engine.legal();
    if (side === undefined || fits(await engine.view(side), side)) {
      const file = await engine.save('played');
      engine.close();
      return file;
    }
    const { action } = await engine.ask({ do: 'choose', as: side, officer: officers[side] });
    await engine.ask({ do: 'act', as: side, action });
  }
  throw new Error(`${game} never came there`);
}

/** Battle's first Axis attacks: some units were sent against the enemy. */
export async function attacks(most = 3) {
  const engine = new Engine();
  await engine.ask({ do: 'new', game: 'battle/campaign', seed: 5 });
  let sent = 0;
  const tried = new Set();
  for (let i = 0; i < 300; i++) {
    const { side, list } = await engine.legal();
    const { turn } = await engine.view(side);
    if (turn.phase === 'axis-attack' || (sent > 0 && list.some((o) => o.preview))) {
      const file = await engine.save('attacks');
      engine.close();
      const fights = list.filter((o) => o.preview).map((o) => o.space);
      return { file, hex: fights[0], hard: fights.at(-1) };
    }
    const lift =
      turn.phase === 'axis-movement' && sent < most ? list.find((o) => o.action.move !== undefined && !tried.has(o.counter)) : undefined;
    await engine.act((lift ?? list.find((o) => o.kind === 'done') ?? list[0]).action);
    if (!lift) continue;
    tried.add(lift.counter);
    const into = (await engine.legal()).list.find((o) => o.kind === 'attack' && o.counter === lift.counter);
    if (into) sent += 1;
    if (into) assert.match(into.cost, /odds .*% that they give way/, 'the step into a fight says its odds');
    await (into ? engine.act(into.action) : engine.ask({ do: 'undo' }));
  }
  throw new Error('never came to the attacks');
}

/** Two recruits fight until one of them can attack where there was a battle before; the journal ends there. */
export async function foughtBefore(game = 'battle/campaign', seed = 5) {
  const engine = new Engine();
  await engine.ask({ do: 'new', game, seed });
  const fought = new Set();
  for (let i = 0; i < 1500; i++) {
    const { side, list } = await engine.legal();
    if (side === undefined) break;
    const again = list.find((o) => o.preview && fought.has(o.space));
    if (again) {
      const file = await engine.save('fought-before');
      engine.close();
      return { file, side, space: again.space };
    }
    const attack = list.find((o) => o.preview);
    const { action } = attack ?? (await engine.ask({ do: 'choose', as: side, officer: 'recruit' }));
    if (attack) fought.add(attack.space);
    await engine.ask({ do: 'act', as: side, action });
  }
  throw new Error('nobody ever attacks the same place twice');
}

/** We Are Coming where somebody may fire at units that retreat past him: whose question it is, and the journal up to it. */
export async function opportunity() {
  for (let seed = 19; seed < 59; seed++) {
    const [engine, random] = [new Engine(), chance(seed)];
    await engine.ask({ do: 'new', game: 'wintergewitter/we-are-coming', seed, options: { setup: 'historical' } });
    for (let i = 0; i < 3000; i++) {
      const { side, list } = await engine.legal();
      if (!side) break;
      if (list.some((offer) => verbOf(offer) === 'shoot')) {
        const file = await engine.save('opportunity');
        engine.close();
        return { file, side };
      }
      // Who has nothing on offer is asked for a plan.
      const planned = list.length === 0 ? await engine.ask({ do: 'choose', as: side, officer: 'recruit' }) : eager(list, random);
      await engine.ask({ do: 'act', as: side, action: planned.action });
    }
    engine.close();
  }
  throw new Error('nobody ever retreated past an enemy');
}

/** What both sides do in a prepared attack that leaves no step out: everybody joins, guns are named and answered, who is hit goes, who may advances. */
const ATTACK = ['lead', 'fire-at', 'lose', 'flee', 'exit', 'shoot', 'advance', 'fire', 'retreat', 'check'];
const STEP = /^Step (\d) of 8/;

/** The next of it; of guns no more than two are named in a step. */
function attackers(list, step, done) {
  const of = (verb) => list.find((offer) => verbOf(offer) === verb);
  const few = (verb, most) => ((done[`${step} ${verb}`] ?? 0) < most ? of(verb) : undefined);
  const gun = of('fire') ? undefined : few('gun', 2);
  const chosen = of('join') ?? gun ?? few('battery', 1) ?? ATTACK.map(of).find(Boolean) ?? of('done') ?? list[0];
  const what = `${step} ${verbOf(chosen)}`;
  done[what] = (done[what] ?? 0) + 1;
  return chosen;
}

/** Plays the attack that has been declared to its end: who did what, and the steps in which somebody was asked. */
async function fought(engine, first) {
  const [steps, moves, done] = [new Set(), [first], {}];
  for (let i = 0; i < 120; i++) {
    const { side, list } = await engine.legal();
    const step = STEP.exec((await engine.view(side)).battle?.approach?.text ?? '')?.[1];
    if (!step) break;
    steps.add(step);
    const { action } = attackers(list, step, done);
    await engine.ask({ do: 'act', as: side, action });
    moves.push({ side, action });
  }
  return { steps, moves };
}

/** We Are Coming before a prepared attack in which somebody is asked in each of the eight steps: the journal up to it, and who does what. */
export async function wholeAttack() {
  for (let seed = 1; seed < 60; seed++) {
    const [engine, random] = [new Engine(), chance(seed)];
    await engine.ask({ do: 'new', game: 'wintergewitter/we-are-coming', seed, options: { setup: 'historical' } });
    for (let i = 0; i < 3000; i++) {
      const { side, list } = await engine.legal();
      if (!side) break;
      const planned = list.length === 0 ? await engine.ask({ do: 'choose', as: side, officer: 'recruit' }) : eager(list, random);
      const attack = planned.action.attack !== undefined;
      const file = attack ? await engine.save('attack') : undefined;
      await engine.ask({ do: 'act', as: side, action: planned.action });
      if (!attack) continue;
      const { steps, moves } = await fought(engine, { side, action: planned.action });
      if (steps.size === 8) {
        engine.close();
        return { file, moves };
      }
    }
    engine.close();
  }
  throw new Error('no attack ever went through all its steps');
}
