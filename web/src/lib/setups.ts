// Set-ups that a player has made: kept in this browser, to be used again in another game of the same scenario.
import type { Action, OfferKind, Side } from './wire';

export interface Where {
  game: string;
  scenario: string;
  side: Side;
}

const keyOf = ({ game, scenario, side }: Where): string => `kessel.setup.${game}.${scenario}.${side}`;

export function keptSetup(where: Where, store: Storage = localStorage): Action[] {
  try {
    const found: unknown = JSON.parse(store.getItem(keyOf(where)) ?? '[]');
    return Array.isArray(found) ? (found as Action[]) : [];
  } catch {
    return [];
  }
}

/** Kinds of actions that a set-up consists of. */
const PLACING = new Set<OfferKind>(['place', 'spend', 'select', 'other']);

/** Notes the first actions of a side; when it ends its first step they are its set-up. */
export class SetupNotes {
  private done: { n: number; action: Action }[] | null = [];

  /** An action of this side was done; `first` if it has done none before. */
  note(n: number, action: Action, kind: OfferKind, first: boolean, where: Where, store: Storage = localStorage): void {
    if (first) this.done = [];
    if (this.done === null || (!first && this.done.length === 0)) return;
    if (PLACING.has(kind)) this.done.push({ n, action });
    else {
      if (kind === 'done' && this.done.length > 0) store.setItem(keyOf(where), JSON.stringify(this.done.map((d) => d.action)));
      this.done = null;
    }
  }

  /** Actions after `n` were taken back. */
  cut(n: number): void {
    this.done = this.done?.filter((d) => d.n < n) ?? null;
  }
}
