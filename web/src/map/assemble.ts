// The parts of the map put together: the scene that draws it, the hands and keys that use it, the player of what happened.
import { Keys, type KeyCalls } from './keys';
import { Player } from './play';
import { type Canvases, Scene } from './scene';
import type { MapState } from './state';
import { attach, type Hands } from './tools';
import type { HandCalls } from './tools/tool';

export interface Assembled {
  scene: Scene;
  player: Player;
  keys: Keys;
  hands: Hands;
  /** The window has its size: the first picture. */
  begin(): void;
  stop(): void;
}

/** An arrow with Shift, or a letter, pans by this part of the window. */
const STEP = 0.18;

/** `element` has the pointer and the keyboard; `still`: no motion. */
export function assemble(
  map: MapState,
  canvases: Canvases,
  element: HTMLElement,
  calls: HandCalls,
  keyed: Omit<KeyCalls, 'pan'>,
  still: () => boolean,
): Assembled {
  const scene = new Scene(map, canvases);
  const pan = (dx: number, dy: number): void => {
    const step = Math.min(map.size.w, map.size.h) * STEP;
    map.pan(-dx * step, -dy * step);
  };
  const listening = attach(element, map, calls, still);
  scene.tools = listening.hands.box;
  const { root } = canvases;
  const resize = (): void => scene.resize(root.clientWidth, root.clientHeight, Math.min(3, window.devicePixelRatio || 1));
  const watcher = new ResizeObserver(resize);
  return {
    scene,
    player: new Player(scene, still),
    keys: new Keys(map, { ...keyed, pan }),
    hands: listening.hands,
    begin: () => {
      scene.resheet();
      resize();
      watcher.observe(root);
      void document.fonts?.ready.then(() => map.redraw());
    },
    stop: () => {
      listening.stop();
      watcher.disconnect();
      scene.destroy();
    },
  };
}
