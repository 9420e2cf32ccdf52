// The map half of the table: `<MapTable sheet view … />`.
export { default as MapTable } from './MapTable.svelte';
export type { Camera } from './camera';
export type { Spot } from './state';
export { matching, targetsOf, type Picked, type Targets } from './targets';
export { counterWords, placeName, shortName, spaceWords } from './words';
export type { Target } from './target';
export type { Trails } from './marches';
