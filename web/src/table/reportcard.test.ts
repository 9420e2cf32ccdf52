// The card of the other side's turn, as it is written.
import { render } from 'svelte/server';
import { expect, it, vi } from 'vitest';
import type { Report } from '../lib/report';
import ReportCard from './ReportCard.svelte';

// The settings ask the browser what it likes; here there is none.
vi.mock('../lib/settings.svelte', () => ({ settings: {} }));

const QUIET: Report = {
  side: 'axis',
  film: false,
  between: false,
  turn: 3,
  from: 1,
  to: 2,
  marches: [{ counter: 'G8', name: 'VIII Korps', side: 'axis', path: ['1514', '1412'] }],
  battles: [],
  losses: [],
  control: [],
  tracks: [],
  arrivals: [],
  words: [],
  events: [],
};
const LOSS = { n: 2, counter: 'S62', name: '62 Army', side: 'soviet', steps: 1, gone: false, at: '0314', case: '8.2', text: '' } as const;
const card = (more: Partial<Report>, whole = true, when = 'July I 1942') => {
  const still = () => undefined;
  const props = { corner: 'top left', report: { ...QUIET, ...more }, me: 'soviet', when, whole, playing: false } as const;
  const { body } = render(ReportCard, { props: { ...props, onwhole: still, onplay: still, onclose: still } });
  return body
    .replace(/<!--.*?-->|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',');
};
const NOTHING = 'Nothing was lost and nothing gained.';

it('says that nothing was lost where nothing was', () => {
  expect(card({})).toContain(NOTHING);
});

it('does not say so above a loss, ground or an arrival', () => {
  expect(card({ losses: [LOSS] })).not.toContain(NOTHING);
  expect(card({ control: [{ at: '0314', side: 'axis' }] })).not.toContain(NOTHING);
  expect(card({ arrivals: [{ counter: 'G8', name: 'VIII Korps', side: 'axis', at: '1514' }] })).not.toContain(NOTHING);
});

it('does not say that nothing was seen above it, and names the loss also where the card is short', () => {
  const short = card({ marches: [], losses: [LOSS], control: [{ at: '0314', side: 'axis' }] }, false);
  expect(short).not.toContain('Nothing');
  expect(short).toContain('62 Army loses 1 step at 0314');
  expect(short).toContain('1 space changed hands');
});

it('has no date where there is none', () => {
  expect(card({})).toContain('turn, July I 1942');
  expect(card({}, true, '')).not.toContain('turn,');
});

it('calls it no turn of a side where the table itself did it', () => {
  expect(card({ between: true })).toContain('Between the turns, July I 1942');
  expect(card({ between: true })).not.toContain('Axis turn');
});
