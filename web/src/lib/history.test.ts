import { expect, it } from 'vitest';
import { History } from './history';

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
