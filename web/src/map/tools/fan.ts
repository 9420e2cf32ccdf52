// A stack spreads out under a pointer that rests on it, or under a finger that stays; it closes when the pointer leaves it.
import type { Point } from '../geometry';
import type { MapState, Spot } from '../state';
import { apart, type Bench, CLICK, type Press, type Tool } from './tool';

const REST = 260;
/** With counters in hand one looks for a goal and not for what lies in a stack. */
const AIMING = 700;
const LONG = 450;
/** So far beside the fan a pointer is still in it. */
const RIM = 10;

/** A stack opens under the pointer unless the space itself is what one may want to take. */
export function wantsFan(state: MapState, spot: Spot, more = false): boolean {
  if (spot.space === undefined || spot.counter === undefined || !state.hasMore(spot.space)) return false;
  if (state.aims.has(spot.space) && !more) return false;
  const own = state.inSpace(spot.space).some((c) => state.targets.counters.has(c.id));
  return !state.targets.spaces.has(spot.space) || own;
}

export function inFan({ fan }: MapState, p: Point): boolean {
  const f = fan?.frame;
  return f !== undefined && p.x > f.x - RIM && p.x < f.x + f.w + RIM && p.y > f.y - RIM && p.y < f.y + f.h + RIM;
}

export class Fan implements Tool {
  readonly id = 'fan';
  private forget: (() => void) | undefined;
  private pressed: Press | undefined;
  private long = false;

  constructor(private readonly bench: Bench) {}

  private wait(ms: number, what: () => void): void {
    this.stop();
    this.forget = this.bench.after(ms, what);
  }

  private stop(): void {
    this.forget?.();
    this.forget = undefined;
  }

  down(p: Press): boolean {
    this.stop();
    this.pressed = p;
    this.long = false;
    if (!p.touch) return false;
    const { state, calls } = this.bench;
    const spot = state.spotAt(p.at);
    this.wait(LONG, () => {
      this.long = true;
      if (state.setHover(spot)) calls.hover(spot);
      if (spot.space !== undefined) state.openFan(spot.space, p.at, spot.counter);
    });
    return false;
  }

  move(p: Press): boolean {
    if (this.pressed) {
      if (apart(this.pressed.at, p.at) > CLICK) this.stop();
      return false;
    }
    if (p.touch) return false;
    const { state } = this.bench;
    const spot = state.spotAt(p.at);
    const goal = state.fan && state.aimAt(p.at) === spot.space && spot.space !== state.fan.space;
    if (state.fan && (goal || !inFan(state, p.at))) state.closeFan();
    this.stop();
    if (!state.fan && wantsFan(state, spot, p.more) && spot.space !== undefined) {
      const [space, held] = [spot.space, state.inHand];
      // Whoever was taken up meanwhile is in the hand: the fan would cover where he can go.
      this.wait(state.aims.size > 0 && !p.more ? AIMING : REST, () => state.inHand === held && state.openFan(space, p.at, spot.counter));
    }
    return false;
  }

  /** A finger that has stayed has looked, and does nothing when it goes. */
  up(): boolean {
    this.stop();
    this.pressed = undefined;
    return this.long;
  }

  cancel(): boolean {
    this.stop();
    this.pressed = undefined;
    return false;
  }

  wheel(): void {
    this.stop();
  }

  leave(): void {
    this.stop();
    this.bench.state.closeFan();
  }
}
