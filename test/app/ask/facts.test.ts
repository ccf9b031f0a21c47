import { expect, test } from 'vitest';
import { factsIn } from '../../../src/app/ask/AskScreen';

const orders = {
  id: 'orders',
  kind: 'json' as const,
  text: '[{"city":"Oslo","net":4},{"city":"Bern","net":5}]',
};

test('E8 rows of JSON are a table like any other, and of several tables each is named', () => {
  expect(factsIn(orders, false)).toBe('2 rows, 2 columns');
  expect(factsIn(orders, true)).toBe('orders, 2 rows, 2 columns');
  expect(factsIn({ ...orders, text: '{"a":1}' }, false)).toMatch(/^orders, /);
  expect(factsIn({ id: 'n', name: 'Notes', kind: 'markdown', text: '# Hi' }, false)).toBe(
    'Notes, 4 characters',
  );
});
