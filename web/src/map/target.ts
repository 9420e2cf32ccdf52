// What lies under the hand. What a click on it means is not decided here.
import type { Point } from './geometry';

export interface Target {
  kind: 'counter' | 'space' | 'slot' | 'arrow';
  /** The id of the counter or space; for a slot and its arrow, the slot. */
  id: string;
  /** The space in which a counter lies. */
  space?: string;
  /** In CSS pixels of the map's window. */
  at: Point;
}
