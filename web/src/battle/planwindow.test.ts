// The attack that is planned, as it is written: who takes part.
import { render } from 'svelte/server';
import { expect, it, vi } from 'vitest';
import type { CounterView, Muster } from '../lib/wire';
import Foreseen from './Foreseen.svelte';
import PlanWindow from './PlanWindow.svelte';

// The settings ask the browser what it likes; here there is none.
vi.mock('../lib/settings.svelte', () => ({ settings: {} }));

const counter = (id: string, name: string, symbol: string, at: string): CounterView => ({
  id,
  side: 'axis',
  at,
  kind: 'unit',
  face: { name, nation: 'german', symbol, size: 'XX', factors: [], steps: null, max_steps: null, formation: '' },
  hidden: false,
});
const COUNTERS = [
  counter('u1', '16 Panzer', 'armour', '0511'),
  counter('u2', '295 Infantry', 'infantry', '0511'),
  counter('u3', '24 Panzer', 'armour', '0511'),
];
const muster: Muster = {
  space: '0612',
  parties: COUNTERS.map((c) => ({ counter: c.id, space: c.at, label: '', joined: true })),
  choices: [],
  actions: [],
};
const still = () => undefined;

it('is named by designation, kind by kind, each with its counter, the stack once', () => {
  const props = { muster, busy: false, counters: COUNTERS, onchange: still, oncommit: still, onclose: still };
  const { body } = render(PlanWindow, { props });
  expect(body.match(/\d+ (?:Panzer|Infantry)/g)).toEqual(['16 Panzer', '24 Panzer', '295 Infantry']);
  expect(body.match(/<svg class="counter/g)).toHaveLength(3);
  expect(body.match(/>0511</g)).toHaveLength(1);
});

it('is foreseen in the same order', () => {
  const { body } = render(Foreseen, { props: { foreseen: { space: '0612', muster }, counters: COUNTERS } });
  expect(body).toContain('16 Panzer, 24 Panzer, 295 Infantry (0511)');
});
