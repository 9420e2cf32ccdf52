// Mouse, touch and pen: pan, zoom, point, pick, drag a counter.
import type { Point } from './geometry';
import type { Scene, Spot } from './scene';

export interface HandCalls {
  /** `more`: with Shift, to pick several. */
  pick(spot: Spot, at: Point, more: boolean): void;
  drop(counter: string, space: string, at: Point): void;
  /** A counter is being dragged. */
  carry(counter: string): void;
  /** The other button: a menu is wanted. */
  menu(spot: Spot, at: Point): void;
  hover(spot: Spot): void;
}

const CLICK = 6;
const FAN_AFTER = 260;
/** With counters in hand one looks for a goal and not for what lies in a stack. */
const FAN_AIMING = 700;
const LONG = 450;

interface Down {
  id: number;
  start: Point;
  last: Point;
  moved: boolean;
  spot: Spot;
  carries: string | undefined;
  touch: boolean;
  long: boolean;
}

/** Listens on an element; answers with a function that stops it. */
export function handle(element: HTMLElement, scene: Scene, calls: HandCalls, calm: () => boolean): () => void {
  const down = new Map<number, Down>();
  let pinch: { d: number; mid: Point } | undefined;
  let fanTimer = 0;
  let longTimer = 0;
  let glide = 0;
  let speed = { x: 0, y: 0, t: 0 };

  const point = (e: { clientX: number; clientY: number }): Point => {
    const r = element.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  };

  const setHover = (spot: Spot): void => {
    if (spot.counter === scene.hover.counter && spot.space === scene.hover.space) return;
    scene.hover = spot;
    scene.touch('hand');
    calls.hover(spot);
  };

  /** A stack opens under the pointer unless the space itself is what one may want to take. */
  const wantsFan = (spot: Spot, more = false): boolean => {
    if (spot.space === undefined || spot.counter === undefined || !scene.hasMore(spot.space)) return false;
    if (scene.aims.has(spot.space) && !more) return false;
    const ownTargets = scene.inSpace(spot.space).some((c) => scene.targets.counters.has(c.id));
    return !scene.targets.spaces.has(spot.space) || ownTargets;
  };

  const inFan = (p: Point): boolean => {
    const f = scene.fan?.frame;
    return f !== undefined && p.x > f.x - 10 && p.x < f.x + f.w + 10 && p.y > f.y - 10 && p.y < f.y + f.h + 10;
  };

  const stopGlide = (): void => {
    cancelAnimationFrame(glide);
    glide = 0;
  };

  const move = (e: PointerEvent): void => {
    const p = point(e);
    const d = down.get(e.pointerId);
    if (!d) {
      if (e.pointerType === 'touch') return;
      const spot = scene.spotAt(p);
      const goal = scene.fan && scene.aimAt(p) === spot.space && spot.space !== scene.fan.space;
      if (scene.fan && (goal || !inFan(p))) scene.closeFan();
      setHover({
        ...(spot.counter === undefined ? {} : { counter: spot.counter }),
        ...(spot.space === undefined ? {} : { space: spot.space }),
      });
      clearTimeout(fanTimer);
      if (!scene.fan && wantsFan(spot, e.shiftKey) && spot.space !== undefined) {
        const [space, held] = [spot.space, scene.inHand];
        const wait = scene.aims.size > 0 && !e.shiftKey ? FAN_AIMING : FAN_AFTER;
        // Whoever was taken up meanwhile is in the hand: the fan would cover where he can go.
        fanTimer = window.setTimeout(() => scene.inHand === held && scene.openFan(space, p), wait);
      }
      element.style.cursor = cursorFor(spot);
      return;
    }
    if (down.size === 2) {
      d.last = p;
      pinched();
      return;
    }
    if (!d.moved && Math.hypot(p.x - d.start.x, p.y - d.start.y) > CLICK) {
      d.moved = true;
      clearTimeout(longTimer);
      clearTimeout(fanTimer);
      if (d.carries === undefined) scene.closeFan();
      else calls.carry(d.carries);
      element.style.cursor = 'grabbing';
    }
    if (!d.moved) return;
    if (d.carries !== undefined) {
      scene.carry = { counter: d.carries, at: p };
      const q = scene.sheetPoint(p);
      const place = scene.plan.hit(q.x, q.y);
      setHover(place ? { space: place.id } : {});
      scene.touch('hand');
    } else {
      const now = performance.now();
      const dt = Math.max(1, now - speed.t);
      speed = { x: (p.x - d.last.x) / dt, y: (p.y - d.last.y) / dt, t: now };
      pan(p.x - d.last.x, p.y - d.last.y);
    }
    d.last = p;
  };

  const cursorFor = (spot: Spot): string => {
    const takes =
      (spot.counter !== undefined && scene.targets.counters.has(spot.counter)) ||
      (spot.space !== undefined && scene.targets.spaces.has(spot.space));
    return takes ? 'pointer' : 'grab';
  };

  const pan = (dx: number, dy: number): void => {
    const s = scene.camera.hex / 1000;
    scene.moveTo({ ...scene.camera, x: scene.camera.x - dx / s, y: scene.camera.y - dy / s });
  };

  const pinched = (): void => {
    const [a, b] = [...down.values()];
    if (!a || !b) return;
    const d = Math.max(10, Math.hypot(a.last.x - b.last.x, a.last.y - b.last.y));
    const mid = { x: (a.last.x + b.last.x) / 2, y: (a.last.y + b.last.y) / 2 };
    if (pinch) {
      pan(mid.x - pinch.mid.x, mid.y - pinch.mid.y);
      scene.zoomAt(d / pinch.d, mid);
    }
    pinch = { d, mid };
  };

  const press = (e: PointerEvent): void => {
    if (e.button > 1) return;
    stopGlide();
    scene.keys = false;
    const p = point(e);
    const spot = scene.spotAt(p);
    const c = spot.counter;
    const carries = c !== undefined && e.button === 0 && (c === scene.inHand || scene.targets.counters.has(c)) ? c : undefined;
    down.set(e.pointerId, {
      id: e.pointerId,
      start: p,
      last: p,
      moved: false,
      spot,
      carries,
      touch: e.pointerType === 'touch',
      long: false,
    });
    try {
      element.setPointerCapture(e.pointerId);
    } catch {
      // The pointer is gone already.
    }
    clearTimeout(fanTimer);
    clearTimeout(longTimer);
    if (down.size === 2) {
      pinch = undefined;
      for (const d of down.values()) [d.moved, d.carries] = [true, undefined];
      scene.carry = undefined;
      pinched();
    } else if (e.pointerType === 'touch') {
      longTimer = window.setTimeout(() => {
        const d = down.get(e.pointerId);
        if (!d || d.moved) return;
        d.long = true;
        setHover(plain(d.spot));
        if (d.spot.space !== undefined) scene.openFan(d.spot.space, d.start);
      }, LONG);
    }
  };

  const release = (e: PointerEvent): void => {
    const d = down.get(e.pointerId);
    if (!d) return;
    down.delete(e.pointerId);
    clearTimeout(longTimer);
    if (down.size < 2) pinch = undefined;
    element.style.cursor = '';
    if (e.type === 'pointercancel') {
      scene.carry = undefined;
      scene.touch('hand');
      return;
    }
    const p = point(e);
    if (d.moved && d.carries !== undefined && scene.carry) {
      scene.carry = undefined;
      scene.closeFan();
      const q = scene.sheetPoint(p);
      const place = scene.plan.hit(q.x, q.y);
      if (place && place.id !== d.spot.space) calls.drop(d.carries, place.id, p);
      scene.touch('hand');
      return;
    }
    if (d.moved) {
      if (!calm() && down.size === 0 && performance.now() - speed.t < 40) coast();
      return;
    }
    if (!d.long) click(d, p, e.shiftKey);
  };

  /** A tap on a stack spreads it out; a tap beside it closes it again. */
  const click = (d: Down, p: Point, more: boolean): void => {
    setHover(plain(d.spot));
    if (d.touch && scene.fan && !inFan(p)) scene.closeFan();
    else if (d.touch && !scene.fan && wantsFan(d.spot, more) && d.spot.space !== undefined) {
      scene.openFan(d.spot.space, p);
      return;
    }
    if (d.spot.counter !== undefined || d.spot.space !== undefined) calls.pick(plain(d.spot), p, more);
    // A finger does not leave the fan as a pointer does; it must not cover where to go.
    if (d.touch) scene.closeFan();
  };

  const plain = (spot: Spot): Spot => ({
    ...(spot.counter === undefined ? {} : { counter: spot.counter }),
    ...(spot.space === undefined ? {} : { space: spot.space }),
  });

  const coast = (): void => {
    let [vx, vy] = [speed.x, speed.y];
    let last = performance.now();
    const step = (now: number): void => {
      const dt = Math.min(40, now - last);
      last = now;
      pan(vx * dt, vy * dt);
      const fade = Math.exp(-dt / 140);
      [vx, vy] = [vx * fade, vy * fade];
      if (Math.hypot(vx, vy) > 0.02) glide = requestAnimationFrame(step);
    };
    if (Math.hypot(vx, vy) > 0.15) glide = requestAnimationFrame(step);
  };

  const wheel = (e: WheelEvent): void => {
    e.preventDefault();
    stopGlide();
    clearTimeout(fanTimer);
    const lines = e.deltaMode === 1 ? 18 : e.deltaMode === 2 ? 400 : 1;
    const by = Math.max(-240, Math.min(240, e.deltaY * lines));
    scene.zoomAt(Math.exp(-by * (e.ctrlKey ? 0.008 : 0.0017)), point(e));
  };

  /** With the other button, or by a key: then at the cursor. */
  const menu = (e: MouseEvent): void => {
    e.preventDefault();
    // A finger that rests spreads the stack out.
    if (e instanceof PointerEvent && e.pointerType === 'touch') return;
    const p = scene.keys && scene.cursor.space !== undefined ? scene.cursorPoint() : point(e);
    const spot = scene.keys && scene.cursor.space !== undefined ? scene.cursor : scene.spotAt(p);
    scene.closeFan();
    if (spot.counter !== undefined || spot.space !== undefined) calls.menu(plain(spot), p);
  };

  const leave = (e: PointerEvent): void => {
    clearTimeout(fanTimer);
    if (e.pointerType === 'touch' || down.size > 0) return;
    scene.closeFan();
    setHover({});
  };

  element.addEventListener('pointermove', move);
  element.addEventListener('pointerdown', press);
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('contextmenu', menu);
  return () => {
    stopGlide();
    clearTimeout(fanTimer);
    clearTimeout(longTimer);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerdown', press);
    element.removeEventListener('pointerup', release);
    element.removeEventListener('pointercancel', release);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('contextmenu', menu);
  };
}
