// Events as motion: counters move and appear, losses flash, battles burst. With reduced motion each is a still mark for its time.
import type { CounterView, Event } from '../lib/wire';
import { scaleOf } from './camera';
import { inRect, type Place, type Point } from './geometry';
import { inPixels, type Painting, type Show } from './layers/layer';
import type { MapState } from './state';
import { COUNTER } from './stacks';

const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) ** 2 / 2);

const place = (state: MapState, id: string): Place | undefined => state.plan.get(id) ?? state.placeOf(id);

/** The place of an event, if it has one on the map. */
export function placeOfEvent(state: MapState, event: Event): Place | undefined {
  switch (event.kind) {
    case 'move':
      return place(state, event.to);
    case 'place':
    case 'marker':
    case 'control':
    case 'battle':
      return place(state, event.at);
    case 'remove':
      return place(state, event.from);
    case 'loss':
    case 'flip':
      return state.placeOf(event.counter);
    case 'phase':
    case 'roll':
    case 'track':
    case 'end':
    case 'note':
      return undefined;
  }
}

/** Whose counters move, and where what moves is put to be drawn. */
export interface Stage {
  readonly state: MapState;
  shows: Show[];
}

export class Player {
  private running = 0;
  private skipping = false;
  private release: (() => void) | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly calm: () => boolean,
  ) {}

  /** Shows the rest at once. */
  skip(): void {
    this.skipping = true;
    this.release?.();
  }

  /** Plays events, each for `ms`; resolves when all are shown. Works with the view before them and with the one after them. */
  async play(events: Event[], ms: number): Promise<void> {
    const { state } = this.stage;
    const turn = ++this.running;
    this.skipping = ms <= 0;
    this.clear();
    this.rewind(events);
    for (const event of events) {
      if (turn !== this.running) return;
      if (!this.skipping) await this.one(event, ms);
      this.settle(event);
    }
    if (turn !== this.running) return;
    this.clear();
    state.relay();
  }

  /** Shows what happens at the same time: every counter goes its whole way, then battles, losses and what changed hands. */
  async together(events: Event[], ms: number): Promise<void> {
    const turn = ++this.running;
    this.skipping = ms <= 0;
    const ways = new Map<string, string[]>();
    for (const e of events) {
      if (e.kind === 'move') ways.set(e.counter, [...(ways.get(e.counter) ?? [e.from]), e.to]);
    }
    if (ways.size > 0) await this.walk(ways, ms / 2);
    if (turn !== this.running) return;
    for (const event of events) this.put(event);
    this.stage.state.relay();
    const rings = events.flatMap((e) => {
      const at = placeOfEvent(this.stage.state, e);
      const made = at && this.ringOf(e, at);
      return made ? [made] : [];
    });
    await Promise.all(rings.length > 0 ? rings.map((r) => this.show(ms / 2, r)) : [this.time(ways.size > 0 ? 0 : ms, () => undefined)]);
  }

  /** Holds counters where they stood at another moment; nothing: where the view has them. */
  hold(stands: ReadonlyMap<string, string> | null): void {
    this.running += 1;
    this.clear();
    for (const [id, at] of stands ?? []) this.stage.state.put.set(id, at);
    this.stage.state.relay();
  }

  /** All of them at once, each along its own way. */
  private async walk(ways: Map<string, string[]>, ms: number): Promise<void> {
    const { state } = this.stage;
    const known = [...ways].flatMap(([id, way]) => {
      const [counter, places] = [state.counter(id), way.flatMap((at) => place(state, at) ?? [])];
      return counter && places.length > 1 ? [{ counter, places }] : [];
    });
    let t = this.calm() ? 1 : 0;
    const draw: Show['draw'] = (ctx, painting) => {
      for (const { counter, places } of known) {
        const along = t * (places.length - 1);
        const i = Math.min(Math.floor(along), places.length - 2);
        const [from, to] = [places[i], places[i + 1]];
        if (!from || !to) continue;
        const [a, b] = [state.screen(from), state.screen(to)];
        trail(ctx, state, state.screen(places[0] ?? from), a);
        carried(ctx, painting, counter, { x: a.x + (b.x - a.x) * (along - i), y: a.y + (b.y - a.y) * (along - i) }, 1);
      }
    };
    for (const { counter } of known) state.flying.add(counter.id);
    state.relay();
    await this.show(ms, { draw }, (now) => (t = this.calm() ? 1 : ease(now)));
    for (const { counter } of known) state.flying.delete(counter.id);
  }

  private clear(): void {
    this.stage.state.put.clear();
    this.stage.state.flying.clear();
    this.stage.shows = [];
  }

  /** Puts every counter back where the first event finds it. */
  private rewind(events: Event[]): void {
    const { put } = this.stage.state;
    for (const event of events) {
      if (event.kind === 'move' && !put.has(event.counter)) put.set(event.counter, event.from);
      else if (event.kind === 'remove' && !put.has(event.counter)) put.set(event.counter, event.from);
      else if (event.kind === 'place' && !put.has(event.counter)) put.set(event.counter, '');
    }
    if (put.size > 0) this.stage.state.relay();
  }

  private settle(event: Event): void {
    if (this.put(event)) this.stage.state.relay();
  }

  /** Puts a counter where the event leaves it; false if it moves none. */
  private put(event: Event): boolean {
    const { put } = this.stage.state;
    if (event.kind === 'move') put.set(event.counter, event.to);
    else if (event.kind === 'place') put.set(event.counter, event.at);
    else if (event.kind === 'remove') put.set(event.counter, '');
    else return false;
    return true;
  }

  private async one(event: Event, ms: number): Promise<void> {
    const { state } = this.stage;
    const at = placeOfEvent(state, event);
    if (!at) return;
    await this.follow(at, event.kind === 'move' ? place(state, event.from) : undefined, ms);
    if (event.kind === 'move') {
      const from = place(state, event.from);
      if (from && from !== at) await this.fly(event.counter, from, at, ms);
      return;
    }
    const made = this.ringOf(event, at);
    const part = { battle: 1.4, flip: 0.6, marker: 0.6, control: 0.35 }[event.kind as string] ?? 1;
    if (made) await this.show(ms * part, made);
  }

  /** The ring that an event leaves around its place. */
  private ringOf(event: Event, at: Place): ReturnType<typeof ring> | undefined {
    const { state } = this.stage;
    switch (event.kind) {
      case 'place':
        return ring(at, () => state.palette.place, '');
      case 'loss':
        return ring(at, () => state.palette.loss, event.gone ? '×' : event.steps > 0 ? `−${event.steps}` : '−');
      case 'remove':
        return ring(at, () => state.palette.loss, '×');
      case 'battle':
        return ring(at, () => state.palette.attack, '⚔');
      case 'flip':
        return ring(at, () => state.palette.other, '');
      case 'marker':
        return ring(at, () => (event.placed ? state.palette.attack : state.palette.other), '');
      case 'control':
        return ring(at, () => (event.side === 'axis' ? state.palette.axis : state.palette.soviet), '');
      case 'move':
      case 'phase':
      case 'roll':
      case 'track':
      case 'end':
      case 'note':
        return undefined;
    }
  }

  /** Moves the camera if the place is not in sight. */
  private async follow(at: Place, from: Place | undefined, ms: number): Promise<void> {
    const { state } = this.stage;
    const margin = Math.min(80, state.size.w / 6);
    const inner = { x: margin, y: margin, w: state.size.w - 2 * margin, h: state.size.h - 2 * margin };
    const sees = (p: Point): boolean => inRect(inner, state.screen(p).x, state.screen(p).y);
    if (sees(at) && (!from || sees(from))) return;
    const to = from ? { x: (at.x + from.x) / 2, y: (at.y + from.y) / 2 } : at;
    await this.travel({ x: to.x, y: to.y }, this.calm() ? 0 : Math.min(420, ms));
  }

  /** Glides the camera to a point. */
  async travel(to: Point, ms: number): Promise<void> {
    const { state } = this.stage;
    const start = { ...state.camera };
    await this.time(ms, (t) =>
      state.moveTo({ ...state.camera, x: start.x + (to.x - start.x) * ease(t), y: start.y + (to.y - start.y) * ease(t) }),
    );
  }

  private async fly(id: string, from: Place, to: Place, ms: number): Promise<void> {
    const { state } = this.stage;
    const counter = state.counter(id);
    if (!counter) return;
    const calm = this.calm();
    let at = calm ? 1 : 0;
    const show: Show = {
      draw: (ctx, painting) => {
        const [a, b] = [state.screen(from), state.screen(to)];
        trail(ctx, state, a, b);
        const k = ease(at);
        const p = { x: a.x + (b.x - a.x) * k, y: a.y + (b.y - a.y) * k - Math.sin(k * Math.PI) * 6 };
        carried(ctx, painting, counter, p, 1 + Math.sin(k * Math.PI) * 0.08);
      },
    };
    state.flying.add(id);
    state.relay();
    await this.show(ms, show, (t) => (at = calm ? 1 : t));
    state.flying.delete(id);
  }

  private async show(ms: number, show: Show & { at?: (t: number) => void }, each?: (t: number) => void): Promise<void> {
    this.stage.shows.push(show);
    await this.time(ms, (t) => {
      each?.(t);
      show.at?.(this.calm() ? 0.5 : t);
    });
    this.stage.shows = this.stage.shows.filter((s) => s !== show);
    this.stage.state.touch('hand');
  }

  /** Calls with 0 to 1 over the time; at once with 1 if skipped. */
  private time(ms: number, each: (t: number) => void): Promise<void> {
    return new Promise((resolve) => {
      const start = performance.now();
      let over = false;
      const end = (): void => {
        if (over) return;
        over = true;
        clearTimeout(guard);
        each(1);
        this.release = undefined;
        resolve();
      };
      // A page in the background gets no frames; time passes all the same.
      const guard = window.setTimeout(end, ms + 250);
      const step = (): void => {
        if (over) return;
        const t = ms <= 0 ? 1 : (performance.now() - start) / ms;
        if (t >= 1 || this.skipping) end();
        else {
          each(t);
          this.stage.state.touch('hand');
          requestAnimationFrame(step);
        }
      };
      this.release = end;
      step();
    });
  }
}

/** A counter in the air. */
function carried(ctx: CanvasRenderingContext2D, { state, pictures }: Painting, counter: CounterView, at: Point, large: number): void {
  inPixels(ctx, state, () => pictures.drawAt(ctx, counter, at, Math.max(12, COUNTER * scaleOf(state.camera)) * large, false, 8));
}

function trail(ctx: CanvasRenderingContext2D, state: MapState, a: Point, b: Point): void {
  ctx.save();
  ctx.strokeStyle = state.palette.move;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = 3;
  ctx.setLineDash([3, 6]);
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.lineTo(b.x, b.y);
  ctx.stroke();
  ctx.restore();
}

/** A ring that widens around a place, with a sign in it. */
function ring(at: Place, colour: () => string, sign: string): Show & { at: (t: number) => void } {
  let t = 0;
  return {
    at: (now) => (t = now),
    draw: (ctx, { state }) => {
      const p = state.screen(at);
      const r = Math.max(14, state.camera.hex * 0.5) * (0.75 + t * 0.5);
      ctx.save();
      ctx.globalAlpha = 1 - t * t;
      ctx.beginPath();
      ctx.arc(p.x, p.y, r, 0, 2 * Math.PI);
      ctx.fillStyle = colour();
      ctx.globalAlpha = (1 - t * t) * 0.25;
      ctx.fill();
      ctx.globalAlpha = 1 - t * t;
      ctx.strokeStyle = colour();
      ctx.lineWidth = 4;
      ctx.stroke();
      if (sign !== '') {
        ctx.font = `bold ${Math.max(16, state.camera.hex * 0.38)}px ${state.palette.sans}`;
        ctx.textAlign = 'center';
        ctx.textBaseline = 'middle';
        ctx.lineWidth = 5;
        ctx.strokeStyle = state.palette.halo;
        const y = p.y - r * 0.9 - t * 12;
        ctx.strokeText(sign, p.x, y);
        ctx.fillStyle = colour();
        ctx.fillText(sign, p.x, y);
      }
      ctx.restore();
    },
  };
}
