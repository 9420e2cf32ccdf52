// The map half of the table: `<MapTable sheet view … />`.
export { default as MapTable } from './MapTable.svelte';
export type { Camera } from './camera';
export type { Spot } from './scene';
export { matching, targetsOf, type Picked, type Target, type Targets } from './targets';
export { counterWords, placeName, shortName, spaceWords } from './words';
