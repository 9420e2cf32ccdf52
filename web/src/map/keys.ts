// The map by keyboard. Tab walks what is offered, arrows walk spaces, Enter takes, Escape lets go, N finds the next counter that can act,
// Space spreads a stack out, Shift with arrows or WASD pans, + and - zoom, Home shows everything.
import type { Point } from './geometry';
import type { MapState, Spot } from './state';

export interface KeyCalls {
  pick(spot: Spot, at: Point): void;
  moved(spot: Spot): void;
  /** Escape with nothing open: the page lets go of what it holds. */
  cancel(): void;
  pan(dx: number, dy: number): void;
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const WASD: Record<string, [number, number]> = { a: [-1, 0], d: [1, 0], w: [0, -1], s: [0, 1] };

export class Keys {
  /** The line that arrows walk along. */
  private along: Point | undefined;

  constructor(
    private readonly state: MapState,
    private readonly calls: KeyCalls,
  ) {}

  /** Answers whether the key was for the map. */
  press(e: KeyboardEvent): boolean {
    if (e.ctrlKey || e.metaKey || e.altKey) return false;
    const { state } = this;
    const arrow = ARROWS[e.key];
    if (arrow) {
      if (e.shiftKey) this.calls.pan(arrow[0], arrow[1]);
      else if (state.fan && state.keys) this.inFan(arrow[0] + arrow[1] * this.fanColumns());
      else this.walk(arrow[0], arrow[1]);
      return true;
    }
    const way = WASD[e.key.toLowerCase()];
    if (way) {
      this.calls.pan(way[0], way[1]);
      return true;
    }
    switch (e.key) {
      case 'Tab':
        return this.tab(e.shiftKey ? -1 : 1);
      case 'Enter':
        return this.take();
      case 'Escape':
        return this.letGo();
      case 'n':
      case 'N':
        return this.nextCounter(e.shiftKey ? -1 : 1);
      case ' ':
        return this.toggleFan();
      case '+':
      case '=':
        this.zoom(1.25);
        return true;
      case '-':
      case '_':
        this.zoom(0.8);
        return true;
      case 'Home':
        state.fit();
        return true;
      default:
        return false;
    }
  }

  private zoom(factor: number): void {
    const { state } = this;
    const place = state.keys && state.cursor.space !== undefined ? state.plan.get(state.cursor.space) : undefined;
    const at = place ? state.screen(place) : { x: state.size.w / 2, y: state.size.h / 2 };
    const inside = at.x > 0 && at.y > 0 && at.x < state.size.w && at.y < state.size.h;
    state.zoomAt(factor, inside ? at : { x: state.size.w / 2, y: state.size.h / 2 });
  }

  /** Puts the cursor somewhere and shows it. */
  set(spot: Spot, along?: Point): void {
    const { state } = this;
    state.keys = true;
    state.cursor = spot;
    const place = spot.space === undefined ? undefined : state.plan.get(spot.space);
    this.along = along ?? place;
    if (place) {
      const p = state.screen(place);
      const margin = Math.min(90, state.size.w / 5, state.size.h / 5);
      if (p.x < margin || p.y < margin || p.x > state.size.w - margin || p.y > state.size.h - margin)
        state.moveTo({ ...state.camera, x: place.x, y: place.y });
    }
    const stack = spot.space === undefined ? [] : state.inSpace(spot.space);
    if (spot.counter !== undefined && spot.space !== undefined && (stack.length > 1 || !stack.some((c) => c.id === spot.counter)))
      state.openFan(spot.space);
    else state.closeFan();
    state.touch('hand');
    this.calls.moved(spot);
  }

  /** Where the cursor starts: the counter in hand, the first thing offered, the middle of the window. */
  begin(): void {
    const { state } = this;
    state.keys = true;
    if (state.cursor.space !== undefined && state.plan.get(state.cursor.space)) this.set(state.cursor);
    else {
      const held = state.inHand === null ? undefined : state.placeOf(state.inHand);
      const first = state.targets.order[0];
      if (held) this.set({ space: held.id });
      else if (first) this.set(this.spotOf(first));
      else this.set({ space: this.middle() ?? '' });
    }
  }

  private middle(): string | undefined {
    const { state } = this;
    const p = state.sheetPoint({ x: state.size.w / 2, y: state.size.h / 2 });
    let best: string | undefined;
    let least = Infinity;
    for (const place of state.plan.list) {
      const d = Math.hypot(place.x - p.x, place.y - p.y);
      if (d < least) [best, least] = [place.id, d];
    }
    return best;
  }

  private spotOf(entry: Spot): Spot {
    if (entry.counter === undefined) return entry;
    const place = this.state.placeOf(entry.counter);
    return place ? { counter: entry.counter, space: place.id } : { counter: entry.counter };
  }

  private same(a: Spot): boolean {
    const c = this.state.cursor;
    return a.counter !== undefined ? a.counter === c.counter : a.space === c.space && c.counter === undefined;
  }

  private tab(by: number): boolean {
    const { order } = this.state.targets;
    const { aims, inHand } = this.state;
    // The counter in hand is where one comes from: its goals follow it, and it is not met again.
    const met = (o: Spot): boolean => aims.size > 0 && o.counter !== undefined && o.counter === inHand;
    const reachable = order.filter((o) => !met(o) && (o.space !== undefined || this.state.placeOf(o.counter) !== undefined));
    const at = reachable.findIndex((o) => this.same(o));
    const next = reachable[at < 0 ? (by > 0 ? 0 : reachable.length - 1) : at + by];
    if (!next) {
      this.state.closeFan();
      return false;
    }
    this.set(this.spotOf(next));
    return true;
  }

  private nextCounter(by: number): boolean {
    const list = [...this.state.targets.counters.keys()].filter((id) => this.state.placeOf(id));
    if (list.length === 0) return false;
    const at = list.indexOf(this.state.cursor.counter ?? '');
    const next = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length];
    if (next !== undefined) this.set(this.spotOf({ counter: next }));
    return true;
  }

  private walk(dx: number, dy: number): void {
    const { state } = this;
    const from = state.cursor.space === undefined ? undefined : state.plan.get(state.cursor.space);
    if (!from) {
      this.begin();
      return;
    }
    const along = this.along ?? from;
    const to = state.plan.step(from, dx, dy, along);
    if (to) this.set({ space: to.id }, to.hex ? (dx !== 0 ? { x: to.x, y: along.y } : { x: along.x, y: to.y }) : to);
  }

  private take(): boolean {
    const { state } = this;
    const { space, counter } = state.cursor;
    if (!state.keys || (space === undefined && counter === undefined)) return false;
    const place = space === undefined ? undefined : state.plan.get(space);
    const at = place ? state.screen(place) : { x: state.size.w / 2, y: state.size.h / 2 };
    if (counter === undefined && space !== undefined && !state.targets.spaces.has(space)) {
      const here = state.inSpace(space);
      const acting = here.filter((c) => state.targets.counters.has(c.id));
      const only = acting.length === 1 ? acting[0] : here.length === 1 ? here[0] : undefined;
      if (only) this.calls.pick({ counter: only.id, space }, at);
      else if (here.length > 1 && here[0]) this.set({ counter: (acting[0] ?? here[0]).id, space });
      else this.calls.pick({ space }, at);
      return true;
    }
    this.calls.pick({ ...(counter === undefined ? {} : { counter }), ...(space === undefined ? {} : { space }) }, at);
    return true;
  }

  private letGo(): boolean {
    const { state } = this;
    const { fan } = state;
    state.closeFan();
    if (fan && state.keys) this.set({ space: fan.space });
    // A stack that is fanned out and in hand is one thing to the player.
    if (!fan || (state.inHand !== null && state.placeOf(state.inHand)?.id === fan.space)) this.calls.cancel();
    return true;
  }

  private toggleFan(): boolean {
    const { state } = this;
    const space = (state.keys ? state.cursor.space : state.hover.space) ?? state.cursor.space;
    if (state.fan) state.closeFan();
    else if (space !== undefined) {
      const first = state.inSpace(space)[0];
      if (first && state.keys) this.set({ counter: first.id, space });
      if (first) state.openFan(space);
    }
    return true;
  }

  private fanColumns(): number {
    const cells = this.state.fan?.cells ?? [];
    return Math.max(1, cells.filter((c) => c.y === cells[0]?.y).length);
  }

  private inFan(by: number): void {
    const fan = this.state.fan;
    if (!fan) return;
    const at = fan.cells.findIndex((c) => c.counter.id === this.state.cursor.counter);
    const next = fan.cells[Math.max(0, Math.min(fan.cells.length - 1, at < 0 ? 0 : at + by))];
    if (next) {
      this.state.cursor = { counter: next.counter.id, space: fan.space };
      this.state.touch('hand');
      this.calls.moved(this.state.cursor);
    }
  }
}
