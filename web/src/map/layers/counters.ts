// Counters in their stacks.
import { scaleOf } from '../camera';
import { type Detail, detailOf } from '../counterface';
import { inRect, type Rect } from '../geometry';
import { attachedMark, badge } from '../signs';
import { COUNTER, EDGES_SHOWN, type Stack } from '../stacks';
import { inPixels, type Layer, type Painting } from './layer';

export const counters: Layer = {
  id: 'counters',
  z: 30,
  rate: 'turn',
  paint: (ctx, painting) => {
    const { state } = painting;
    const reach = state.reach();
    const detail = detailOf(COUNTER * scaleOf(state.camera));
    inPixels(ctx, state, () => {
      const view = state.seen();
      for (const stack of state.layout.stacks) if (inRect(reach, stack.x, stack.y)) drawStack(ctx, painting, stack, view, detail);
    });
  },
  pick: (state, at) => {
    const { counter, space } = state.spotAt(at);
    return counter === undefined ? undefined : { kind: 'counter', id: counter, at, ...(space === undefined ? {} : { space }) };
  },
};

function drawStack(ctx: CanvasRenderingContext2D, { state, pictures }: Painting, stack: Stack, view: Rect, detail: Detail): void {
  const far = detail === 'far';
  const scale = scaleOf(state.camera) * state.ratio;
  const c = Math.max(4, Math.round(stack.size * scale * (far ? 1.12 : 1)));
  const x = Math.round((stack.x - view.x) * scale - c / 2);
  const y = Math.round((stack.y - view.y) * scale - c / 2);
  const shown = Math.min(far ? 1 : EDGES_SHOWN, stack.counters.length - 1);
  const edge = Math.max(stack.edge * scale, stack.edge > 0 ? 2 * state.ratio : 0);
  for (let i = shown; i >= 0; i--) {
    const counter = stack.counters[i];
    if (!counter) continue;
    // Only the top has to show everything; of the others one sees an edge.
    pictures.draw(ctx, counter, Math.round(x + i * edge), Math.round(y - i * edge), c, least(c / state.ratio, detail), i === 0);
  }
  const n = stack.counters.length;
  if (n > 4 || (far && n > 1)) {
    const d = far ? Math.min(c * 0.62, 11 * state.ratio) : Math.max(c * 0.32, 10 * state.ratio);
    if (d > 6.5 * state.ratio) badge(ctx, String(n), x + c * 0.94, y + c * 0.06, d, state.palette);
  }
  const top = stack.counters[0];
  const with_ = top && !far ? (state.layout.attached.get(top.id)?.length ?? 0) : 0;
  if (with_ > 0) attachedMark(ctx, with_, x, y, c, state.ratio);
}

/** A small counter in a box shows less than the large ones beside it. */
function least(px: number, most: Detail): Detail {
  const own = detailOf(px);
  return most === 'far' || own === 'far' ? 'far' : most === 'middle' || own === 'middle' ? 'middle' : 'near';
}
