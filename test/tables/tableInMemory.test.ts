import { describe, expect, it } from 'vitest';
import type { Row } from '#capabilities';
import { readCellTest, type TableColumn, type TableQuery, tableInMemory, WHOLE_TABLE } from '#tables';

const COLUMNS: readonly TableColumn[] = [
  { name: 'order', label: 'order', type: 'text' },
  { name: 'net', label: 'net', type: 'number', unit: 'EUR', decimals: 2 },
  { name: 'due', label: 'due', type: 'date' },
  { name: 'gift', label: 'gift', type: 'boolean' },
];
const ROWS: readonly Row[] = [
  { order: 'O-3', net: 1204.5, due: '2026-04-03', gift: false },
  { order: 'O-1', net: null, due: '2026-01-31', gift: true },
  { order: 'o-2', net: -20, due: null, gift: false },
  { order: 'O-10', net: 1204.5, due: '2025-12-01', gift: null },
];

const table = tableInMemory(COLUMNS, ROWS);

async function numbersFor(query: Partial<TableQuery>): Promise<readonly number[]> {
  const rows = await table.rows({ ...WHOLE_TABLE, ...query }, 0, 100);
  return rows.map(({ number }) => number);
}

/** The rows that a typed filter leaves. */
function filtered(name: string, typed: string): Promise<readonly number[]> {
  const column = COLUMNS.find((one) => one.name === name);
  const test = column && readCellTest(typed, column);
  return numbersFor({ filters: test ? [{ column: name, test }] : [] });
}

describe('rows of a table in the page', () => {
  it('stand as the table has them, and only those that are asked for are given', async () => {
    expect(await table.count(WHOLE_TABLE)).toBe(4);
    expect(await table.rows(WHOLE_TABLE, 1, 2)).toEqual([
      { number: 2, cells: ['O-1', null, '2026-01-31', true] },
    ]);
    expect(await table.rows(WHOLE_TABLE, 3, 9)).toHaveLength(1);
  });

  it('are sorted as table.sort does: stable, empty cells last either way', async () => {
    expect(await numbersFor({ order: { column: 'net', descending: false } })).toEqual([3, 1, 4, 2]);
    expect(await numbersFor({ order: { column: 'net', descending: true } })).toEqual([1, 4, 3, 2]);
    expect(await numbersFor({ order: { column: 'order', descending: false } })).toEqual([2, 4, 1, 3]);
  });

  it('are searched word by word, in what is kept and in what is shown', async () => {
    expect(await numbersFor({ search: 'O-2' })).toEqual([3]);
    expect(await numbersFor({ search: '€1,204 apr' })).toEqual([1]);
    expect(await numbersFor({ search: '1204.5' })).toEqual([1, 4]);
    expect(await numbersFor({ search: 'nowhere' })).toEqual([]);
  });

  it.each([
    ['order', 'o-1', [2, 4]],
    ['order', '=O-1', [2]],
    ['net', '>0', [1, 4]],
    ['net', '<= -20', [3]],
    ['net', '-100..1,204.50', [1, 3, 4]],
    ['net', 'empty', [2]],
    ['net', 'filled', [1, 3, 4]],
    ['due', '>=2026-01-31', [1, 2]],
    ['due', '2025-01-01 .. 2026-02-01', [2, 4]],
    ['gift', '=yes', [2]],
    ['net', '  ', [1, 2, 3, 4]],
  ])('the filter of %s “%s” leaves rows %j', async (column, typed, rows) => {
    expect(await filtered(column, typed)).toEqual(rows);
  });

  it('a filter that is no number is looked for as a text, and none of the cells is lost to a mistake', async () => {
    expect(await filtered('net', '> much')).toEqual([]);
    expect(readCellTest('> much', { name: 'net', label: 'net', type: 'number' })).toEqual({
      kind: 'contains',
      text: '> much',
    });
  });

  it('figures of a column are of the rows that the query leaves', async () => {
    expect(await table.statistics(WHOLE_TABLE, 'net')).toMatchObject({
      filled: 3,
      empty: 1,
      distinct: 2,
      frequent: [
        { value: 1204.5, count: 2 },
        { value: -20, count: 1 },
      ],
      numbers: { min: -20, max: 1204.5, sum: 2389 },
      span: null,
    });
    const april = { ...WHOLE_TABLE, search: 'apr' };
    expect(await table.statistics(april, 'due')).toMatchObject({
      filled: 1,
      span: { earliest: '2026-04-03', latest: '2026-04-03' },
    });
    expect(await table.statistics({ ...WHOLE_TABLE, search: 'nowhere' }, 'net')).toMatchObject({
      filled: 0,
      empty: 0,
      numbers: null,
    });
  });

  it('figures of 20,000 different values are found in a moment', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ order: `O-${index}` }));
    const large = tableInMemory(COLUMNS, rows);
    const { distinct, frequent } = await large.statistics(WHOLE_TABLE, 'order');
    expect([distinct, frequent.length, frequent[0]?.value]).toEqual([20_000, 5, 'O-0']);
  });

  it('a column that is called __proto__ is a column like any other (case C1)', async () => {
    const rows: Row[] = [JSON.parse('{"__proto__": 7}')];
    const odd = tableInMemory([{ name: '__proto__', label: '__proto__', type: 'number' }], rows);
    expect(await odd.rows(WHOLE_TABLE, 0, 1)).toEqual([{ number: 1, cells: [7] }]);
  });
});
