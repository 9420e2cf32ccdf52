// Questions about what is not in a view: layers, lines, the calendar, reports, and everything of earlier moments.
import type { ClientMsg, ServerMsg, When } from './protocol';
import type { Event, Viewer } from './wire';

type Ask = (msg: ClientMsg) => Promise<ServerMsg[]>;

export class LookBack {
  private replays: Promise<unknown> = Promise.resolve();

  constructor(private readonly ask: Ask) {}

  /** What layers cover; a layer whose tag is known comes only if it has changed. */
  async layers(layers: Record<string, string | null>, when: When) {
    const [answer] = await this.inTurn(when, () => this.ask({ type: 'layers', layers, ...when }));
    return answer?.type === 'layers' ? answer.layers : [];
  }

  /** The lines of all layers that begin in a space, and the numbers there that do not count as printed. */
  async lines(space: string, when: When) {
    const [answer] = await this.inTurn(when, () => this.ask({ type: 'lines', space, ...when }));
    return answer?.type === 'lines' ? { lines: answer.lines, notes: answer.notes } : { lines: [], notes: [] };
  }

  async calendar(when: When) {
    const [answer] = await this.inTurn(when, () => this.ask({ type: 'calendar', ...when }));
    return answer?.type === 'calendar' ? answer.calendar : [];
  }

  /** The report of a battle that was fought, with its sums: the log is loaded without them. */
  async report(n: number, nth: number, as?: Viewer): Promise<Extract<Event, { kind: 'battle' }> | null> {
    const { frames } = await this.frames(n, n, 'none', as, false);
    const event = frames[0]?.events[nth];
    return event?.kind === 'battle' ? event : null;
  }

  /** Frames of the replay, with their views if asked for. */
  frames(from: number, to: number | undefined, views: 'none' | 'last' | 'all', as?: Viewer, brief = true) {
    const ask = { type: 'replay' as const, from, views, brief, ...(to === undefined ? {} : { to }), ...(as ? { as } : {}) };
    return this.inTurn({ n: from }, () => this.ask(ask)).then((parts) => {
      const replays = parts.filter((p) => p.type === 'replay');
      return { n: replays.at(-1)?.n ?? 0, frames: replays.flatMap((p) => p.frames) };
    });
  }

  /** The server looks back for one question at a time. */
  private inTurn<T>(when: When, ask: () => Promise<T>): Promise<T> {
    if (when.n === undefined) return ask();
    const answer = this.replays.then(ask);
    this.replays = answer.catch(() => undefined);
    return answer;
  }
}
