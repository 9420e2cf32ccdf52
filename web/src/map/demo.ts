// The map alone, for measuring and for looking at it: /map-demo.html?map=big|battle&theme=dark&view=march&layers=supply-axis&arrows=500
import { mount } from 'svelte';
import type { Sheet, View } from '../lib/wire';
import '../styles/base.css';
import '../styles/map.css';
import assign from './fixtures/battle-assign.json';
import choose from './fixtures/battle-choose.json';
import march from './fixtures/battle-march.json';
import sheetJson from './fixtures/battle-sheet.json';
import { generatedSheet, generatedView } from './generated';
import MapTable from './MapTable.svelte';
import type { Picked } from './targets';

const query = new URLSearchParams(location.search);
const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
document.documentElement.dataset['theme'] = theme;

const views: Record<string, unknown> = { choose, march, assign };
const big = query.get('map') === 'big';
const sheet = big ? generatedSheet() : (sheetJson as Sheet);
const view = big ? generatedView(sheet) : (views[query.get('view') ?? 'choose'] as View);

const target = document.getElementById('map');
if (!target) throw new Error('the page has no place for the map');
/** So many orders of six hexes each, all over the map, as they stand in columns. */
const many = Number(query.get('arrows') ?? 0);
const rows = 98;
const orders = Array.from({ length: many }, (_, i) => {
  const from = (i * 7919) % (sheet.hexes.length - rows * 6);
  const path = Array.from({ length: 6 }, (_unused, k) => sheet.hexes[from + k * rows]?.id ?? '');
  const order = i % 5 === 0 ? { attack: 'assault' } : { move: i % 2 ? 'tactical' : 'strategic' };
  return { slot: `s${i}`, label: '', text: '', path, order };
});

const picks: Picked[] = [];
const began = performance.now();
const map = mount(MapTable, {
  target,
  props: {
    sheet,
    view,
    theme,
    orders,
    layers: (query.get('layers') ?? '').split(',').filter((l) => l !== ''),
    selected: query.get('selected'),
    onpick: (picked: Picked) => picks.push(picked),
  },
});
Object.assign(window, { kesselMap: map, picks, mountedIn: performance.now() - began });
