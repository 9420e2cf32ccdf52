// The map by keyboard. Tab walks what is offered, arrows walk spaces, Enter takes, Escape lets go, N finds the next counter that can act,
// Space spreads a stack out, Shift with arrows or WASD pans, + and - zoom, Home shows everything.
import type { Point } from './geometry';
import type { Scene, Spot } from './scene';

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
    private readonly scene: Scene,
    private readonly calls: KeyCalls,
  ) {}

  /** Answers whether the key was for the map. */
  press(e: KeyboardEvent): boolean {
    if (e.ctrlKey || e.metaKey || e.altKey) return false;
    const { scene } = this;
    const arrow = ARROWS[e.key];
    if (arrow) {
      if (e.shiftKey) this.calls.pan(arrow[0], arrow[1]);
      else if (scene.fan && scene.keys) this.inFan(arrow[0] + arrow[1] * this.fanColumns());
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
        scene.fit();
        return true;
      default:
        return false;
    }
  }

  private zoom(factor: number): void {
    const { scene } = this;
    const place = scene.keys && scene.cursor.space !== undefined ? scene.plan.get(scene.cursor.space) : undefined;
    const at = place ? scene.screen(place) : { x: scene.size.w / 2, y: scene.size.h / 2 };
    const inside = at.x > 0 && at.y > 0 && at.x < scene.size.w && at.y < scene.size.h;
    scene.zoomAt(factor, inside ? at : { x: scene.size.w / 2, y: scene.size.h / 2 });
  }

  /** Puts the cursor somewhere and shows it. */
  set(spot: Spot, along?: Point): void {
    const { scene } = this;
    scene.keys = true;
    scene.cursor = spot;
    const place = spot.space === undefined ? undefined : scene.plan.get(spot.space);
    this.along = along ?? place;
    if (place) {
      const p = scene.screen(place);
      const margin = Math.min(90, scene.size.w / 5, scene.size.h / 5);
      if (p.x < margin || p.y < margin || p.x > scene.size.w - margin || p.y > scene.size.h - margin)
        scene.moveTo({ ...scene.camera, x: place.x, y: place.y });
    }
    const stack = spot.space === undefined ? [] : scene.inSpace(spot.space);
    if (spot.counter !== undefined && spot.space !== undefined && (stack.length > 1 || !stack.some((c) => c.id === spot.counter)))
      scene.openFan(spot.space);
    else scene.closeFan();
    scene.touch('hand');
    this.calls.moved(spot);
  }

  /** Where the cursor starts: the counter in hand, the first thing offered, the middle of the window. */
  begin(): void {
    const { scene } = this;
    scene.keys = true;
    if (scene.cursor.space !== undefined && scene.plan.get(scene.cursor.space)) this.set(scene.cursor);
    else {
      const held = scene.inHand === null ? undefined : scene.placeOf(scene.inHand);
      const first = scene.targets.order[0];
      if (held) this.set({ space: held.id });
      else if (first) this.set(this.spotOf(first));
      else this.set({ space: this.middle() ?? '' });
    }
  }

  private middle(): string | undefined {
    const { scene } = this;
    const p = scene.sheetPoint({ x: scene.size.w / 2, y: scene.size.h / 2 });
    let best: string | undefined;
    let least = Infinity;
    for (const place of scene.plan.list) {
      const d = Math.hypot(place.x - p.x, place.y - p.y);
      if (d < least) [best, least] = [place.id, d];
    }
    return best;
  }

  private spotOf(entry: Spot): Spot {
    if (entry.counter === undefined) return entry;
    const place = this.scene.placeOf(entry.counter);
    return place ? { counter: entry.counter, space: place.id } : { counter: entry.counter };
  }

  private same(a: Spot): boolean {
    const c = this.scene.cursor;
    return a.counter !== undefined ? a.counter === c.counter : a.space === c.space && c.counter === undefined;
  }

  private tab(by: number): boolean {
    const { order } = this.scene.targets;
    const { aims, inHand } = this.scene;
    // The counter in hand is where one comes from: its goals follow it, and it is not met again.
    const met = (o: Spot): boolean => aims.size > 0 && o.counter !== undefined && o.counter === inHand;
    const reachable = order.filter((o) => !met(o) && (o.space !== undefined || this.scene.placeOf(o.counter) !== undefined));
    const at = reachable.findIndex((o) => this.same(o));
    const next = reachable[at < 0 ? (by > 0 ? 0 : reachable.length - 1) : at + by];
    if (!next) {
      this.scene.closeFan();
      return false;
    }
    this.set(this.spotOf(next));
    return true;
  }

  private nextCounter(by: number): boolean {
    const list = [...this.scene.targets.counters.keys()].filter((id) => this.scene.placeOf(id));
    if (list.length === 0) return false;
    const at = list.indexOf(this.scene.cursor.counter ?? '');
    const next = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length];
    if (next !== undefined) this.set(this.spotOf({ counter: next }));
    return true;
  }

  private walk(dx: number, dy: number): void {
    const { scene } = this;
    const from = scene.cursor.space === undefined ? undefined : scene.plan.get(scene.cursor.space);
    if (!from) {
      this.begin();
      return;
    }
    const along = this.along ?? from;
    const to = scene.plan.step(from, dx, dy, along);
    if (to) this.set({ space: to.id }, to.hex ? (dx !== 0 ? { x: to.x, y: along.y } : { x: along.x, y: to.y }) : to);
  }

  private take(): boolean {
    const { scene } = this;
    const { space, counter } = scene.cursor;
    if (!scene.keys || (space === undefined && counter === undefined)) return false;
    const place = space === undefined ? undefined : scene.plan.get(space);
    const at = place ? scene.screen(place) : { x: scene.size.w / 2, y: scene.size.h / 2 };
    if (counter === undefined && space !== undefined && !scene.targets.spaces.has(space)) {
      const here = scene.inSpace(space);
      const acting = here.filter((c) => scene.targets.counters.has(c.id));
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
    const { scene } = this;
    const { fan } = scene;
    scene.closeFan();
    if (fan && scene.keys) this.set({ space: fan.space });
    // A stack that is fanned out and in hand is one thing to the player.
    if (!fan || (scene.inHand !== null && scene.placeOf(scene.inHand)?.id === fan.space)) this.calls.cancel();
    return true;
  }

  private toggleFan(): boolean {
    const { scene } = this;
    const space = (scene.keys ? scene.cursor.space : scene.hover.space) ?? scene.cursor.space;
    if (scene.fan) scene.closeFan();
    else if (space !== undefined) {
      const first = scene.inSpace(space)[0];
      if (first && scene.keys) this.set({ counter: first.id, space });
      if (first) scene.openFan(space);
    }
    return true;
  }

  private fanColumns(): number {
    const cells = this.scene.fan?.cells ?? [];
    return Math.max(1, cells.filter((c) => c.y === cells[0]?.y).length);
  }

  private inFan(by: number): void {
    const fan = this.scene.fan;
    if (!fan) return;
    const at = fan.cells.findIndex((c) => c.counter.id === this.scene.cursor.counter);
    const next = fan.cells[Math.max(0, Math.min(fan.cells.length - 1, at < 0 ? 0 : at + by))];
    if (next) {
      this.scene.cursor = { counter: next.counter.id, space: fan.space };
      this.scene.touch('hand');
      this.calls.moved(this.scene.cursor);
    }
  }
}
