// Positions of Stalingrad Roads, arranged by playing to them with the engine.
import { Engine } from './engine.mjs';

/** Operation Uranus in this phase of the first turn: whatever comes before is ended, or done as it is offered first. */
export async function uranus(phase, seed = 7) {
  const engine = new Engine();
  await engine.ask({ do: 'new', game: 'roads/uranus', seed });
  for (let i = 0; i < 120; i++) {
    const { side, list } = await engine.legal();
    const { turn } = await engine.view(side);
    if (turn.phase === phase) {
      const file = await engine.save(phase);
      engine.close();
      return file;
    }
    await engine.act((list.find((o) => o.kind === 'done') ?? list[0]).action);
  }
  throw new Error(`never came to ${phase}`);
}
