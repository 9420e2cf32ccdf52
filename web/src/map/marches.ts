// A turn that was, or that is meant: what the map is told to show over the present.
import type { Side } from '../lib/wire';

export interface Trails {
  marches: { counter: string; side: Side | null; path: string[] }[];
  /** Where battles were fought. */
  fights: string[];
  /** Where counters died. */
  deaths: string[];
  /** Where somebody was held up. */
  held?: string[];
  /** Nothing of it has happened: it is what somebody means to do. */
  meant?: boolean;
}
