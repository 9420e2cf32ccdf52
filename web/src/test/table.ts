// A small table without a browser: a field of hexes, some counters, offers as they are needed.
import type { CounterView, Offer, Sheet, View } from '../lib/wire';
import { HEX } from '../map/geometry';
import { MapState, type Part } from '../map/state';

export const hexId = (c: number, r: number): string => `${String(c).padStart(2, '0')}${String(r).padStart(2, '0')}`;

/** Flat-top hexes in columns. */
export function field(columns = 12, rows = 10): Sheet {
  const hexes = [];
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++)
      hexes.push({
        id: hexId(c, r),
        x: Math.round(c * HEX * (Math.sqrt(3) / 2)),
        y: r * HEX + (c % 2) * (HEX / 2),
        terrain: 'clear',
        rank: 0,
      });
  }
  return { hexes, boxes: [], sides: [], pointy: false, legend: [], turns: [] };
}

export function unit(id: string, at: string, more: Partial<CounterView> & { formation?: string } = {}): CounterView {
  const { formation = '', ...rest } = more;
  return {
    id,
    side: 'axis',
    at,
    kind: 'unit',
    face: { name: id, nation: 'german', symbol: 'infantry', size: 'XX', factors: [], steps: null, max_steps: null, formation },
    hidden: false,
    ...rest,
  };
}

export function viewOf(counters: CounterView[], list: Offer[] = [], more: Partial<View> = {}): View {
  return {
    game: 'test',
    scenario: 'test',
    viewer: 'axis',
    turn: { number: 1, of: 10, label: 'Turn 1', side: 'axis', phase: 'movement', phase_name: 'Movement', case: '1.0' },
    to_act: 'axis',
    spaces: [],
    counters,
    tracks: [],
    calendar: [],
    layers: [],
    offers: { prompt: { text: 'Move', case: '7.0', reminders: [] }, list },
    ...more,
  };
}

const PALETTE = new Proxy({}, { get: (_, name) => `#${String(name)}` });

/** A map of that field, hexes 60 pixels wide, with the middle hex in the middle of a window of 800 by 600; it notes what it is told to draw. */
export function stand(view: View, sheet = field()): { state: MapState; touched: Part[]; moves: boolean[] } {
  const state = new MapState();
  const [touched, moves]: [Part[], boolean[]] = [[], []];
  state.palette = PALETTE as typeof state.palette;
  state.onlooker = { changed: (...parts) => touched.push(...parts), moved: (zoomed) => moves.push(zoomed), rested: () => undefined };
  state.size = { w: 800, h: 600 };
  state.setSheet(sheet);
  state.show({ view });
  state.moveTo({ x: 4763, y: 4750, hex: 60 });
  [touched.length, moves.length] = [0, 0];
  return { state, touched, moves };
}

/** Where a space is in the window. */
export function at(state: MapState, space: string): { x: number; y: number } {
  const place = state.plan.get(space);
  if (!place) throw new Error(`no space ${space}`);
  return state.screen(place);
}
