import { expect, test } from 'vitest';
import type { Json } from '#base';
import { readCellTest, type TableColumn, typedTest } from '#tables';

const column = (type: TableColumn['type']): TableColumn => ({ name: 'x', label: 'x', type });

test.each<[string, Json, TableColumn['type'], string]>([
  ['=', 'Paid', 'text', '=Paid'],
  ['=', true, 'boolean', '=yes'],
  ['=', null, 'text', 'empty'],
  ['>=', 12.5, 'number', '>=12.5'],
  ['<', '2026-03-01', 'date', '<2026-03-01'],
  ['contains', 'oak', 'text', 'oak'],
  ['between', [10, 20], 'number', '10..20'],
  ['filled', null, 'text', 'filled'],
])('a filter of a plan is typed as people type it: %s %j', (operator, value, type, typed) => {
  expect(typedTest(operator, value)).toBe(typed);
  expect(readCellTest(typed, column(type))).not.toBeNull();
});

test('what nobody can type is not typed', () => {
  for (const value of [['a', 'b'], { a: 1 }]) expect(typedTest('=', value)).toBeNull();
  expect(typedTest('!=', 'a')).toBeNull();
});
