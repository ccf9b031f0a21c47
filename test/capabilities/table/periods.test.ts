import { describe, expect, test } from 'vitest';
import { call, failureOf } from '../../notation/calling';

const DATED = [{ day: '2026-01-31' }, { day: '2026-12-01T09:30:00Z' }, { day: null }];

describe('A2 table.period adds the period of a date', () => {
  test.each([
    ['year', ['2026', '2026', null]],
    ['quarter', ['2026-Q1', '2026-Q4', null]],
    ['month', ['2026-01', '2026-12', null]],
    ['week', ['2026-01-26', '2026-11-30', null]],
    ['weekday', ['Saturday', 'Tuesday', null]],
    ['hour', [null, '09', null]],
  ] as const)('%s', async (period, expected) => {
    const rows = DATED.map((row, index) => ({ ...row, [period]: expected[index] ?? null }));
    expect(await call('table.period', { rows: DATED, column: 'day', period })).toEqual({ rows });
  });

  test('day, and the hour of a time of day', async () => {
    const day = { rows: DATED, column: 'day', period: 'day', as: 'on' };
    expect(await call('table.period', day)).toMatchObject({
      rows: [{ on: '2026-01-31' }, { on: '2026-12-01' }, { on: null }],
    });
    const hour = { rows: [{ at: '09:30' }], column: 'at', period: 'hour' };
    expect(await call('table.period', hour)).toEqual({ rows: [{ at: '09:30', hour: '09' }] });
    expect(await failureOf('table.period', { ...hour, period: 'week' })).toMatchObject({
      code: 'NOT_A_DATE',
    });
  });

  test('T8 what is no date, and a name that is taken, are refused', async () => {
    const period = { column: 'day', period: 'year' };
    expect(await failureOf('table.period', { rows: [{ day: 'Monday' }], ...period })).toMatchObject({
      code: 'NOT_A_DATE',
      message: 'Row 1 has "Monday" in "day", which is not a date.',
    });
    expect(
      await failureOf('table.period', { rows: [{ day: '2026-01-01', year: 1 }], ...period }),
    ).toMatchObject({
      code: 'NAME_TAKEN',
    });
    expect(await failureOf('table.period', { rows: DATED, column: 'date', period: 'year' })).toMatchObject({
      code: 'COLUMN_UNKNOWN',
    });
  });
});

const YEARS = [
  { zone: 'N', year: '2025', total: 80 },
  { zone: 'S', year: '2025', total: 0 },
  { zone: 'N', year: '2026', total: 100.4 },
  { zone: 'S', year: '2026', total: 7 },
  { zone: 'E', year: '2026', total: 3 },
];
const COMPARED = { over: 'year', from: '2025', to: '2026', value: 'total' };

describe('A2 table.change puts two periods side by side', () => {
  test('change and percent; nothing to compare with is empty', async () => {
    expect(await call('table.change', { rows: YEARS, ...COMPARED })).toEqual({
      rows: [
        { zone: 'N', 2025: 80, 2026: 100.4, change: 20.4, percent: 25.5 },
        { zone: 'S', 2025: 0, 2026: 7, change: 7, percent: null },
        { zone: 'E', 2025: null, 2026: 3, change: null, percent: null },
      ],
      count: 3,
    });
  });

  test('a fall from below zero is a fall', async () => {
    const rows = [
      { year: 2025, total: -10 },
      { year: 2026, total: -15 },
    ];
    const compared = await call('table.change', { rows, ...COMPARED, from: 2025, to: 2026 });
    expect(compared).toEqual({ rows: [{ 2025: -10, 2026: -15, change: -5, percent: -50 }], count: 1 });
  });

  test('T8 rows that are not grouped, text, and names that are taken are refused', async () => {
    const refused = (rows: readonly object[]) =>
      failureOf('table.change', { rows: rows as never, ...COMPARED });
    expect(await refused([...YEARS, { zone: 'N', year: '2025', total: 1 }])).toMatchObject({
      code: 'PERIOD_DOUBLED',
    });
    expect(await refused([{ year: '2025', total: 'much' }])).toMatchObject({ code: 'NOT_A_NUMBER' });
    expect(await refused([{ year: '2025', total: 1, percent: 4 }])).toMatchObject({ code: 'NAME_TAKEN' });
    expect(await refused([{ total: 1 }])).toMatchObject({ code: 'COLUMN_UNKNOWN' });
  });
});
