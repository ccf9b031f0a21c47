import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, own } from '#base';
import { call, failureOf } from '../../notation/calling';

const ROWS = [
  { item: 'a', list: 10.1, price: 9.9, ordered: '2025-03-01', sent: '2025-03-04T12:00:00Z' },
  { item: 'b', list: 5, price: null, ordered: '2025-04-30', sent: null },
  { item: 'c', list: 0.3, price: 0.1, ordered: '2025-05-01', sent: '2025-05-01' },
];

async function column(id: string, input: object, as: string) {
  const output = await call(id, JSON.parse(JSON.stringify({ rows: ROWS, ...input, as })));
  const rows = isJsonObject(output) ? own(output, 'rows') : [];
  return Array.isArray(rows) ? rows.filter(isJsonObject).map((row) => own(row, as)) : [];
}

describe('A2 table.compute', () => {
  test.each([
    ['minus', 'price', [0.2, null, 0.2]],
    ['plus', 'price', [20, null, 0.4]],
    ['times', 'price', [99.99, null, 0.03]],
    ['divided by', 2, [5.05, 2.5, 0.15]],
    ['divided by', 0, [null, null, null]],
  ])('%s %s, exact to the decimals that the numbers have', async (operation, right, expected) => {
    expect(await column('table.compute', { left: 'list', operation, right }, 'made')).toEqual(expected);
  });

  test('a running total, to which an empty cell adds nothing', async () => {
    const input = { left: 'price', operation: 'running total from', right: 0.5 };
    expect(await column('table.compute', input, 'made')).toEqual([10.4, null, 10.5]);
    const fromText = { rows: ROWS, ...input, right: 'list', as: 'made' };
    expect(await failureOf('table.compute', fromText)).toMatchObject({
      code: 'VALUE_UNFIT',
      message: 'A running total starts from a number.',
    });
  });

  test('the distance from the average of all rows, which leaves out what is empty', async () => {
    const input = { left: 'list', operation: 'minus the average of', right: 'price' };
    expect(await column('table.compute', input, 'made')).toEqual([10.1 - 5, 0, 0.3 - 5]);
    const ofTexts = {
      rows: ROWS,
      left: 'list',
      operation: 'minus the average of',
      right: 'item',
      as: 'made',
    };
    expect(await failureOf('table.compute', ofTexts)).toMatchObject({
      code: 'VALUE_UNFIT',
      message: '"item" holds "a", which has no average.',
    });
  });

  test('days and hours between dates, empty where either is', async () => {
    const since = { left: 'sent', right: 'ordered' };
    expect(await column('table.compute', { ...since, operation: 'days since' }, 'made')).toEqual([
      3.5,
      null,
      0,
    ]);
    expect(await column('table.compute', { ...since, operation: 'hours since' }, 'made')).toEqual([
      84,
      null,
      0,
    ]);
  });

  test('what has no such operation is refused with its row, a name that is taken with the name', async () => {
    const unfit = { rows: ROWS, left: 'item', operation: 'minus', right: 'list', as: 'made' };
    expect(await failureOf('table.compute', unfit)).toMatchObject({
      code: 'VALUE_UNFIT',
      message: 'Row 1 has "a" and 10.1: that has no "minus".',
    });
    const taken = { rows: ROWS, left: 'list', operation: 'minus', right: 'price', as: 'item' };
    expect(await failureOf('table.compute', taken)).toMatchObject({ code: 'NAME_TAKEN' });
    const unknown = { rows: ROWS, left: 'list', operation: 'minus', right: 'cost', as: 'made' };
    expect(await failureOf('table.compute', unknown)).toMatchObject({ code: 'COLUMN_UNKNOWN' });
  });
});

describe('A2 table.across', () => {
  test('one figure of several columns; what is empty adds nothing', async () => {
    const columns = ['list', 'price'];
    expect(await column('table.across', { columns }, 'made')).toEqual([20, 5, 0.4]);
    expect(await column('table.across', { columns, function: 'max' }, 'made')).toEqual([10.1, 5, 0.3]);
    expect(await column('table.across', { columns: ['price'] }, 'made')).toEqual([9.9, null, 0.1]);
  });

  test('a name that is taken and a text among the cells are refused', async () => {
    expect(await failureOf('table.across', { rows: ROWS, columns: ['list'], as: 'price' })).toMatchObject({
      code: 'NAME_TAKEN',
    });
    expect(await failureOf('table.across', { rows: ROWS, columns: ['item'], as: 'made' })).toMatchObject({
      code: 'NOT_A_NUMBER',
    });
  });
});

describe('A2 table.span', () => {
  test('the whole of the last month is in; outside all spans there is none', async () => {
    const spans = [
      { name: 'spring', from: '2025-03', to: '2025-04' },
      { name: 'first of May', from: '2025-05-01', to: '2025-05-01' },
    ];
    expect(await column('table.span', { column: 'ordered', spans }, 'made')).toEqual([
      'spring',
      'spring',
      'first of May',
    ]);
    expect(await column('table.span', { column: 'sent', spans }, 'made')).toEqual([
      'spring',
      null,
      'first of May',
    ]);
  });

  test('what is no date is refused', async () => {
    const spans = [{ name: 'all', from: '2025', to: '2025' }];
    expect(await failureOf('table.span', { rows: ROWS, column: 'item', spans, as: 'made' })).toMatchObject({
      code: 'NOT_A_DATE',
    });
  });
});

const row = fc.record({
  group: fc.constantFrom('A', 'a ', 'B', null),
  units: fc.integer({ min: 0, max: 3 }),
});
const rowsOf = fc.array(row, { minLength: 1, maxLength: 30 });
const seeded = { seed: 20260102, numRuns: 60 };

describe('A2 table.top', () => {
  test('the first rows of each group, whatever its capitals, groups in order of first appearance', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, fc.integer({ min: 1, max: 4 }), async (rows, limit) => {
        const key = ({ group }: (typeof rows)[number]) => group?.trim().toLowerCase() ?? null;
        const keys = [...new Set(rows.map(key))];
        const kept = keys.flatMap((one) => rows.filter((each) => key(each) === one).slice(0, limit));
        expect(await call('table.top', { rows, by: ['group'], limit })).toEqual({
          rows: kept,
          count: kept.length,
        });
      }),
      seeded,
    );
  });

  test('with ties all that equal the last one of their group', async () => {
    const rows = [
      { group: 'a', n: 3 },
      { group: 'b', n: 2 },
      { group: 'a', n: 3 },
      { group: 'b', n: 1 },
    ];
    const input = { rows, by: ['group'], limit: 1, ties: 'n' };
    expect(await call('table.top', input)).toEqual({ rows: [rows[0], rows[2], rows[1]], count: 3 });
    expect(await failureOf('table.top', { ...input, ties: 'm' })).toMatchObject({ code: 'COLUMN_UNKNOWN' });
  });

  test('a group that no row has is refused', async () => {
    expect(await failureOf('table.top', { rows: ROWS, by: ['colour'], limit: 1 })).toMatchObject({
      code: 'COLUMN_UNKNOWN',
    });
  });
});

describe('A2 table.distinct', () => {
  test('one of several equal rows, the first, whatever the order of keys; a missing cell is an empty one', async () => {
    const rows = [{ a: 1, b: null }, { b: null, a: 1 }, { a: 1 }, { a: 2 }, { a: '1' }];
    expect(await call('table.distinct', { rows })).toEqual({
      rows: [{ a: 1, b: null }, { a: 2 }, { a: '1' }],
      count: 3,
      repeated: 2,
    });
  });

  test('as many rows as different texts of them', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, async (rows) => {
        const different = new Set(rows.map(({ group, units }) => `${group}|${units}`)).size;
        expect(await call('table.distinct', { rows })).toMatchObject({
          count: different,
          repeated: rows.length - different,
        });
      }),
      seeded,
    );
  });
});

describe('A2 table.share', () => {
  const rows = [
    { region: 'West', paid: 'card', total: 30 },
    { region: 'west', paid: 'cash', total: 10 },
    { region: 'East', paid: 'card', total: null },
  ];
  const where = [{ column: 'paid', operator: '=', value: 'card' }];

  test('of rows and of a sum, in percent', async () => {
    expect(await call('table.share', { rows, where })).toEqual({
      value: 66.67,
      rows: [{ part: 2, whole: 3, percent: 66.67 }],
      count: 3,
    });
    expect(await call('table.share', { rows, where, column: 'total' })).toMatchObject({ value: 75 });
  });

  test('of each group, and none of nothing', async () => {
    expect(await call('table.share', { rows, where, column: 'total', by: ['region'] })).toMatchObject({
      rows: [
        { region: 'West', part: 30, whole: 40, percent: 75 },
        { region: 'East', part: null, whole: null, percent: null },
      ],
    });
  });

  test('a column that no row has is refused', async () => {
    expect(await failureOf('table.share', { rows, where: [{ column: 'colour', value: 1 }] })).toMatchObject({
      code: 'COLUMN_UNKNOWN',
    });
    expect(
      await failureOf('table.share', {
        rows: [{ percent: 'x' }],
        where: [{ column: 'percent' }],
        by: ['percent'],
      }),
    ).toMatchObject({ code: 'NAME_TAKEN' });
  });
});

describe('A2 one test or another, and rows without a partner', () => {
  test('table.filter with "or"', async () => {
    const kept = await call('table.filter', {
      rows: ROWS,
      column: 'list',
      operator: '>',
      value: 10,
      or: [{ column: 'sent', operator: 'empty' }],
    });
    expect(kept).toMatchObject({ rows: [{ item: 'a' }, { item: 'b' }], count: 2 });
  });

  test('table.join "without"', async () => {
    const right = [{ item: 'a' }, { item: 'a' }];
    expect(await call('table.join', { left: ROWS, right, on: 'item', kind: 'without' })).toMatchObject({
      rows: [{ item: 'b' }, { item: 'c' }],
      count: 2,
    });
  });
});

describe('A2 table.answer', () => {
  test('says yes or no first', async () => {
    const said = { question: '?', value: 3, label: 'number of rows' };
    expect(await call('table.answer', { ...said, holds: true })).toEqual({
      text: 'Yes. Number of rows is **3**.',
    });
    expect(await call('table.answer', { ...said, holds: false })).toEqual({
      text: 'No. Number of rows is **3**.',
    });
  });
});
