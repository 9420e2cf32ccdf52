// What the drawings of the legend stand on.
import { Plan } from '../map/geometry';

/** A map of one hex, '1'. */
export const oneHex = (): Plan =>
  new Plan({
    hexes: [{ id: '1', x: 0, y: 0, terrain: 'clear', rank: 0 }],
    boxes: [],
    sides: [],
    pointy: true,
    legend: [],
    turns: [],
  });
