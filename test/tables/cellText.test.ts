import { describe, expect, it } from 'vitest';
import { cellText, type TableColumn } from '#tables';

function column(rest: Partial<TableColumn>): TableColumn {
  return { name: 'column', label: 'column', type: 'text', ...rest };
}

describe('W8 a cell as people read it', () => {
  it.each([
    [-1204.5, { type: 'number', unit: 'EUR', decimals: 2 }, '-€1,204.50'],
    [26, { type: 'number', unit: '%' }, '26%'],
    [1234567.8915, { type: 'number' }, '1,234,567.8915'],
    [1e21, { type: 'number' }, '1e+21'],
    [2026, { type: 'number', name: 'fiscal year' }, '2026'],
    [2021, { type: 'number', name: 'Year built', areYears: true }, '2021'],
    [2021, { type: 'number', name: 'Year built' }, '2,021'],
    [90, { type: 'duration' }, '90 s'],
    ['2026-04-03', { type: 'date' }, '3 Apr 2026'],
    ['2026-04-03T14:05:00Z', { type: 'timestamp' }, '3 Apr 2026, 14:05:00 Z'],
    ['2026-04-03', {}, '2026-04-03'],
    ['2026-04-03', { type: 'date', dates: 'iso' }, '2026-04-03'],
    ['2026-13-03', { type: 'date' }, '2026-13-03'],
    [true, { type: 'boolean' }, 'yes'],
    [null, {}, ''],
    [{ b: 1, a: [2] }, {}, '{"a":[2],"b":1}'],
  ] as const)('%j of %j is “%s”', (value, of, text) => {
    expect(cellText(value, column(of))).toBe(text);
  });
});
