// Small views and offers for unit tests.
import type { CounterView, Offer, View } from './wire';

export const offer = (o: Partial<Offer>): Offer => ({ action: 'x', label: '', kind: 'other', group: 'G', ...o });

export const view = (list: Offer[], counters: CounterView[] = []): View => ({
  game: 'g',
  scenario: 's',
  viewer: 'soviet',
  turn: { number: 1, of: 2, label: '', side: 'soviet', phase: 'p', phase_name: 'P', case: '1' },
  to_act: 'soviet',
  spaces: [],
  counters,
  tracks: [],
  calendar: [],
  layers: [],
  offers: { prompt: { text: '', case: '1', reminders: [] }, list },
});
