import { expect, test } from 'vitest';
import { durationText } from '#base';

test.each([
  [0, '0 ms'],
  [61.4, '61 ms'],
  [999, '999 ms'],
  [2_342, '2.3 s'],
  [9_949, '9.9 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [59_700, '1 min 0 s'],
  [200_000, '3 min 20 s'],
  [9_000_040, '2 h 30 min'],
])('%d ms reads %s', (ms, words) => {
  expect(durationText(ms)).toBe(words);
});
