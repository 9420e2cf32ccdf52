// The table as one looks at it: sheet, view, camera, what is in hand, where everything lies. It knows no canvas and no page: the scene draws
// it, tools and keys change it, tests stand it up by itself.
import type { SlotView } from '../lib/protocol';
import { isGoal } from '../lib/reach';
import type { CounterView, Sheet, View } from '../lib/wire';
import { marchers, onTop } from '../model/rules';
import { type Arrow, arrowsOf } from './orders';
import { type Camera, clamped, fitted, scaleOf, seen, type Size, toScreen, toSheet, zoomedAt } from './camera';
import { HEX, inRect, type Place, Plan, type Point, type Rect } from './geometry';
import { lineOf, opening } from './opening';
import { shownLayers, type ShownLayer } from './overlay';
import { COUNTER, type Fan, fanOut, hitStack, type Layout, layout, type Stack } from './stacks';
import { farPlaces, targetsOf, type Targets } from './targets';
import type { Palette } from './theme';
import type { Trails } from './marches';

/** A counter, or a space, under the pointer or the cursor. */
export interface Spot {
  counter?: string;
  space?: string;
}

/** The canvases, by how often they change. */
export type Part = 'ground' | 'pieces' | 'plans' | 'hand';

/** Who draws what has changed. */
export interface Onlooker {
  changed(...parts: Part[]): void;
  moved(zoomed: boolean): void;
  /** A zoom is at rest. */
  rested(): void;
}

const NOTHING: Targets = { counters: new Map(), spaces: new Map(), order: [] };
const NOBODY: Onlooker = { changed: () => undefined, moved: () => undefined, rested: () => undefined };

export class MapState {
  onlooker: Onlooker = NOBODY;
  plan: Plan = new Plan({ hexes: [], boxes: [], sides: [], pointy: true, legend: [], turns: [] });
  view: View | undefined;
  palette: Palette = {} as Palette;
  camera: Camera = { x: 0, y: 0, hex: 40 };
  size: Size = { w: 1, h: 1 };
  ratio = 1;
  targets: Targets = NOTHING;
  layout: Layout = { stacks: [], at: new Map(), attached: new Map() };
  /** How often the counters have been laid out: once for each thing that comes. */
  layouts = 0;
  /** The layers that are on. */
  layers: ShownLayer[] = [];
  selected: string | null = null;
  /** Picked to go together. */
  chosen: ReadonlySet<string> = new Set();
  hover: Spot = {};
  cursor: Spot = {};
  /** The cursor is drawn: the map has the keyboard. */
  keys = false;
  fan: Fan | undefined;
  /** A counter that hangs on the pointer. */
  carry: { counter: string; at: Point } | undefined;
  /** Counters that a show draws itself, so that they are left out below. */
  readonly flying = new Set<string>();
  /** Where a show wants counters to lie, against the view. Empty text: nowhere. */
  readonly put = new Map<string, string>();
  /** A turn that was, shown over the present. */
  trails: Trails | undefined;
  /** What is ordered, and what somebody proposes to order. */
  orders: Arrow[] = [];
  proposal: Arrow[] = [];
  /** The counter in hand: the one selected, or the one that the game says is on the march. */
  inHand: string | null = null;
  /** Where the counters in hand can go. */
  aims: ReadonlySet<string> = new Set();
  /** Some counter on the map, beside the one in hand, can be taken. */
  choice = false;
  /** Spaces that can be taken, but lie far from everything. */
  pale: ReadonlySet<string> = new Set();
  markersIn: { place: Place; markers: NonNullable<View['spaces'][number]['markers']> }[] = [];
  /** Nobody has looked at this sheet yet. */
  fresh = true;

  private on: string[] = [];
  private counters = new Map<string, CounterView>();
  /** Faces seen before: a counter that has left the view may still have to be shown leaving. */
  private readonly known = new Map<string, CounterView>();

  touch(...parts: Part[]): void {
    this.onlooker.changed(...parts);
  }

  redraw(): void {
    this.touch('ground', 'pieces', 'plans', 'hand');
  }

  setSheet(sheet: Sheet): void {
    this.plan = new Plan(sheet);
    this.fresh = true;
  }

  /** Takes what has come; counters are laid out again only if where they lie can have changed. */
  show({ view, selected = this.selected, on = this.on }: { view: View; selected?: string | null; on?: string[] }): void {
    const laid = view !== this.view || selected !== this.selected;
    // Whoever is taken from a stack is in the hand: the fan would cover where he can go.
    if (selected !== null && selected !== this.selected) this.fan = undefined;
    this.on = on;
    this.selected = selected;
    this.view = view;
    this.layers = shownLayers(this.palette, view, on);
    if (laid) this.setView(view);
    this.redraw();
  }

  private setView(view: View): void {
    for (const counter of view.counters) this.known.set(counter.id, counter);
    this.counters = new Map(view.counters.map((c) => [c.id, c]));
    this.markersIn = view.spaces.flatMap((s) => {
      const place = s.markers?.length ? this.plan.get(s.id) : undefined;
      return place && s.markers ? [{ place, markers: s.markers }] : [];
    });
    this.retarget(view);
  }

  private retarget(view: View): void {
    const named = this.selected ?? marchers(view)[0] ?? null;
    this.inHand = named;
    this.targets = targetsOf(view, named, this.counters);
    this.aims = new Set([...this.targets.spaces].flatMap(([id, t]) => (t.offers.some(isGoal) ? [id] : [])));
    this.choice = [...this.targets.counters.keys()].some((id) => id !== named && this.placeOf(id)?.hex !== undefined);
    this.relay();
    this.pale = farPlaces(this.plan, this.targets, this.layout.stacks);
  }

  /** What is ordered in secret, and what is proposed. */
  setOrders(orders: readonly SlotView[] = [], proposal: readonly SlotView[] = []): void {
    [this.orders, this.proposal] = [arrowsOf(orders), arrowsOf(proposal)];
    this.touch('plans');
  }

  setTrails(trails: Trails | undefined): void {
    this.trails = trails;
    this.touch('plans');
  }

  setChosen(ids: readonly string[]): void {
    if (ids.length === this.chosen.size && ids.every((id) => this.chosen.has(id))) return;
    this.chosen = new Set(ids);
    this.touch('pieces', 'hand');
  }

  /** Lays the counters out again. */
  relay(): void {
    if (!this.view) return;
    this.layouts++;
    const counters = this.view.counters.flatMap((c) => {
      if (this.flying.has(c.id)) return [];
      const put = this.put.get(c.id);
      return put === undefined ? [c] : put === '' ? [] : [{ ...c, at: put }];
    });
    for (const [id, at] of this.put) {
      const old = this.known.get(id);
      if (at !== '' && old && !this.counters.has(id) && !this.flying.has(id)) counters.push({ ...old, at });
    }
    const { inHand } = this;
    const first = (c: CounterView): number => (c.id === inHand ? 2 : this.targets.counters.has(c.id) ? 1 : 0) + (onTop(c) ? 0.5 : 0);
    this.layout = layout(this.plan, counters, first);
    if (this.fan) this.openFan(this.fan.space);
    this.touch('pieces', 'plans', 'hand');
  }

  /** A counter by id, as it is or as it was last seen. */
  counter(id: string): CounterView | undefined {
    return this.counters.get(id) ?? this.known.get(id);
  }

  /** Where a counter stands now; for something assigned, where its host stands. */
  placeOf(id: string): Place | undefined {
    let at = this.put.get(id) ?? this.counter(id)?.at ?? '';
    for (let i = 0; i < 4 && !this.plan.places.has(at) && this.counters.has(at); i++)
      at = this.put.get(at) ?? this.counters.get(at)?.at ?? '';
    return this.plan.get(at);
  }

  fit(): void {
    this.fresh = this.size.w <= 1;
    this.moveTo(fitted(this.plan, this.size));
    this.onlooker.rested();
  }

  /** Where one looks first. */
  open(): void {
    const hexed = (p: Place | undefined): p is Place => p?.hex !== undefined;
    const stacks = this.layout.stacks.filter((s) => hexed(this.plan.get(s.space)));
    const acting = [...this.targets.counters.keys()].map((id) => this.placeOf(id)).filter(hexed);
    this.fresh = this.size.w <= 1;
    this.moveTo(opening(this.plan, this.size, stacks, acting, this.view ? lineOf(this.plan, this.view, stacks) : []));
    this.onlooker.rested();
  }

  moveTo(camera: Camera): void {
    const to = clamped(camera, this.plan, this.size);
    if (to.x === this.camera.x && to.y === this.camera.y && to.hex === this.camera.hex) return;
    const zoomed = to.hex !== this.camera.hex;
    this.camera = to;
    this.fan = undefined;
    this.onlooker.moved(zoomed);
  }

  /** Moves the map under the hand, by CSS pixels. */
  pan(dx: number, dy: number): void {
    const s = scaleOf(this.camera);
    this.moveTo({ ...this.camera, x: this.camera.x - dx / s, y: this.camera.y - dy / s });
  }

  zoomAt(factor: number, at: Point): void {
    this.moveTo(zoomedAt(this.camera, this.size, factor, at));
  }

  /** The part of the sheet that is seen, on whole device pixels. */
  seen(): Rect {
    const view = seen(this.camera, this.size);
    const s = scaleOf(this.camera) * this.ratio;
    return { ...view, x: Math.round(view.x * s) / s, y: Math.round(view.y * s) / s };
  }

  screen(p: Point): Point {
    return toScreen(this.camera, this.size, p);
  }

  sheetPoint(p: Point): Point {
    return toSheet(this.camera, this.size, p);
  }

  /** The space under a point of the window. */
  placeAt(p: Point): Place | undefined {
    const q = this.sheetPoint(p);
    return this.plan.hit(q.x, q.y);
  }

  /** If nothing of what can be done is in sight: where the first of it is. */
  outOfSight(): Place | undefined {
    const window = this.seen();
    const places = this.targets.order.flatMap((t) => this.plan.get(t.space ?? '') ?? this.placeOf(t.counter ?? '') ?? []);
    return places.some((p) => inRect(window, p.x, p.y)) ? undefined : places.find((p) => p.hex);
  }

  /** Where the cursor of the keyboard is in the window. */
  cursorPoint(): Point {
    const place = this.plan.get(this.cursor.space ?? '');
    return place ? this.screen(place) : { x: this.size.w / 2, y: this.size.h / 2 };
  }

  /** What lies under a point of the window: a counter of the fan, a counter, a space. */
  spotAt(p: Point): Spot {
    const cell = this.fan?.cells.find((r) => inRect(r, p.x, p.y));
    // What only lies there gives way to the goal under it.
    const under = this.fan && this.aims.size > 0 && !(cell && this.targets.counters.has(cell.counter.id)) ? this.aimAt(p) : undefined;
    if (under !== undefined && under !== this.fan?.space) return { space: under };
    if (this.fan && cell) return { counter: cell.counter.id, space: this.fan.space };
    if (this.fan && inRect(this.fan.frame, p.x, p.y)) return { space: this.fan.space };
    const q = this.sheetPoint(p);
    const hit = hitStack(this.layout.stacks, q.x, q.y);
    if (hit) return { counter: hit.counter.id, space: hit.stack.space };
    const place = this.plan.hit(q.x, q.y);
    return place ? { space: place.id } : {};
  }

  setHover(spot: Spot): boolean {
    if (spot.counter === this.hover.counter && spot.space === this.hover.space) return false;
    this.hover = spot;
    this.touch('hand');
    return true;
  }

  /** The goal under a point, whatever lies over it. */
  aimAt(p: Point): string | undefined {
    const place = this.placeAt(p);
    return place && this.aims.has(place.id) ? place.id : undefined;
  }

  /** All counters in a space, those that can act first. */
  inSpace(space: string): CounterView[] {
    return (this.layout.at.get(space) ?? []).flatMap((s: Stack) => s.counters);
  }

  /** Is there more in the space than one can see? */
  hasMore(space: string): boolean {
    const stacks = this.layout.at.get(space) ?? [];
    return stacks.some((s) => s.counters.length > 1 || s.counters.some((c) => this.layout.attached.has(c.id)));
  }

  openFan(space: string, at?: Point, under?: string): void {
    const place = this.plan.get(space);
    const list = this.inSpace(space);
    if (!place || list.length === 0) {
      this.closeFan();
      return;
    }
    const px = Math.max(58, Math.min(92, COUNTER * scaleOf(this.camera) * 1.15));
    this.fan = fanOut(space, list, this.inTheFan(list), at ?? this.screen(place), this.size, px, under);
    this.touch('hand');
  }

  /** Where somebody can act, what is assigned and cannot is not in the way; the keyboard walks all. */
  private inTheFan(list: CounterView[]): Map<string, CounterView[]> {
    const { attached } = this.layout;
    const can = (c: CounterView): boolean => this.targets.counters.has(c.id);
    if (this.keys || !list.some((c) => can(c) || attached.get(c.id)?.some(can))) return attached;
    return new Map(list.map((c) => [c.id, attached.get(c.id)?.filter(can) ?? []]));
  }

  closeFan(): void {
    if (!this.fan) return;
    this.fan = undefined;
    this.touch('hand');
  }

  /** The part of the sheet that is seen with a hex around it: what is drawn for a frame. */
  reach(): Rect {
    const view = this.seen();
    return { x: view.x - HEX, y: view.y - HEX, w: view.w + 2 * HEX, h: view.h + 2 * HEX };
  }
}
