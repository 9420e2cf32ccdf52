// Where a card lies on the map without covering what is asked for.
import type { Point } from '../table/kinds';

export const CORNERS = ['top left', 'bottom left', 'top right', 'bottom right'] as const;
export type Corner = (typeof CORNERS)[number];

interface Size {
  w: number;
  h: number;
}

/** Half a counter and the edge of the card. */
const MARGIN = 40;
/** The buttons of the map stand at its right. */
const BUTTONS = 60;

/** The first corner in which a card of this size covers none of the points; null if there is none. */
export function freeCorner(points: Point[], card: Size, map: Size): Corner | null {
  const free = (corner: Corner): boolean => {
    const left = corner.endsWith('left') ? 0 : map.w - card.w - BUTTONS;
    const top = corner.startsWith('top') ? 0 : map.h - card.h;
    const under = (p: Point) => p.x > left - MARGIN && p.x < left + card.w + MARGIN && p.y > top - MARGIN && p.y < top + card.h + MARGIN;
    return !points.some(under);
  };
  return CORNERS.find(free) ?? null;
}
