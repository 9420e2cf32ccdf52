// The tools of the map in the order in which they are asked, and what a browser tells them.
import type { Point } from '../geometry';
import type { MapState } from '../state';
import { Fan } from './fan';
import { Menu } from './menu';
import { Pan } from './pan';
import { Pinch } from './pinch';
import { Select } from './select';
import { BendOrder, Stroke } from './stroke';
import { type Bench, type HandCalls, type Press, Toolbox } from './tool';

export interface Hands {
  box: Toolbox;
  pan: Pan;
  menu: Menu;
  select: Select;
}

/** The chain: what lies nearer to the front is asked first. */
export function handsOf(bench: Bench): Hands {
  const [pinch, pan, menu, select] = [new Pinch(bench), new Pan(bench), new Menu(bench), new Select(bench)];
  const box = new Toolbox([pinch, new Fan(bench), menu, new Stroke(bench), new BendOrder(bench), select, pan]);
  pinch.box = box;
  return { box, pan, menu, select };
}

/** Listens on an element; answers with the tools and with a function that stops it. */
export function attach(element: HTMLElement, state: MapState, calls: HandCalls, calm: () => boolean): { hands: Hands; stop(): void } {
  const hands = handsOf({
    state,
    calls,
    calm,
    after: (ms, what) => {
      const timer = window.setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
    cursor: (name) => {
      if (element.style.cursor !== name) element.style.cursor = name;
    },
  });
  const { box, pan, menu } = hands;
  let frame = 0;
  const tick = (now: number): void => {
    frame = box.tick(now) ? requestAnimationFrame(tick) : 0;
  };
  const point = (e: { clientX: number; clientY: number }): Point => {
    const r = element.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  };
  const press = (e: PointerEvent): Press => ({
    id: e.pointerId,
    at: point(e),
    touch: e.pointerType === 'touch',
    button: e.button,
    more: e.shiftKey,
    drawn: e.altKey,
    time: performance.now(),
  });

  const down = (e: PointerEvent): void => {
    if (e.button > 1) return;
    pan.stop();
    state.keys = false;
    box.down(press(e));
    try {
      element.setPointerCapture(e.pointerId);
    } catch {
      // The pointer is gone already.
    }
  };
  const up = (e: PointerEvent): void => {
    box.up(press(e));
    element.style.cursor = '';
    frame ||= requestAnimationFrame(tick);
  };
  const lost = (e: PointerEvent): void => {
    box.cancel(e.pointerId);
    element.style.cursor = '';
    state.touch('hand');
  };
  const wheel = (e: WheelEvent): void => {
    e.preventDefault();
    const lines = e.deltaMode === 1 ? 18 : e.deltaMode === 2 ? 400 : 1;
    const by = Math.max(-240, Math.min(240, e.deltaY * lines));
    box.wheel(point(e), Math.exp(-by * (e.ctrlKey ? 0.008 : 0.0017)));
  };
  const other = (e: MouseEvent): void => {
    e.preventDefault();
    // A finger that rests spreads the stack out.
    if (!(e instanceof PointerEvent && e.pointerType === 'touch')) menu.open(point(e));
  };
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener('pointermove', (e) => box.move(press(e)), { signal });
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', lost, { signal });
  element.addEventListener('pointerleave', (e) => e.pointerType !== 'touch' && box.leave(press(e)), { signal });
  element.addEventListener('wheel', wheel, { passive: false, signal });
  element.addEventListener('contextmenu', other, { signal });
  const stop = (): void => {
    listening.abort();
    cancelAnimationFrame(frame);
    box.cancel();
  };
  return { hands, stop };
}
