import { expect, it } from 'vitest';
import { shortName } from './words';

it.each([
  ['47 Gds Rifle (15G)', '47 Gds Rifle'],
  ['21st Antitank (5 Shock)', '21st Antitank'],
  ['(XXXX)', '(XXXX)'],
])('the name %s is short enough for a counter as %s', (name, short) => {
  expect(shortName(name)).toBe(short);
});
