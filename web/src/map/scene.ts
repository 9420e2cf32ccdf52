// Draws the table on its four canvases when something has changed: the ground, the counters, the plans, what follows the hand.
import { Ground } from './ground';
import { scaleOf } from './camera';
import { paintPart } from './layers';
import type { Painting, Show } from './layers/layer';
import { Pictures } from './pictures';
import { Plans } from './plans';
import type { MapState, Onlooker, Part } from './state';
import { readPalette } from './theme';
import type { Toolbox } from './tools/tool';

export interface Canvases extends Record<Part, HTMLCanvasElement> {
  root: HTMLElement;
}

/** After so long without a wheel a zoom is at rest. */
const SETTLE = 130;
/** A hand needs no sharper picture than this on a small window. */
const SMALL = { side: 480, ratio: 2 };

export class Scene implements Onlooker, Painting {
  readonly pictures: Pictures;
  /** What moves or flashes for a moment. */
  shows: Show[] = [];
  onframe: (() => void) | undefined;
  /** What a tool at work draws over the map. */
  tools: Toolbox | undefined;

  private readonly ground: Ground;
  private readonly plans: Plans;
  private readonly ctx: Record<Part, CanvasRenderingContext2D>;
  private readonly dirty = new Set<Part>();
  private settling = 0;
  private wake = 0;
  private idle = 0;
  /** The first picture of a sheet may take longer, so that it comes whole. */
  private early = true;
  private handShown = false;

  constructor(
    readonly state: MapState,
    private readonly canvases: Canvases,
  ) {
    const context = (canvas: HTMLCanvasElement, alpha = true): CanvasRenderingContext2D => {
      const ctx = canvas.getContext('2d', { alpha });
      if (!ctx) throw new Error('this browser draws no canvas');
      return ctx;
    };
    const { ground, pieces, plans, hand } = canvases;
    this.ctx = { ground: context(ground, false), pieces: context(pieces), plans: context(plans), hand: context(hand) };
    this.pictures = new Pictures(state);
    this.ground = new Ground(state, this.ctx.ground);
    this.plans = new Plans(this.ctx.plans);
    state.palette = readPalette(canvases.root);
    state.onlooker = this;
  }

  destroy(): void {
    cancelAnimationFrame(this.wake);
    clearTimeout(this.settling);
    clearTimeout(this.idle);
  }

  /** The style sheet has other colours now. */
  retheme(): void {
    const { state } = this;
    state.palette = readPalette(this.canvases.root);
    this.pictures.faces.clear();
    if (state.view) state.show({ view: state.view });
    this.remake();
  }

  /** Another sheet lies on the table. */
  resheet(): void {
    this.early = true;
    this.remake();
    if (this.state.size.w > 1) this.state.open();
  }

  private remake(): void {
    this.ground.remake(getComputedStyle(this.canvases.root).colorScheme.includes('dark'));
    this.state.redraw();
  }

  resize(w: number, h: number, dense: number): void {
    const { state } = this;
    const first = state.size.w <= 1;
    state.size = { w: Math.max(1, w), h: Math.max(1, h) };
    const ratio = Math.min(w, h) <= SMALL.side ? Math.min(dense, SMALL.ratio) : dense;
    if (ratio !== state.ratio) {
      this.pictures.faces.clear();
      this.ground.drop();
    }
    state.ratio = ratio;
    for (const canvas of [this.canvases.ground, this.canvases.pieces, this.canvases.hand]) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    this.ground.resized();
    if (first || state.fresh) state.open();
    else state.moveTo(state.camera);
    // Not a frame without a picture: a canvas of another size is empty.
    state.redraw();
    this.draw();
  }

  changed(...parts: Part[]): void {
    for (const part of parts) this.dirty.add(part);
    if (parts.includes('plans')) this.plans.stale();
    this.wake ||= requestAnimationFrame(() => {
      this.wake = 0;
      this.draw();
    });
  }

  moved(zoomed: boolean): void {
    if (zoomed) {
      clearTimeout(this.settling);
      const { sharpness } = this.ground;
      const ratio = (scaleOf(this.state.camera) * this.state.ratio) / (sharpness || 1);
      if (sharpness === 0 || ratio > 2.6 || ratio < 0.38) this.rested();
      else this.settling = window.setTimeout(() => this.rested(), SETTLE);
    }
    this.changed('ground', 'pieces', 'hand');
    this.onframe?.();
  }

  rested(): void {
    clearTimeout(this.settling);
    this.settling = 0;
    this.ground.settle();
    this.changed('ground', 'pieces', 'hand');
  }

  private draw(): void {
    const { state, dirty } = this;
    if (state.size.w <= 1) return;
    const zooming = this.settling !== 0;
    if (this.shows.length > 0) dirty.add('hand');
    if (dirty.has('ground')) this.ground.draw(performance.now(), this.early ? 160 : 9, zooming);
    if (dirty.has('pieces')) this.drawPieces(zooming);
    // A plan follows every camera; what is on it is painted only when it has changed.
    if (dirty.has('plans') || dirty.has('ground')) {
      this.pictures.faces.allow(8);
      this.plans.draw(this, zooming);
    }
    if (dirty.has('hand')) this.drawHand();
    this.early = false;
    dirty.clear();
    if (this.ground.owes && !zooming) this.changed('ground');
    if (this.pictures.faces.owing) this.changed('pieces', 'hand', ...(state.trails ? (['plans'] as const) : []));
    if (this.shows.length > 0) this.changed('hand');
    this.later();
  }

  private drawPieces(zooming: boolean): void {
    const ctx = this.clear('pieces');
    this.pictures.faces.owing = false;
    this.pictures.faces.allow(zooming ? 0 : this.early ? 120 : 10);
    paintPart('pieces', ctx, this);
  }

  private drawHand(): void {
    // An empty canvas is not cleared again and again.
    const ctx = this.handShown ? this.clear('hand') : this.scaled('hand');
    this.handShown = paintPart('hand', ctx, this);
    if (!this.tools?.pressed) return;
    this.tools.paint(this.scaled('hand'), this);
    this.handShown = true;
  }

  private scaled(part: Part): CanvasRenderingContext2D {
    const ctx = this.ctx[part];
    ctx.setTransform(this.state.ratio, 0, 0, this.state.ratio, 0, 0);
    return ctx;
  }

  private clear(part: Part): CanvasRenderingContext2D {
    const ctx = this.ctx[part];
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    return this.scaled(part);
  }

  /** When nothing happens for a moment, what lies just outside the window is painted. */
  private later(): void {
    clearTimeout(this.idle);
    if (this.wake) return;
    this.idle = window.setTimeout(() => {
      if (!this.wake && !this.settling && this.ground.ahead()) this.later();
    }, 120);
  }
}
