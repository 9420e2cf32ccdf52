// The table as it stands: keeps sheet, view and camera, and draws the three canvases when something has changed.
import type { CounterView, Sheet, View } from '../lib/wire';
import { type Camera, clamped, fitted, scaleOf, seen, type Size, toScreen, toSheet, zoomedAt } from './camera';
import { type Detail, detailOf, FaceCache } from './counterface';
import { drawHand } from './handcanvas';
import { HEX, inRect, type Place, Plan, type Point, type Rect } from './geometry';
import { paintMarkers } from './markers';
import { lineOf, opening } from './opening';
import { outlineCounter, outlineSpace, tintSpace } from './outlines';
import type { Trails } from './marches';
import { Overlay, shownLayers, type ShownLayer } from './overlay';
import { Paper } from './paper';
import { COUNTER, EDGES_SHOWN, type Fan, fanOut, hitStack, type Layout, layout, type Stack } from './stacks';
import { attachedMark, badge, goalMark } from './signs';
import { isGoal } from '../lib/reach';
import { farPlaces, inUse, MANY, targetsOf, type Targets } from './targets';
import { type Palette, readPalette } from './theme';
import { TileLayer } from './tiles';

export interface Canvases {
  root: HTMLElement;
  ground: HTMLCanvasElement;
  pieces: HTMLCanvasElement;
  hand: HTMLCanvasElement;
}

/** A counter, or a space, under the pointer or the cursor. */
export interface Spot {
  counter?: string;
  space?: string;
}

/** Something that moves or flashes for a moment, drawn over everything. */
export interface Show {
  draw(ctx: CanvasRenderingContext2D, scene: Scene, now: number): void;
}

const NOTHING: Targets = { counters: new Map(), spaces: new Map(), order: [] };
const SETTLE = 130;

export class Scene {
  plan: Plan = new Plan({ hexes: [], boxes: [], sides: [], pointy: true, legend: [], turns: [] });
  view: View | undefined;
  palette!: Palette;
  camera: Camera = { x: 0, y: 0, hex: 40 };
  size: Size = { w: 1, h: 1 };
  ratio = 1;
  targets: Targets = NOTHING;
  layout: Layout = { stacks: [], at: new Map(), attached: new Map() };
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
  readonly faces = new FaceCache();
  /** Counters that a show draws itself, so that they are left out below. */
  readonly flying = new Set<string>();
  /** Where a show wants counters to lie, against the view. Empty text: nowhere. */
  readonly put = new Map<string, string>();
  shows: Show[] = [];
  /** A turn that was, shown over the present. */
  trails: Trails | undefined;
  onframe: (() => void) | undefined;

  private counters = new Map<string, CounterView>();
  private markersIn: { place: Place; markers: NonNullable<View['spaces'][number]['markers']> }[] = [];
  private paper: Paper | undefined;
  private overlay: Overlay | undefined;
  private paperTiles: TileLayer;
  private overlayTiles: TileLayer;
  private nameTiles: TileLayer;
  private sharp = 0;
  private settling = 0;
  private dirty = { ground: true, pieces: true, hand: true };
  private wake = 0;
  private idle = 0;
  private on: string[] = [];
  private fresh = true;
  /** The first picture of a sheet may take longer, so that it comes whole. */
  private early = true;
  private readonly ctx: { ground: CanvasRenderingContext2D; pieces: CanvasRenderingContext2D; hand: CanvasRenderingContext2D };

  constructor(private readonly canvases: Canvases) {
    const context = (canvas: HTMLCanvasElement, alpha: boolean): CanvasRenderingContext2D => {
      const ctx = canvas.getContext('2d', { alpha });
      if (!ctx) throw new Error('this browser draws no canvas');
      return ctx;
    };
    this.ctx = { ground: context(canvases.ground, false), pieces: context(canvases.pieces, true), hand: context(canvases.hand, true) };
    this.paperTiles = new TileLayer(
      (c, part, scale) => this.paper?.paint(c, part, scale),
      () => this.plan.bounds,
      1000,
    );
    this.overlayTiles = new TileLayer(
      (c, part, scale) => this.overlay?.paint(c, part, scale, this.ratio),
      () => this.plan.bounds,
      0,
    );
    this.nameTiles = new TileLayer(
      (c, part, scale) => this.paper?.paintNames(c, part, scale),
      () => this.plan.bounds,
      0,
    );
    this.palette = readPalette(canvases.root);
  }

  destroy(): void {
    cancelAnimationFrame(this.wake);
    clearTimeout(this.settling);
    clearTimeout(this.idle);
  }

  /** The style sheet has other colours now. */
  retheme(): void {
    this.palette = readPalette(this.canvases.root);
    this.faces.clear();
    this.remake();
  }

  setSheet(sheet: Sheet): void {
    this.plan = new Plan(sheet);
    this.remake();
    this.fresh = this.early = true;
    if (this.size.w > 1) this.open();
  }

  private remake(): void {
    const dark = getComputedStyle(this.canvases.root).colorScheme.includes('dark');
    this.paper = new Paper(this.plan, this.palette, dark, () => this.ratio);
    this.overlay = new Overlay(this.plan, this.palette);
    this.dropTiles();
    if (this.view) this.setView(this.view);
    this.redraw();
  }

  private dropTiles(): void {
    for (const tiles of this.tiles) tiles.stale(true);
  }

  setView(view: View): void {
    this.view = view;
    for (const counter of view.counters) this.known.set(counter.id, counter);
    this.counters = new Map(view.counters.map((c) => [c.id, c]));
    this.layers = shownLayers(this.palette, view, this.on);
    if (this.overlay?.set(view, this.layers)) this.overlayTiles.stale();
    this.markersIn = view.spaces.flatMap((s) => {
      const place = s.markers?.length ? this.plan.get(s.id) : undefined;
      return place && s.markers ? [{ place, markers: s.markers }] : [];
    });
    this.retarget();
  }

  /** Faces seen before: a counter that has left the view may still have to be shown leaving. */
  private readonly known = new Map<string, CounterView>();

  setLayers(on: string[]): void {
    this.on = on;
    if (this.view) this.setView(this.view);
  }

  setSelected(id: string | null): void {
    this.selected = id;
    this.retarget();
  }

  private retarget(): void {
    if (!this.view) return;
    const named = this.selected ?? this.view.counters.find((c) => c.flags?.includes('on-march'))?.id ?? null;
    this.inHand = named;
    this.targets = targetsOf(this.view, named, this.counters);
    this.aims = new Set([...this.targets.spaces].flatMap(([id, t]) => (t.offers.some(isGoal) ? [id] : [])));
    this.choice = [...this.targets.counters.keys()].some((id) => id !== named && this.placeOf(id)?.hex !== undefined);
    this.relay();
    this.pale = farPlaces(this.plan, this.targets, this.layout.stacks);
    this.redraw();
  }

  /** Spaces that can be taken, but lie far from everything. */
  private pale: ReadonlySet<string> = new Set();

  /** The counter in hand: the one selected, or the one that the game says is on the march. */
  inHand: string | null = null;

  /** Where the counters in hand can go. */
  aims: ReadonlySet<string> = new Set();

  /** Some counter on the map, beside the one in hand, can be taken. */
  private choice = false;

  /** Lays the counters out again. */
  relay(): void {
    if (!this.view) return;
    const counters = this.view.counters.flatMap((c) => {
      if (this.flying.has(c.id)) return [];
      const put = this.put.get(c.id);
      return put === undefined ? [c] : put === '' ? [] : [{ ...c, at: put }];
    });
    for (const [id, at] of this.put) {
      const old = this.known.get(id);
      if (at !== '' && old && !this.counters.has(id) && !this.flying.has(id)) counters.push({ ...old, at });
    }
    const inHand = this.inHand;
    this.layout = layout(
      this.plan,
      counters,
      (c) => (c.id === inHand ? 2 : this.targets.counters.has(c.id) ? 1 : 0) + (c.flags?.includes('top') ? 0.5 : 0),
    );
    if (this.fan) this.openFan(this.fan.space);
    this.touch('pieces', 'hand');
  }

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

  resize(w: number, h: number, ratio: number): void {
    const first = this.size.w <= 1;
    this.size = { w: Math.max(1, w), h: Math.max(1, h) };
    if (ratio !== this.ratio) {
      this.faces.clear();
      this.dropTiles();
    }
    this.ratio = ratio;
    for (const canvas of [this.canvases.ground, this.canvases.pieces, this.canvases.hand]) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    if (first || this.fresh) this.open();
    else this.moveTo(this.camera);
    // Not a frame without a picture: a canvas of another size is empty.
    this.redraw();
    this.draw(performance.now());
  }

  fit(): void {
    this.fresh = this.size.w <= 1;
    const all = fitted(this.plan, this.size);
    // On a narrow window the whole sheet would be too small to read: fill the height instead.
    this.moveTo(all);
    this.settle();
  }

  /** Where one looks first. */
  private open(): void {
    const hexed = (p: Place | undefined): p is Place => p?.hex !== undefined;
    const stacks = this.layout.stacks.filter((s) => hexed(this.plan.get(s.space)));
    const acting = [...this.targets.counters.keys()].map((id) => this.placeOf(id)).filter(hexed);
    this.fresh = this.size.w <= 1;
    this.moveTo(opening(this.plan, this.size, stacks, acting, this.view ? lineOf(this.plan, this.view, stacks) : []));
    this.settle();
  }

  moveTo(camera: Camera): void {
    const to = clamped(camera, this.plan, this.size);
    if (to.x === this.camera.x && to.y === this.camera.y && to.hex === this.camera.hex) return;
    const zoomed = to.hex !== this.camera.hex;
    this.camera = to;
    if (zoomed) {
      clearTimeout(this.settling);
      const ratio = (scaleOf(to) * this.ratio) / (this.sharp || 1);
      if (this.sharp === 0 || ratio > 2.6 || ratio < 0.38) this.settle();
      else this.settling = window.setTimeout(() => this.settle(), SETTLE);
    }
    this.fan = undefined;
    this.redraw();
    this.onframe?.();
  }

  zoomAt(factor: number, at: Point): void {
    this.moveTo(zoomedAt(this.camera, this.size, factor, at));
  }

  /** The zoom has come to rest: from now on tiles are painted at this scale. */
  private settle(): void {
    clearTimeout(this.settling);
    this.settling = 0;
    this.sharp = scaleOf(this.camera) * this.ratio;
    this.redraw();
  }

  redraw(): void {
    this.touch('ground', 'pieces', 'hand');
  }

  touch(...parts: ('ground' | 'pieces' | 'hand')[]): void {
    for (const part of parts) this.dirty[part] = true;
    this.wake ||= requestAnimationFrame((now) => {
      this.wake = 0;
      this.draw(now);
    });
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

  private draw(now: number): void {
    if (this.size.w <= 1) return;
    const view = this.seen();
    const scale = scaleOf(this.camera) * this.ratio;
    if (this.shows.length > 0) this.dirty.hand = true;
    const start = performance.now();
    if (this.dirty.ground) {
      this.drawGround(view, scale, start);
    }
    if (this.dirty.pieces) this.drawPieces(view, scale);
    if (this.dirty.hand) this.drawTop(now);
    this.early = false;
    this.dirty = { ground: false, pieces: false, hand: false };
    if (this.tiles.some((t) => t.owing > 0) && !this.settling) this.touch('ground');
    if (this.faces.owing) this.touch('pieces', 'hand');
    if (this.shows.length > 0) this.touch('hand');
    this.later();
  }

  private get tiles(): TileLayer[] {
    return [this.paperTiles, this.overlayTiles, this.nameTiles];
  }

  /** What the ground canvas shows, so that a pan can move it and paint only what comes into sight. */
  private shownGround: { view: Rect; scale: number; sharp: number; versions: number; size: Size } | undefined;

  private drawGround(view: Rect, scale: number, start: number): void {
    const ctx = this.ctx.ground;
    const { width, height } = ctx.canvas;
    const versions = this.tiles.reduce((sum, t) => sum + t.changes, 0);
    const old = this.shownGround;
    const owed = this.tiles.some((t) => t.owing > 0);
    for (const tiles of this.tiles) tiles.owing = 0;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const same =
      old &&
      old.scale === scale &&
      old.sharp === this.sharp &&
      old.versions === versions &&
      old.size === this.size &&
      !owed &&
      !this.settling;
    const dx = same ? Math.round((old.view.x - view.x) * scale) : 0;
    const dy = same ? Math.round((old.view.y - view.y) * scale) : 0;
    if (same && (dx !== 0 || dy !== 0) && Math.abs(dx) < width / 2 && Math.abs(dy) < height / 2) {
      ctx.drawImage(ctx.canvas, dx, dy);
      if (dx !== 0) this.drawPart(view, scale, start, dx > 0 ? 0 : width + dx, 0, Math.abs(dx), height);
      if (dy !== 0) this.drawPart(view, scale, start, 0, dy > 0 ? 0 : height + dy, width, Math.abs(dy));
    } else this.drawPart(view, scale, start, 0, 0, width, height);
    for (const tiles of this.tiles) tiles.tidy(view, this.sharp);
    this.shownGround = { view, scale, sharp: this.sharp, versions, size: this.size };
  }

  /** Draws a rectangle of the ground canvas, in device pixels. */
  private drawPart(view: Rect, scale: number, start: number, x: number, y: number, w: number, h: number): void {
    const ctx = this.ctx.ground;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
    ctx.fillStyle = this.palette.table;
    ctx.fillRect(x, y, w, h);
    ctx.translate(x, y);
    const part = { x: view.x + x / scale, y: view.y + y / scale, w: w / scale, h: h / scale };
    const time = this.early ? 160 : 9;
    this.tiles.forEach((tiles, i) => tiles.draw(ctx, part, scale, this.sharp, this.settling ? 0 : start + time + i * 5));
    ctx.restore();
  }

  private topShown = false;

  private drawTop(now: number): void {
    const shows =
      this.shows.length > 0 ||
      this.trails !== undefined ||
      (this.inHand !== null && this.layers.some((l) => l.layer.lines)) ||
      this.fan !== undefined ||
      this.carry !== undefined ||
      this.hover.space !== undefined ||
      (this.keys && this.cursor.space !== undefined);
    if (!shows && !this.topShown) return;
    this.topShown = shows;
    const ctx = this.ctx.hand;
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, this.size.w, this.size.h);
    drawHand(ctx, this);
    for (const show of this.shows) show.draw(ctx, this, now);
  }

  /** When nothing happens for a moment, what lies just outside the window is painted. */
  private later(): void {
    clearTimeout(this.idle);
    if (this.wake) return;
    this.idle = window.setTimeout(() => {
      if (this.wake || this.settling) return;
      const view = this.seen();
      this.paperTiles.backdrop();
      if (this.tiles.some((tiles) => tiles.ahead(view, this.sharp))) this.later();
    }, 120);
  }

  private drawPieces(view: Rect, scale: number): void {
    const ctx = this.ctx.pieces;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    this.faces.owing = false;
    this.faces.allow(this.settling ? 0 : this.early ? 120 : 10);
    const inUnits = (): void => ctx.setTransform(scale, 0, 0, scale, -view.x * scale, -view.y * scale);
    const unit = 1 / scaleOf(this.camera);
    const reach = { x: view.x - HEX, y: view.y - HEX, w: view.w + 2 * HEX, h: view.h + 2 * HEX };
    const near = (p: Place): boolean => (p.box ? true : inRect(reach, p.x, p.y));
    inUnits();
    // A sign in each of very many hexes would hide the map.
    const few = this.targets.spaces.size <= MANY;
    for (const [id, target] of this.targets.spaces) {
      const place = this.plan.get(id);
      if (!place || !near(place)) continue;
      // Where nearly every hex can be taken, those that would do nothing are only tinted.
      if (this.pale.has(id)) tintSpace(ctx, this.plan, this.palette, place, target.kind);
      else outlineSpace(ctx, this.plan, this.palette, place, target.kind, unit, false, few && !this.layout.at.has(id));
      const goal = target.offers.find(isGoal)?.goal;
      if (goal?.unsupplied || goal?.chance) goalMark(ctx, this.palette, place, goal.chance ? '?' : '!', unit);
    }
    const detail = detailOf(COUNTER * scaleOf(this.camera));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    for (const stack of this.layout.stacks) {
      if (inRect(reach, stack.x, stack.y)) this.drawStack(ctx, stack, view, scale, detail);
    }
    inUnits();
    for (const { place, markers } of this.markersIn) {
      if (near(place)) paintMarkers(ctx, this.plan, this.palette, place, markers, unit, true);
    }
  }

  private drawStack(ctx: CanvasRenderingContext2D, stack: Stack, view: Rect, scale: number, detail: Detail): void {
    const far = detail === 'far';
    const c = Math.max(4, Math.round(stack.size * scale * (far ? 1.12 : 1)));
    const x = Math.round((stack.x - view.x) * scale - c / 2);
    const y = Math.round((stack.y - view.y) * scale - c / 2);
    const shown = Math.min(far ? 1 : EDGES_SHOWN, stack.counters.length - 1);
    const edge = Math.max(stack.edge * scale, stack.edge > 0 ? 2 * this.ratio : 0);
    for (let i = shown; i >= 0; i--) {
      const counter = stack.counters[i];
      if (!counter) continue;
      const [ex, ey] = [Math.round(x + i * edge), Math.round(y - i * edge)];
      // Only the top has to show everything; of the others one sees an edge.
      this.drawCounter(ctx, counter, ex, ey, c, this.detailAt(c, detail), i === 0);
    }
    const n = stack.counters.length;
    if (n > 4 || (far && n > 1)) this.count(ctx, n, x, y, c, far);
    const top = stack.counters[0];
    const with_ = top && !far ? (this.layout.attached.get(top.id)?.length ?? 0) : 0;
    if (with_ > 0) attachedMark(ctx, with_, x, y, c, this.ratio);
  }

  private count(ctx: CanvasRenderingContext2D, n: number, x: number, y: number, c: number, far: boolean): void {
    const d = far ? Math.min(c * 0.62, 11 * this.ratio) : Math.max(c * 0.32, 10 * this.ratio);
    if (d > 6.5 * this.ratio) badge(ctx, String(n), x + c * 0.94, y + c * 0.06, d, this.palette);
  }

  /** A small counter in a box shows less than the large ones beside it. */
  private detailAt(c: number, most: Detail): Detail {
    const own = detailOf(c / this.ratio);
    return most === 'far' || own === 'far' ? 'far' : most === 'middle' || own === 'middle' ? 'middle' : 'near';
  }

  /** Draws a counter in device pixels, with its shadow and what can be done with it. */
  drawCounter(ctx: CanvasRenderingContext2D, counter: CounterView, x: number, y: number, c: number, detail: Detail, top: boolean): void {
    const kind = top ? this.targets.counters.get(counter.id)?.kind : undefined;
    const selected = top && (counter.id === this.inHand || this.chosen.has(counter.id));
    const back = this.standsBack(counter);
    const image = this.faces.get(counter, c, detail, `${kind ?? ''}${selected ? '+' : ''}${back ? '-' : ''}`, (into, m) => {
      const p = this.palette;
      into.fillStyle = 'rgba(25,16,2,.28)';
      into.beginPath();
      into.roundRect(m + c * 0.02, m + c * 0.045, c, c, Math.max(1.5, c * 0.085));
      if (c > 12) into.fill();
      outlineCounter(into, p, m, m, c, { kind, selected });
      return back ? p.shade : undefined;
    });
    ctx.drawImage(
      image.canvas,
      x - (image.margin * c) / image.c,
      y - (image.margin * c) / image.c,
      (image.canvas.width * c) / image.c,
      (image.canvas.width * c) / image.c,
    );
  }

  /** While others of its side can be taken, a counter that cannot is paler. */
  private standsBack(counter: CounterView): boolean {
    const { counters, spaces } = this.targets;
    return (
      this.choice &&
      counter.side === this.view?.viewer &&
      !counters.has(counter.id) &&
      !spaces.has(counter.at) &&
      counter.id !== this.inHand &&
      !inUse(counter)
    );
  }

  /** Where the cursor of the keyboard is in the window. */
  cursorPoint(): Point {
    const place = this.plan.get(this.cursor.space ?? '');
    return place ? this.screen(place) : { x: this.size.w / 2, y: this.size.h / 2 };
  }

  /** What lies under a point of the window: a counter of the fan, a counter, a space. */
  spotAt(p: Point): Spot & { stack?: Stack } {
    const cell = this.fan?.cells.find((r) => inRect(r, p.x, p.y));
    // What only lies there gives way to the goal under it.
    const under = this.fan && this.aims.size > 0 && !(cell && this.targets.counters.has(cell.counter.id)) ? this.aimAt(p) : undefined;
    if (under !== undefined && under !== this.fan?.space) return { space: under };
    if (this.fan && cell) return { counter: cell.counter.id, space: this.fan.space };
    if (this.fan && inRect(this.fan.frame, p.x, p.y)) return { space: this.fan.space };
    const q = this.sheetPoint(p);
    const hit = hitStack(this.layout.stacks, q.x, q.y);
    if (hit) return { counter: hit.counter.id, space: hit.stack.space, stack: hit.stack };
    const place = this.plan.hit(q.x, q.y);
    return place ? { space: place.id } : {};
  }

  /** The goal under a point, whatever lies over it. */
  aimAt(p: Point): string | undefined {
    const q = this.sheetPoint(p);
    const place = this.plan.hit(q.x, q.y);
    return place && this.aims.has(place.id) ? place.id : undefined;
  }

  /** All counters in a space, those that can act first. */
  inSpace(space: string): CounterView[] {
    return (this.layout.at.get(space) ?? []).flatMap((s) => s.counters);
  }

  /** Is there more in the space than one can see? */
  hasMore(space: string): boolean {
    const stacks = this.layout.at.get(space) ?? [];
    return stacks.some((s) => s.counters.length > 1 || s.counters.some((c) => this.layout.attached.has(c.id)));
  }

  openFan(space: string, at?: Point): void {
    const place = this.plan.get(space);
    const list = this.inSpace(space);
    if (!place || list.length === 0) {
      this.closeFan();
      return;
    }
    const px = Math.max(58, Math.min(92, COUNTER * scaleOf(this.camera) * 1.15));
    let centre = at ?? this.screen(place);
    if (place.box && at === undefined) centre = this.screen({ x: place.x, y: place.y });
    this.fan = fanOut(space, list, this.inTheFan(list), centre, this.size, px);
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
}
