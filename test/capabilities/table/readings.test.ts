import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { reportOf, tableOf } from '#capabilities';
import type { ColumnReading } from '#plan';
import type { ReadDocument } from '#runtime';
import { call, csv } from '../../notation/calling';

function document(cells: readonly string[], columns?: readonly ColumnReading[]): ReadDocument {
  return {
    ...csv('data', ['x\ty', ...cells.map((cell) => `${cell}\tz`)].join('\n')),
    ...(columns && { columns: [...columns] }),
  };
}

function read(cells: readonly string[], columns?: readonly ColumnReading[]) {
  const table = tableOf(document(cells, columns));
  if (!table.ok) throw new Error(table.problem.message);
  const { name: _, ...column } = table.value.columns[0] ?? { name: '' };
  return { column, values: table.value.rows.map((row): Json => row.x ?? null) };
}

function report(cells: readonly string[], columns?: readonly ColumnReading[]) {
  const told = reportOf(document(cells, columns));
  if (!told.ok) throw new Error(told.problem.message);
  const [column] = told.value.columns;
  if (!column) throw new Error('no column');
  return column;
}

describe('W8 a column is read as what all its cells are', () => {
  test.each<[string, string[], object, Json[]]>([
    ['decimal comma', ['837,96', '1.204,50', 'n/a'], { type: 'number' }, [837.96, 1204.5, null]],
    ['euro before', ['€ 1.117,31', '€ -5,00'], { type: 'number', unit: 'EUR' }, [1117.31, -5]],
    ['codes behind', ['12.50 CHF', '3.00 CHF'], { type: 'number', unit: 'CHF' }, [12.5, 3]],
    [
      'dollars in the books',
      ['$1,234.50', '($300.00)', '$-2'],
      { type: 'number', unit: '$' },
      [1234.5, -300, -2],
    ],
    ['minus behind', ['300-', '12'], { type: 'number' }, [-300, 12]],
    ['percent', ['26 %', '3,5%'], { type: 'number', unit: '%' }, [26, 3.5]],
    ['signed percent', ['+3.2%', '-1.5%'], { type: 'number', unit: '%' }, [3.2, -1.5]],
    ['units', ['5 kWh', '7.25 kWh'], { type: 'number', unit: 'kWh' }, [5, 7.25]],
    ['apostrophes', ["1'234.50", "12'000"], { type: 'number' }, [1234.5, 12000]],
    ['narrow spaces', ['1\u202f234,5', '3,5'], { type: 'number' }, [1234.5, 3.5]],
    ['thousands by three points', ['1.234.567', '1.000'], { type: 'number' }, [1234567, 1000]],
    ['lakh', ['12,34,567', '1,234'], { type: 'number' }, [1234567, 1234]],
    ['fractions of a float', ['0.30000000000000004', '2.5'], { type: 'number' }, [0.30000000000000004, 2.5]],
    ['days with points', ['22.12.2025', '1.2.2026'], { type: 'date' }, ['2025-12-22', '2026-02-01']],
    ['days first', ['03/04/2026', '31/12/2025'], { type: 'date' }, ['2026-04-03', '2025-12-31']],
    ['months first', ['03/04/2026', '12/31/2025'], { type: 'date' }, ['2026-03-04', '2025-12-31']],
    ['months by name', ['3 Mar 2025', '14 October 2025'], { type: 'date' }, ['2025-03-03', '2025-10-14']],
    ['German months', ['3. März 2025', '1. Dez. 2025'], { type: 'date' }, ['2025-03-03', '2025-12-01']],
    [
      'days each in a way of its own',
      ['2015-01-13', '16.06.2016', '19/11/2017', '03/04/2018', 'April 22, 2018', '25 Sep 2019'],
      { type: 'date' },
      ['2015-01-13', '2016-06-16', '2017-11-19', '2018-04-03', '2018-04-22', '2019-09-25'],
    ],
    ['equal day and month', ['05/05/2026'], { type: 'date' }, ['2026-05-05']],
    [
      'timestamps',
      ['22.12.2025 14:30', '1.1.2026 9:05'],
      { type: 'timestamp' },
      ['2025-12-22T14:30', '2026-01-01T09:05'],
    ],
    ['half days', ['12/31/2025 2:30 PM'], { type: 'timestamp' }, ['2025-12-31T14:30']],
    ['days of a spreadsheet', ['22.12.2025 00:00:00'], { type: 'date' }, ['2025-12-22']],
    ['times', ['07:30', '18:05'], { type: 'time' }, ['07:30', '18:05']],
    ['durations in words', ['1h 30m', '45m', '2 h'], { type: 'duration' }, [5400, 2700, 7200]],
    ['one unit of time is a unit', ['45 min', '5 min'], { type: 'number', unit: 'min' }, [45, 5]],
    ['yes and no', ['yes', 'No', '-'], { type: 'boolean' }, [true, false, null]],
    ['ja und nein', ['ja', 'nein'], { type: 'boolean' }, [true, false]],
  ])('%s', (_, cells, column, values) => {
    expect(read(cells)).toEqual({ column, values });
  });

  test.each<[string, string[]]>([
    ['thousands or decimals', ['1.234', '2.500']],
    ['days or months', ['03/04/2026', '05/06/2026']],
    ['two orders', ['13/04/2026', '04/13/2026']],
    ['points tell nothing of strokes', ['2015-01-13', '16.06.2016', '03/04/2018']],
    ['days that are none', ['31.02.2026', '01.03.2026']],
    ['whose century', ['22.12.25', '01.03.26']],
    ['a time or a duration', ['1:45', '7:30']],
    ['two currencies', ['€ 5', '$ 5']],
    ['a unit in some', ['5 kg', '7']],
    ['two zones', ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00+01:00']],
    ['ids', ['04109', '10115']],
    ['long ids', ['4111111111111111', '1']],
    ['phone numbers', ['+351912345678', '+491701234567']],
    ['numbers of houses', ['12a', '14a']],
    ['times without minutes', ['3 PM', '4 PM']],
    ['ordinals', ['1 st', '2 nd']],
    ['only one letter', ['N', 'N']],
    ['an order of its own', ['INV 100', 'INV 101']],
    ['nothing but dashes', ['-', 'n/a']],
  ])('%s: text, as it is written', (_, cells) => {
    expect(read(cells)).toEqual({ column: { type: 'text' }, values: cells });
  });

  test('what does not fit is counted, and the first is named', () => {
    expect(report(['837,96', 'pending', '12,00', 'x'])).toMatchObject({
      type: 'text',
      nearest: {
        type: 'number',
        notation: 'decimal-comma',
        fits: 2,
        unfit: 2,
        firstUnfit: { text: 'pending', row: 2 },
      },
    });
    expect(report(['North', 'South', '5'])).toMatchObject({ type: 'text', nearest: null, open: [] });
  });

  test('days in several ways are offered where one of them is none, or could be either', () => {
    const days = ['2015-01-13', '16.06.2016', '03/04/2018', 'April 22, 2018', 'soon'];
    expect(report(days).choices[0]).toMatchObject({ type: 'date', fits: 3, unfit: 2 });
    expect(read(days, [{ name: 'x', type: 'date' }]).values).toEqual([
      ...['2015-01-13', '2016-06-16', null, '2018-04-22', null],
    ]);
  });

  test('two ways that fit are both told, and neither is taken', () => {
    expect(report(['03/04/2026', '05/06/2026']).open).toMatchObject([
      { notation: 'day-month-year', example: { written: '03/04/2026', value: '2026-04-03' } },
      { notation: 'month-day-year', example: { written: '03/04/2026', value: '2026-03-04' } },
    ]);
  });
});

describe('W8 what a person said goes before', () => {
  test.each<[string, string[], Omit<ColumnReading, 'name'>, object, Json[]]>([
    ['an order', ['03/04/2026'], { type: 'date', read: 'month-day-year' }, { type: 'date' }, ['2026-03-04']],
    ['a separator', ['1.234'], { type: 'number', read: 'decimal-comma' }, { type: 'number' }, [1234]],
    [
      'a century',
      ['22.12.68', '1.1.69'],
      { type: 'date', read: 'day-month-year' },
      { type: 'date' },
      ['2068-12-22', '1969-01-01'],
    ],
    [
      'a unit for cells without',
      ['837,96', '€ 5,00', '$ 1,00'],
      { type: 'number', read: 'decimal-comma', unit: 'EUR' },
      { type: 'number', unit: 'EUR', unread: 1 },
      [837.96, 5, null],
    ],
    [
      'a duration',
      ['1:45', 'soon'],
      { type: 'duration', read: 'minutes-seconds' },
      { type: 'duration', unread: 1 },
      [105, null],
    ],
    ['a time', ['7:30'], { type: 'time', read: 'clock' }, { type: 'time' }, ['07:30']],
    ['text', ['12', '7'], { type: 'text' }, { type: 'text' }, ['12', '7']],
    [
      'no notation: only what is sure',
      ['1,234', '1,5'],
      { type: 'number' },
      { type: 'number', unread: 1 },
      [null, 1.5],
    ],
  ])('%s', (_, cells, said, column, values) => {
    expect(read(cells, [{ name: 'x', ...said }])).toEqual({ column, values });
  });

  test('the cells that are empty by it are counted', () => {
    const said = [{ name: 'x', type: 'number', read: 'decimal-comma' }] as const;
    expect(report(['1,50', 'pending', '-'], said)).toMatchObject({
      isSaid: true,
      type: 'number',
      filled: 2,
      nearest: { fits: 1, unfit: 1, firstUnfit: { text: 'pending', row: 2 } },
    });
  });
});

describe('W8 texts of JSON are cells, too', () => {
  const json = (rows: Json) => tableOf({ id: 'data', kind: 'json', text: JSON.stringify(rows) });

  test('texts are read, numbers among them count, other values stay', () => {
    expect(
      json([
        { net: '€ 1.117,31', at: '3/14/2026', n: 5, more: [1] },
        { net: null, n: 'n/a' },
      ]),
    ).toEqual({
      ok: true,
      value: {
        columns: [
          { name: 'net', type: 'number', unit: 'EUR' },
          { name: 'at', type: 'date' },
          { name: 'n', type: 'number' },
          { name: 'more', type: 'text' },
        ],
        rows: [
          { net: 1117.31, at: '2026-03-14', n: 5, more: [1] },
          { net: null, n: null },
        ],
      },
    });
  });

  test('a column of texts and numbers that is no column of numbers stays as it is', () => {
    expect(json([{ a: 1 }, { a: 'two' }, { a: '' }])).toMatchObject({
      value: { rows: [{ a: 1 }, { a: 'two' }, { a: '' }] },
    });
  });
});

describe('A2 conditions written as cells are', () => {
  const rows = [
    { net: 5, day: '2025-12-22', gift: false },
    { net: 1117.31, day: '2026-01-01', gift: true },
  ];
  test.each<[string, string, string, number]>([
    ['net', '=', '€ 1.117,31', 1],
    ['net', '>', '4', 2],
    ['day', '=', '22.12.2025', 1],
    ['day', '>', '22.12.2025', 1],
    ['gift', '=', 'No', 1],
  ])('%s %s %s', async (column, operator, value, count) => {
    expect(await call('table.filter', { rows, column, operator, value })).toMatchObject({ count });
  });
});
