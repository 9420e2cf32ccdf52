// What a table is asked without changing it: where counters can go, by which way, what an attack would be, and why not.
import type { ClientMsg, ServerMsg } from './protocol';
import type { Action, Consulted, Muster, Offers, Reach, Side, Way } from './wire';

export class Questions {
  private musters = new Map<string, Promise<Muster | null>>();

  constructor(
    private readonly ask: (msg: ClientMsg) => Promise<ServerMsg[]>,
    /** The number of the view that is shown. */
    private readonly shown: () => number,
  ) {}

  /** The table has changed. */
  forget(): void {
    this.musters.clear();
  }

  /** Where counters can go; nothing once the table has changed. */
  async reach(counters: string[], verb: string | null = null, via: string[] = []): Promise<Reach[]> {
    const v = this.shown();
    const more = { ...(verb === null ? {} : { verb }), ...(via.length === 0 ? {} : { via }) };
    const [answer] = await this.ask({ type: 'reach', counters, ...more });
    return answer?.type === 'reach' && v === this.shown() ? answer.reach : [];
  }

  /** The actions that bring counters to a place. */
  async way(counters: string[], verb: string | null, via: string[]): Promise<Way | null> {
    const [answer] = await this.ask({ type: 'way', counters, via, ...(verb === null ? {} : { verb }) });
    return answer?.type === 'way' ? answer : null;
  }

  /** What an attack would be. */
  async muster(space: string, join?: string[], spend: Action[] = []): Promise<Muster | null> {
    const [answer] = await this.ask({ type: 'muster', space, spend, ...(join === undefined ? {} : { join }) });
    return answer?.type === 'muster' ? answer.muster : null;
  }

  /** What an attack with everybody would be: asked once for each place and view. */
  foresee(space: string): Promise<Muster | null> {
    const asked = this.musters.get(space) ?? this.muster(space);
    this.musters.set(space, asked);
    return asked;
  }

  /** Every rule consulted about an action. */
  async why(action: Action): Promise<{ allowed: boolean; consulted: Consulted[] }> {
    const [answer] = await this.ask({ type: 'why', action });
    if (answer?.type !== 'why') throw new Error('the server answered something else');
    return { allowed: answer.allowed, consulted: answer.consulted };
  }

  /** All that may be done, in words: for tests and for the curious. */
  async legal(side: Side | null): Promise<{ n: number; offers: Offers } | null> {
    if (side === null) return null;
    const [answer] = await this.ask({ type: 'legal', as: side });
    return answer?.type === 'legal' ? { n: answer.n, offers: answer.offers } : null;
  }
}
