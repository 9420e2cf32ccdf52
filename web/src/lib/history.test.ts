import { expect, it } from 'vitest';
import { History, moveBegan } from './history';
import type { Event } from './wire';

it('what was taken back is done again in the order in which it was done', () => {
  const history = new History();
  history.did(4, ['a']);
  history.did(5, ['b', 'c']);
  history.did(6, ['d']);
  history.tookBack(4);
  expect(history.next).toEqual(['b', 'c']);
  history.redid(5);
  expect(history.next).toEqual(['d']);
  history.redid(6);
  expect(history.next).toBeNull();
  history.tookBack(5);
  expect(history.next).toEqual(['d']);
});

it('something new ends it', () => {
  const history = new History();
  history.did(1, ['a']);
  history.tookBack(0);
  history.did(1, ['b']);
  expect(history.next).toBeNull();
});

it("a unit's move begins with the first of its legs in a row", () => {
  const move = (counter: string): Event[] => [{ kind: 'move', counter, from: '1', to: '2', case: '7.1', text: '' } as unknown as Event];
  const frames = [move('B'), move('A'), [], move('A'), move('A')].map((events, i) => ({
    n: i + 1,
    side: 'axis' as const,
    turn: 1,
    events,
  }));
  expect(moveBegan(frames, 5, 'A')).toBe(3);
  expect(moveBegan(frames, 5, 'B')).toBe(4);
});
