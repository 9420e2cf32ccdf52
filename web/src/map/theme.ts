// Colours of the map, read once from the style sheet whenever the theme changes.
import type { OfferKind, Side } from '../lib/wire';

const NAMES = [
  'table',
  'paper',
  'paper-edge',
  'land',
  'grid',
  'ink',
  'ink-soft',
  'number',
  'halo',
  'water',
  'water-deep',
  'water-ink',
  'forest',
  'hills',
  'mountain',
  'marsh',
  'steppe',
  'urban',
  'urban-ink',
  'pattern',
  'box',
  'box-line',
  'road',
  'rail',
  'region-1',
  'region-2',
  'region-3',
  'axis',
  'soviet',
  'nobody',
  'select',
  'move',
  'attack',
  'place',
  'retreat',
  'loss',
  'spend',
  'other',
  'several',
  'held',
  'focus',
  'shade',
  'serif',
  'sans',
] as const;

export type ColourName = (typeof NAMES)[number];
export type Palette = Record<ColourName, string>;

/** Reads `--map-…` of an element. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const palette = {} as Palette;
  for (const name of NAMES) palette[name] = style.getPropertyValue(`--map-${name}`).trim() || '#888';
  return palette;
}

export const sideColour = (p: Palette, side: Side | null): string => (side === 'axis' ? p.axis : side === 'soviet' ? p.soviet : p.nobody);

export function kindColour(p: Palette, kind: OfferKind): string {
  switch (kind) {
    case 'select':
      return p.select;
    case 'move':
      return p.move;
    case 'attack':
      return p.attack;
    case 'place':
      return p.place;
    case 'retreat':
      return p.retreat;
    case 'loss':
      return p.loss;
    case 'spend':
      return p.spend;
    case 'done':
    case 'other':
      return p.other;
  }
}

/** Relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const part = (i: number): number => {
    const v = parseInt(hex.slice(i, i + 2), 16) / 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/** The contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return ((hi ?? 0) + 0.05) / ((lo ?? 0) + 0.05);
}
