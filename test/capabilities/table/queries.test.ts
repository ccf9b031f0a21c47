import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, failureOf } from '../../notation/calling';

const cell = { region: fc.constantFrom('N', 'S', 'E', 'W'), units: fc.integer({ min: -50, max: 50 }) };
const someRows = fc.array(fc.record(cell), { minLength: 1, maxLength: 60 });
const seeded = { seed: 20260101, numRuns: 60 };

/** Runs a capability over random rows and compares with a computation written as naively as it can be. */
async function agrees(check: (rows: { region: string; units: number }[]) => Promise<void>) {
  await fc.assert(fc.asyncProperty(someRows, check), seeded);
}

describe('A2 table queries agree with naive computations', () => {
  test.each(['=', '!=', '>', '>=', '<', '<='] as const)('table.filter %s', async (operator) => {
    const passes = {
      '=': (units: number) => units === 7,
      '!=': (units: number) => units !== 7,
      '>': (units: number) => units > 7,
      '>=': (units: number) => units >= 7,
      '<': (units: number) => units < 7,
      '<=': (units: number) => units <= 7,
    }[operator];
    await agrees(async (rows) => {
      const kept = rows.filter((row) => passes(row.units));
      const expected = { rows: kept, count: kept.length };
      expect(await call('table.filter', { rows, column: 'units', operator, value: 7 })).toEqual(expected);
      expect(await call('table.filter', { rows, column: 'units', operator, value: '7' })).toEqual(expected);
    });
  });

  test('table.filter between, both ends included', async () => {
    await agrees(async (rows) => {
      const kept = rows.filter(({ units }) => units >= -5 && units <= 12);
      expect(
        await call('table.filter', { rows, column: 'units', operator: 'between', value: [-5, 12] }),
      ).toEqual({ rows: kept, count: kept.length });
    });
  });

  test('table.group with every function', async () => {
    await agrees(async (rows) => {
      const regions = [...new Set(rows.map(({ region }) => region))];
      const expected = regions.map((region) => {
        const units = rows.filter((row) => row.region === region).map((row) => row.units);
        const sum = units.reduce((left, right) => left + right, 0);
        return {
          region,
          total: sum,
          count: units.length,
          min_units: Math.min(...units),
          max_units: Math.max(...units),
          mean: expect.closeTo(sum / units.length, 6),
        };
      });
      const aggregates = [
        { function: 'sum', column: 'units', as: 'total' },
        { function: 'count' },
        { function: 'min', column: 'units' },
        { function: 'max', column: 'units' },
        { function: 'average', column: 'units', as: 'mean' },
      ];
      expect(await call('table.group', { rows, by: ['region'], aggregates })).toEqual({
        rows: expected,
        count: regions.length,
      });
    });
  });

  test('table.sort is stable, both ways', async () => {
    await agrees(async (rows) => {
      const numbered = rows.map((row, place) => ({ ...row, place }));
      const up = numbered.toSorted((a, b) => a.units - b.units || a.place - b.place);
      const down = numbered.toSorted((a, b) => b.units - a.units || a.place - b.place);
      expect(await call('table.sort', { rows: numbered, by: 'units' })).toEqual({ rows: up });
      expect(await call('table.sort', { rows: numbered, by: 'units', order: 'desc' })).toEqual({
        rows: down,
      });
    });
  });

  test('table.join pairs as two loops would', async () => {
    const right = fc.array(fc.record({ region: cell.region, boss: fc.string() }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(someRows, right, async (rows, bosses) => {
        const expected = [];
        for (const row of rows)
          for (const boss of bosses)
            if (row.region === boss.region) expected.push({ ...row, boss: boss.boss });
        expect(await call('table.join', { left: rows, right: bosses, on: 'region' })).toEqual({
          rows: expected,
          count: expected.length,
        });
      }),
      seeded,
    );
  });

  test('table.aggregate counts the rows that a figure is of: empty cells are in none', async () => {
    const some = [{ x: 1 }, { x: null }, { x: 3 }, {}];
    expect(await call('table.aggregate', { rows: some, function: 'average', column: 'x' })).toMatchObject({
      value: 2,
      count: 2,
    });
    expect(await call('table.aggregate', { rows: some, function: 'count' })).toMatchObject({ count: 4 });
    const none = [{ x: null }, { x: null }];
    expect(await call('table.aggregate', { rows: none, function: 'sum', column: 'x' })).toMatchObject({
      value: null,
      count: 0,
      empty: 2,
    });
  });

  test('table.aggregate over all rows', async () => {
    await agrees(async (rows) => {
      const sum = rows.length === 0 ? null : rows.reduce((total, { units }) => total + units, 0);
      expect(await call('table.aggregate', { rows, function: 'sum', column: 'units' })).toEqual({
        value: sum,
        rows: [{ sum_units: sum }],
        count: rows.length,
        empty: 0,
        decimals: 0,
      });
    });
  });

  test.each([
    [[10.5, 7, 63.6], 'sum', 2],
    [[10.5, 70.5], 'sum', 2],
    [[1.125, 2], 'max', 3],
    [[10.5, 7], 'count', 0],
    [[1, 2], 'average', 1],
    [[1, 2], 'sum', 0],
    [['a', 'b'], 'max', 0],
  ])(
    'A2 of %j the %s is said with as many decimals as its table shows: %i',
    async (cells, name, decimals) => {
      const rows = cells.map((x) => ({ x }));
      expect(await call('table.aggregate', { rows, function: name, column: 'x' })).toMatchObject({
        decimals,
      });
    },
  );
});

describe('A2 table queries, case by case', () => {
  const rows = [
    { day: '2026-01-05', city: 'Porto', price: 0.1 },
    { day: '2026-02-01', city: 'Oslo', price: 0.2 },
    { day: '2026-02-28', city: null, price: null },
  ];

  test('sums show no noise of binary fractions', async () => {
    expect(await call('table.aggregate', { rows, function: 'sum', column: 'price' })).toMatchObject({
      value: 0.3,
    });
    const large = [{ x: 1e15 }, { x: 0.5 }, { x: -1e15 }];
    expect(await call('table.aggregate', { rows: large, function: 'sum', column: 'x' })).toMatchObject({
      value: 0.5,
    });
  });

  test('empty cells are left out of figures', async () => {
    expect(await call('table.aggregate', { rows, function: 'average', column: 'price' })).toMatchObject({
      value: 0.15,
    });
    expect(await call('table.aggregate', { rows, function: 'count', column: 'city' })).toMatchObject({
      value: 2,
    });
    expect(
      await call('table.aggregate', { rows: [rows[2] ?? {}], function: 'average', column: 'price' }),
    ).toMatchObject({ value: null });
  });

  test('dates compare as text', async () => {
    const february = { rows, column: 'day', operator: 'between', value: ['2026-02-01', '2026-02-28'] };
    expect(await call('table.filter', february)).toMatchObject({ count: 2 });
    expect(await call('table.aggregate', { rows, function: 'max', column: 'day' })).toMatchObject({
      value: '2026-02-28',
    });
  });

  test.each([
    ['contains', 'OR', 1],
    ['=', 'porto', 1],
    ['!=', 'PORTO', 2],
    ['=', ['Porto', 'oslo', 'Rome'], 2],
    ['!=', ['Porto', 'Oslo'], 1],
    ['=', null, 1],
    ['>', 'Oslo', 1],
  ])('texts: city %s %j keeps %i', async (operator, value, count) => {
    expect(await call('table.filter', { rows, column: 'city', operator, value })).toMatchObject({ count });
  });

  test('empty cells sort last, either way', async () => {
    for (const order of ['asc', 'desc']) {
      const sorted = await call('table.sort', { rows, by: 'city', order });
      expect(Object(sorted).rows.at(-1)).toBe(rows[2]);
    }
  });

  test('limit says how many there were', async () => {
    expect(await call('table.limit', { rows, limit: 1 })).toEqual({ rows: [rows[0]], count: 1, total: 3 });
    expect(await call('table.limit', { rows, limit: 9 })).toMatchObject({ count: 3 });
  });

  test('a left join keeps rows without a partner, and numbers doubled columns', async () => {
    const right = [{ city: 'Oslo', price: 9 }];
    expect(await call('table.join', { left: rows, right, on: ['city'], kind: 'left' })).toEqual({
      rows: [rows[0], { day: '2026-02-01', city: 'Oslo', price: 0.2, price_2: 9 }, rows[2]],
      count: 3,
    });
  });

  test('a join finds keys under another name and in any case, and what is empty nowhere', async () => {
    const left = [
      { no: 'a ', net: 1 },
      { no: 'B', net: 2 },
      { no: null, net: 3 },
    ];
    const right = [
      { id: 'A', town: 'Rye' },
      { id: null, town: 'Ely' },
    ];
    const keys = { left, right, on: 'no', rightOn: 'id', spelling: 'any-case' };
    expect(await call('table.join', { ...keys, kind: 'left' })).toEqual({
      rows: [{ no: 'a ', net: 1, town: 'Rye' }, left[1], left[2]],
      count: 3,
    });
    expect(await call('table.join', { ...keys, kind: 'without' })).toEqual({
      rows: [left[1], left[2]],
      count: 2,
    });
  });

  test.each([
    ['table.join', { left: rows, right: rows, on: 'city', rightOn: ['city', 'day'] }, 'KEYS_UNEQUAL'],
    ['table.join', { left: rows, right: rows, on: 'city', rightOn: 'town' }, 'COLUMN_UNKNOWN'],
    ['table.filter', { rows, column: 'town', value: 'Porto' }, 'COLUMN_UNKNOWN'],
    ['table.sort', { rows, by: 'town' }, 'COLUMN_UNKNOWN'],
    ['table.group', { rows, by: ['town'] }, 'COLUMN_UNKNOWN'],
    ['table.join', { left: rows, right: rows, on: 'town' }, 'COLUMN_UNKNOWN'],
    ['table.aggregate', { rows, function: 'sum', column: 'town' }, 'COLUMN_UNKNOWN'],
    ['table.aggregate', { rows, function: 'sum', column: 'city' }, 'NOT_A_NUMBER'],
    ['table.aggregate', { rows, function: 'sum' }, 'COLUMN_MISSING'],
    ['table.group', { rows, by: ['city'], aggregates: [{ function: 'count', as: 'city' }] }, 'NAME_TAKEN'],
    ['table.filter', { rows, column: 'price', operator: 'between', value: 3 }, 'VALUE_UNFIT'],
    ['table.filter', { rows, column: 'price', operator: '>', value: [3] }, 'VALUE_UNFIT'],
    ['table.filter', { rows, column: 'price', value: { is: 3 } }, 'VALUE_UNFIT'],
    ['table.filter', { rows, column: 'price', operator: 'like', value: 3 }, 'INPUT_INVALID'],
    ['table.limit', { rows, limit: -1 }, 'INPUT_INVALID'],
    ['table.limit', { rows: 'none', limit: 1 }, 'INPUT_INVALID'],
    ['table.limit', { rows, limit: 1, offset: 2 }, 'INPUT_INVALID'],
  ])('T8 %s refuses %#: %s', async (id, input, code) => {
    expect(await failureOf(id, input)).toMatchObject({ code, help: expect.any(String) });
  });

  test('T8 a cell that is not a number is told with its row in the whole table and its group', async () => {
    const sums = { rows, by: ['day'], aggregates: [{ function: 'sum', column: 'city' }] };
    expect((await failureOf('table.group', sums)).message).toMatch(/^Row 1 \(day ".+"\) has ".+" in "city"/);
  });

  test('T8 an unknown column names the columns there are', async () => {
    const error = await failureOf('table.sort', { rows, by: 'town' });
    expect(error.help).toBe('The columns are: "city", "day", "price".');
  });

  test('T4 a result larger than a step may give is refused with the number', async () => {
    const wide = Array.from({ length: 1_100 }, () => ({ text: 'x'.repeat(1_000) }));
    expect(await failureOf('table.limit', { rows: wide, limit: 1_100 })).toMatchObject({
      code: 'OUTPUT_TOO_LARGE',
      message: expect.stringContaining('1000000'),
    });
  });
});
