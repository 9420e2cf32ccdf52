// The other side's turn takes twenty seconds at the usual speed.
import { expect, it } from 'vitest';
import { eachOf, paced } from './pacing';

/** How long a turn of so many actions is watched; the computer waits as long as each is shown, and thinks for a moment. */
function watched(actions: number, ms: number, events = 1): number {
  let time = 0;
  for (let i = 0; i < actions; i++) {
    const pace = paced(ms, time);
    time += Math.max(events * eachOf(pace, events), pace);
  }
  return time;
}

it('shows a short turn as asked for', () => {
  expect(watched(10, 450)).toBe(4500);
  expect(paced(450, 0)).toBe(450);
});

it('shows a long turn within twenty seconds', () => {
  expect(watched(400, 450)).toBeLessThanOrEqual(20_000);
  expect(watched(400, 450, 12)).toBeLessThanOrEqual(20_000);
  expect(watched(400, 120)).toBeLessThanOrEqual(20_000);
});

it('gives whoever wants it slow more time', () => {
  expect(watched(400, 1200)).toBeGreaterThan(30_000);
});
