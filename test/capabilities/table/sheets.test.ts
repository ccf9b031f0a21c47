import { describe, expect, it } from 'vitest';
import type { FileCell, Sheet } from '#files';
import { readColumn } from '../../../src/capabilities/reading/columns/readColumn';
import { reportColumn } from '../../../src/capabilities/reading/columns/reportColumn';
import { sheetTable } from '../../../src/capabilities/reading/grid/sheetTable';

const sheet = (...rows: readonly (readonly FileCell[])[]): Sheet => ({ name: 'Orders', columns: null, rows });

/** Columns as they are read: name, type, unit, values. */
function columnsOf(read: Sheet) {
  const { names, rows } = sheetTable(read, 'orders');
  return names.map((name, index) => {
    const { type, unit, values } = readColumn(rows.map((row) => row[index] ?? ''));
    return [name, type, unit, values];
  });
}

describe('W8 a sheet is read as CSV is', () => {
  it('its cells keep the types of their file, and units become usual', () => {
    const read = sheet(
      ['id', 'net', 'share', 'day', 'paid', 'note'],
      ['007', { number: 1.234, unit: '€' }, { number: 26, unit: '%' }, '2026-03-01', true, 'a'],
      ['008', { number: 5, unit: '€' }, { number: 7.5, unit: '%' }, '2026-03-02', false, null],
    );
    expect(columnsOf(read)).toEqual([
      ['id', 'text', undefined, ['007', '008']],
      ['net', 'number', 'EUR', [1.234, 5]],
      ['share', 'number', '%', [26, 7.5]],
      ['day', 'date', undefined, ['2026-03-01', '2026-03-02']],
      ['paid', 'boolean', undefined, [true, false]],
      ['note', 'text', undefined, ['a', null]],
    ]);
  });

  it('titles above, remarks below, an empty column before and an empty row between are left out', () => {
    const read = sheet(
      [null, 'Orders of March'],
      [],
      [null, 'city', 'units', 'net'],
      [null, 'Bonn', 3, 1],
      [],
      [null, 'Köln', 5, 2],
      [],
      [null, 'Source: the till'],
    );
    const { notes } = sheetTable(read, 'orders');
    expect(columnsOf(read)).toEqual([
      ['city', 'text', undefined, ['Bonn', 'Köln']],
      ['units', 'number', undefined, [3, 5]],
      ['net', 'number', undefined, [1, 2]],
    ]);
    expect(notes).toEqual([
      'One line above the names of the columns is left out: “Orders of March”.',
      'One line below the rows is left out: “Source: the till”.',
    ]);
  });

  it('a row of one cell is a row: what misses in a sheet is empty', () => {
    const { rows, notes } = sheetTable(sheet(['a', 'b', 'c'], ['x', 1, 2], ['y'], ['z', 3, 4]), 'orders');
    expect(rows).toEqual([
      ['x', 1, 2],
      ['y', '', ''],
      ['z', 3, 4],
    ]);
    expect(notes).toEqual([]);
  });

  it('names that the file knows are names, whatever the rows look like', () => {
    const sheet = { name: 's', columns: ['a', 'a', ''], rows: [['x', 1, null]] };
    const { names, rows, notes } = sheetTable(sheet, 's');
    expect(notes).toEqual([
      '2 columns are called “a”: the second of them is “a_2” here.',
      'One column has no name, and is called “column_3” here.',
    ]);
    expect([names, rows]).toEqual([['a', 'a_2', 'column_3'], [['x', 1, '']]]);
  });

  it('years as names, numbers as they are typed', () => {
    expect(
      columnsOf(sheet(['city', 2024, 2025], ['Bonn', 1, 2], ['Köln', 3, 4])).map(([name]) => name),
    ).toEqual(['city', '2024', '2025']);
  });

  it('two units in one column are text, and are told as they are written', () => {
    const cells = [
      { number: 5, unit: 'EUR' },
      { number: 6, unit: 'USD' },
    ];
    expect(readColumn(cells)).toMatchObject({ type: 'text', values: ['5 EUR', '6 USD'] });
    expect(reportColumn('net', cells, { name: 'net', type: 'number', unit: 'EUR' })).toMatchObject({
      type: 'number',
      unit: 'EUR',
      nearest: { fits: 1, unfit: 1, firstUnfit: { text: '6 USD', row: 2 } },
    });
  });

  it('what a format writes around a number is not a unit', () => {
    expect(columnsOf(sheet(['sum'], [{ number: 5, unit: 'Total:' }]))).toEqual([
      ['sum', 'number', undefined, [5]],
    ]);
  });
});
