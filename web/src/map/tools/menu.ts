// The other button, or the key for menus: then at the cursor.
import type { Point } from '../geometry';
import type { Bench, Tool } from './tool';

export class Menu implements Tool {
  readonly id = 'menu';

  constructor(private readonly bench: Bench) {}

  open(at: Point): void {
    const { state, calls } = this.bench;
    const keyed = state.keys && state.cursor.space !== undefined;
    const p = keyed ? state.cursorPoint() : at;
    const spot = keyed ? state.cursor : state.spotAt(p);
    state.closeFan();
    if (spot.counter !== undefined || spot.space !== undefined) calls.menu(spot, p);
  }
}
