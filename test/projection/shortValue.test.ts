import { expect, test } from 'vitest';
import { cutText, shortValue } from '#projection';

test.each([
  [null, 'nothing'],
  [true, 'true'],
  [42, '42'],
  [1 / 3, '0.333333'],
  ['Nothing found.', '"Nothing found."'],
  ['one\ntwo   three', '"one two three"'],
  ['x'.repeat(60), `"${'x'.repeat(39)}…"`],
  [[], 'empty list'],
  [[1, 2, 3], '3 items'],
  [
    [
      { a: 1, b: 2 },
      { a: 1, c: 3 },
    ],
    'table · 2 × 3',
  ],
  [{}, 'empty object'],
  [{ rows: [{ a: 1 }], count: 1 }, '1 row'],
  [{ columns: ['a', 'b'], rows: [{}, {}] }, '2 rows · 2 columns'],
  [{ value: 12.5, rows: [], count: 3 }, '12.5'],
  [{ text: 'Hello' }, '"Hello"'],
  [{ decision: 'approve' }, 'approve'],
  [{ passages: [{}, {}], text: 'x' }, '2 passages'],
  [{ nodes: [{}, {}], edges: [] }, 'plan · 2 steps'],
  [{ alpha: 1, beta: 2 }, '{ alpha, beta }'],
])('%j reads %s', (value, words) => {
  expect(shortValue(value)).toBe(words);
});

test('a value that is not there reads nothing at all', () => {
  expect(shortValue(undefined)).toBe('');
});

test('cutText never gives more characters than it was allowed', () => {
  for (let most = 2; most < 20; most++)
    expect(cutText('one two three four', most).length).toBeLessThanOrEqual(most);
});
