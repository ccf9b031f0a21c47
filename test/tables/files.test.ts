import { describe, expect, it } from 'vitest';
import { tableOf } from '#capabilities';
import {
  allRows,
  csvOf,
  jsonOf,
  sheetOf,
  type TableColumn,
  type TableSource,
  tableInMemory,
  tsvOf,
  WHOLE_TABLE,
} from '#tables';

const COLUMNS: readonly TableColumn[] = [
  { name: 'note', label: 'note', type: 'text' },
  { name: 'net', label: 'net', type: 'number', unit: 'EUR', decimals: 2 },
  { name: 'due', label: 'due', type: 'date' },
];
const ROWS = [
  { note: '=HYPERLINK("http://evil.example","x")', net: -1204.5, due: '2026-04-03' },
  { note: 'South, "far"', net: null, due: null },
  { note: '+351912345678', net: 0, due: '1776-07-04' },
];

function rowsOf(notes: readonly string[]) {
  return notes.map((note, index) => ({ number: index + 1, cells: [note] }));
}

describe('rows as a file', () => {
  it('CSV has the values as they are kept, and reads back as them', async () => {
    const text = csvOf(COLUMNS, await allRows(tableInMemory(COLUMNS, ROWS.slice(1)), WHOLE_TABLE));
    expect(text).toBe('note,net,due\r\n"South, ""far""",,\r\n+351912345678,0,1776-07-04');
    const read = tableOf({ id: 'a', kind: 'csv', text });
    expect(read.ok && read.value.rows.map(({ net }) => net)).toEqual([null, 0]);
  });

  it.each(['=1+1', '+cmd|/C calc', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '-', '=-5'])(
    'case A13 %j begins with an apostrophe, in CSV and on the clipboard',
    (note) => {
      const column: readonly TableColumn[] = [{ name: 'note', label: 'note', type: 'text' }];
      for (const text of [csvOf(column, rowsOf([note])), tsvOf(column, rowsOf([note]))]) {
        expect(text.split('\n').slice(1).join('\n').replaceAll('"', '')).toBe(`'${note}`);
      }
    },
  );

  it.each(['-5', '+351912345678', '-1,204.50', 'a=b', '1-2'])('case A13 %j is no formula', (note) => {
    const column: readonly TableColumn[] = [{ name: 'note', label: 'note', type: 'text' }];
    expect(tsvOf(column, rowsOf([note]))).toBe(`note\n${note}`);
  });

  it('case A13 the name of a column is prefixed too', () => {
    expect(csvOf([{ name: '=1+1', label: '=1+1', type: 'text' }], [])).toContain("'=1+1");
  });

  it('JSON is an array of objects, with every column in its order', async () => {
    const rows = await allRows(tableInMemory(COLUMNS, ROWS), WHOLE_TABLE);
    expect(JSON.parse(jsonOf(COLUMNS, rows))).toEqual(ROWS);
    expect(jsonOf(COLUMNS, [])).toBe('[]\n');
    const odd: readonly TableColumn[] = [{ name: '__proto__', label: '', type: 'text' }];
    expect(jsonOf(odd, rowsOf(['x']))).toBe('[\n{"__proto__":"x"}\n]\n');
  });

  it('a sheet has numbers with their unit, days as days, and texts that stay texts', async () => {
    const rows = await allRows(tableInMemory(COLUMNS, ROWS), WHOLE_TABLE);
    expect(sheetOf(COLUMNS, rows).slice(1)).toEqual([
      [
        ROWS[0]?.note,
        { value: -1204.5, format: '#,##0.00 "EUR"' },
        { value: new Date('2026-04-03T00:00:00Z'), format: 'yyyy-mm-dd' },
      ],
      ['South, "far"', null, null],
      ['+351912345678', { value: 0, format: '#,##0.00 "EUR"' }, '1776-07-04'],
    ]);
  });

  it('rows of a worker are asked for in pieces, and given up with the signal', async () => {
    const asked: (readonly [number, number])[] = [];
    const column: readonly TableColumn[] = [{ name: 'n', label: 'n', type: 'number' }];
    const source: TableSource = {
      columns: column,
      count: async () => 12_001,
      rows: async (_, from, to, signal) => {
        signal?.throwIfAborted();
        asked.push([from, to]);
        return Array.from({ length: to - from }, (_, index) => ({ number: from + index + 1, cells: [1] }));
      },
      statistics: () => {
        throw new Error('not asked for');
      },
    };
    expect(await allRows(source, WHOLE_TABLE)).toHaveLength(12_001);
    expect(asked).toEqual([
      [0, 5_000],
      [5_000, 10_000],
      [10_000, 12_001],
    ]);
    await expect(allRows(source, WHOLE_TABLE, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });
});
