// A tool: one way of using pointer and keys on the map, a small machine of states. Tools stand in a chain and are asked in turn until one takes
// what happens: the first that takes a pointer holds it until it lets go, and those before it go on seeing what the pointer does.
import type { Point } from '../geometry';
import type { Painting } from '../layers/layer';
import type { MapState, Spot } from '../state';
import type { Target } from '../target';

/** A pointer, where it is now. */
export interface Press {
  id: number;
  /** In CSS pixels of the map's window. */
  at: Point;
  touch: boolean;
  /** 0: the first, 1: the middle. */
  button: number;
  /** With Shift: one of several. */
  more: boolean;
  /** With Alt: a line is drawn. */
  drawn: boolean;
  /** In milliseconds. */
  time: number;
}

export interface Tool {
  readonly id: string;
  /** It holds a pointer from now on, or no longer. */
  enter?(): void;
  exit?(): void;
  /** A pointer goes down; true: it is taken. */
  down?(p: Press): boolean;
  /** A pointer moves, held or not. Its holder answers whether it keeps it; another, whether it takes it away. */
  move?(p: Press): boolean;
  /** A held pointer goes up; true: nobody behind it in the chain shall make anything of it. */
  up?(p: Press): boolean;
  key?(e: KeyboardEvent): boolean;
  /** Lets go of everything without doing it; true: there was something. */
  cancel?(): boolean;
  /** A frame has passed; true: it wants another. */
  tick?(now: number): boolean;
  wheel?(at: Point, factor: number): void;
  /** The pointer has left the map. */
  leave?(p: Press): void;
  /** Drawn over the map while it is at work. */
  paint?(ctx: CanvasRenderingContext2D, painting: Painting): void;
}

/** What the page is told. */
export interface HandCalls {
  pick(spot: Spot, target: Target | undefined, at: Point, more: boolean): void;
  drop(counter: string, space: string, at: Point): void;
  /** A counter is being dragged. */
  carry(counter: string): void;
  /** The other button: a menu is wanted. */
  menu(spot: Spot, at: Point): void;
  hover(spot: Spot): void;
  /** Counters of the viewer inside a line that was drawn around them. */
  lasso?(counters: string[], more: boolean): void;
  /** A line of spaces was drawn. */
  stroke?(path: string[]): void;
  /** The arrow of an order was taken hold of and drawn to a space. */
  bend?(slot: string, space: string, at: Point): void;
}

/** What tools work with. */
export interface Bench {
  state: MapState;
  calls: HandCalls;
  /** No motion. */
  calm(): boolean;
  /** Calls after so many milliseconds, unless it is called off. */
  after(ms: number, what: () => void): () => void;
  /** How the pointer looks. */
  cursor(name: string): void;
}

/** So far a press may move and still be a click, in CSS pixels. */
export const CLICK = 6;

export const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The chain. */
export class Toolbox {
  private readonly held = new Map<number, { tool: Tool | undefined; start: Press }>();

  constructor(readonly tools: readonly Tool[]) {}

  /** How many pointers are down. */
  get pressed(): number {
    return this.held.size;
  }

  down(p: Press): void {
    this.held.set(p.id, { tool: undefined, start: p });
    this.offer(p, p, 0);
  }

  /** Offers a pointer to the tools from the nth on. */
  private offer(start: Press, now: Press, from: number): void {
    const tool = this.tools.slice(from).find((t) => t.down?.(start));
    if (!tool) return;
    this.hold(start.id, tool);
    if (now !== start) tool.move?.(now);
  }

  private hold(id: number, tool: Tool): void {
    const own = this.held.get(id);
    if (!own) return;
    own.tool?.exit?.();
    own.tool = tool;
    tool.enter?.();
  }

  move(p: Press): void {
    const own = this.held.get(p.id);
    for (const [i, tool] of this.tools.entries()) {
      const keeps = tool.move?.(p) ?? false;
      if (tool === own?.tool) {
        if (keeps) return;
        tool.exit?.();
        own.tool = undefined;
        this.offer(own.start, p, i + 1);
        return;
      }
      if (!keeps) continue;
      if (own?.tool) this.takeAway(p.id, tool);
      return;
    }
  }

  private takeAway(id: number, tool: Tool): void {
    const own = this.held.get(id);
    own?.tool?.cancel?.();
    this.hold(id, tool);
  }

  /** A tool takes these pointers from whoever holds them. */
  seize(tool: Tool, ids: Iterable<number>): void {
    for (const other of this.tools) if (other !== tool) other.cancel?.();
    for (const id of ids) if (this.held.get(id)?.tool !== tool) this.takeAway(id, tool);
  }

  up(p: Press): void {
    const own = this.held.get(p.id);
    this.held.delete(p.id);
    if (!own) return;
    for (const tool of this.tools) {
      const ended = tool.up?.(p) ?? false;
      if (tool === own.tool) break;
      if (!ended) continue;
      own.tool?.cancel?.();
      break;
    }
    own.tool?.exit?.();
  }

  /** The pointer is gone, or Escape was pressed: nobody does what he was about to do. */
  cancel(id?: number): boolean {
    const own = id === undefined ? undefined : this.held.get(id);
    if (id === undefined) this.held.clear();
    else this.held.delete(id);
    let any = false;
    for (const tool of own?.tool ? [own.tool] : this.tools) any = (tool.cancel?.() ?? false) || any;
    own?.tool?.exit?.();
    return any;
  }

  key(e: KeyboardEvent): boolean {
    return this.tools.some((t) => t.key?.(e) ?? false);
  }

  wheel(at: Point, factor: number): void {
    for (const tool of this.tools) tool.wheel?.(at, factor);
  }

  leave(p: Press): void {
    if (this.held.size === 0) for (const tool of this.tools) tool.leave?.(p);
  }

  /** A frame has passed; true: somebody wants another. */
  tick(now: number): boolean {
    return this.tools.reduce((any, t) => (t.tick?.(now) ?? false) || any, false);
  }

  paint(ctx: CanvasRenderingContext2D, painting: Painting): void {
    for (const tool of this.tools) tool.paint?.(ctx, painting);
  }
}
