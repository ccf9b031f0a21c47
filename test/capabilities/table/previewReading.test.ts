import { expect, test } from 'vitest';
import { previewOf } from '#capabilities';
import { csv } from '../../notation/calling';

const CELLS = ['€ 837,96', '€ 12,00', '€ 1.204,50', 'n/a', 'POA', '€ 3,10'];
const ORDERS = csv('orders', ['Order;Net', ...CELLS.map((cell, index) => `${index};${cell}`)].join('\n'));
const EURO = { name: 'Net', type: 'number', read: 'decimal-comma', unit: 'EUR' } as const;

test('W8 a reading is shown on cells before it is chosen: what fits, what is written otherwise, what would be empty', () => {
  expect(previewOf(ORDERS, EURO)).toEqual({
    ok: true,
    value: {
      filled: 5,
      unread: 1,
      cells: [
        { row: 1, written: '€ 837,96', value: 837.96 },
        { row: 3, written: '€ 1.204,50', value: 1204.5 },
        { row: 5, written: 'POA', value: null },
      ],
    },
  });
});

test('W8 where all cells fit the first three that are written differently are shown', () => {
  const spans = csv('spans', 'Took\n1h 5m\n3h 7m\n2h\n45m\n');
  const read = previewOf(spans, { name: 'Took', type: 'duration' });
  expect(read.ok && read.value.cells.map(({ row }) => row)).toEqual([1, 3, 4]);
});

test('a document that is no table says why', () => {
  const text = { id: 'notes', kind: 'text', text: 'Hello.' } as const;
  expect(previewOf(text, EURO)).toMatchObject({ ok: false, problem: { code: 'NOT_A_TABLE' } });
});
