import { expect, test } from 'vitest';
import type { Json } from '#base';
import type { TableColumn } from '#tables';
import { columnWidths } from '../../../src/app/tables/DataTable';

const column = (name: string, type: TableColumn['type']): TableColumn => ({ name, label: name, type });
const COLUMNS = [column('net', 'number'), column('day', 'date'), column('note', 'text')];

function widths(rows: readonly (readonly Json[])[], withRanges: boolean): readonly number[] {
  const sample = rows.map((cells, index) => ({ cells, number: index + 1 }));
  return columnWidths(COLUMNS, sample, [3, 3, 4], withRanges);
}

test('W8 a column is as wide as its cells, and as the range that its head says in smaller letters', () => {
  const rows = [
    [-1_300.25, '2026-01-10', 'a'],
    [12_699.5, '2026-09-19', 'a remark that says more than all of the others do together, on one line'],
  ];
  const [net = 0, day = 0, note] = widths(rows, false);
  expect(note).toBe(76);
  const [netRange = 0, dayRange = 0, noteRange] = widths(rows, true);
  expect(netRange).toBeGreaterThan(net);
  // "-1,300.25 to 12,699.5", "10 Jan to 19 Sep 2026"
  expect(netRange).toBeGreaterThanOrEqual(21 * 6);
  expect(dayRange).toBeGreaterThan(day);
  expect(dayRange).toBeGreaterThanOrEqual(21 * 6);
  expect(noteRange).toBe(note);
});

test('W8 columns without rows are as wide as their heads, none wider than most screens take', () => {
  expect(widths([], true).every((width) => width >= 76)).toBe(true);
  expect(widths([[123_456_789_012_345_680_000, '2026-01-10', '']], true)[0]).toBe(300);
});
