import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, isTableHandle, type Json, type JsonObject } from '#base';
import { type Blobs, memoryBlobs, tablesIn } from '#runtime';
import { decimalsOf } from '../../../src/capabilities/table/sum';
import { fuzzTimeout, samples } from '../../fuzz/samples';
import { call } from '../../notation/calling';

const cell = {
  region: fc.constantFrom<Json>('North', 'north', 'South', '[1]', '["1"]', '1', '', 'null', null),
  kind: fc.constantFrom<Json>(1, '1', true, null, 0, -1, 'x', [1], { a: 1 }),
  amount: fc.oneof<fc.Arbitrary<Json>[]>(
    fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((number) => number || 0),
    fc.constant(null),
  ),
  ['__proto__']: fc.constantFrom<Json>('p', 'q', null),
};

const tables = fc.array(fc.record(cell), { minLength: 1, maxLength: 30 });

const functions = fc.constantFrom('sum', 'average', 'median', 'min', 'max', 'count', 'range');
const columns = fc.constantFrom('region', 'kind', '__proto__');
const steps: fc.Arbitrary<readonly [string, JsonObject]> = fc.oneof(
  fc
    .record({ by: fc.uniqueArray(columns, { minLength: 1 }), function: functions })
    .map(
      ({ by, function: name }) =>
        ['table.group', { by, aggregates: [{ column: 'amount', function: name, as: 'figure' }] }] as const,
    ),
  fc
    .record({ column: columns, value: cell.region })
    .map(({ column, value }) => ['table.filter', { column, value }] as const),
  fc
    .record({ by: fc.constantFrom('region', 'amount'), order: fc.constantFrom('asc', 'desc') })
    .map((asked) => ['table.sort', asked] as const),
  functions.map((name) => ['table.aggregate', { function: name, column: 'amount' }] as const),
  fc.integer({ min: 0, max: 40 }).map((limit) => ['table.limit', { limit }] as const),
  columns.map((column) => ['table.top', { by: [column], limit: 2 }] as const),
  fc.constant(['table.distinct', {}] as const),
);

/** What a step gives for rows that come by reference, in full. */
async function byReference(id: string, asked: JsonObject, rows: readonly JsonObject[], blobs: Blobs) {
  const names = Object.keys(cell).map((name) => ({ name, type: 'text' as const }));
  const handle = await tablesIn(blobs).keep({ columns: names, rows });
  // Whoever takes the run up has the bytes alone.
  const elsewhere: Blobs = { ...blobs };
  const result = await call(id, { ...asked, rows: handle }, { blobs: elsewhere });
  const given = isJsonObject(result) ? result.rows : undefined;
  return isTableHandle(given)
    ? { ...(isJsonObject(result) ? result : {}), rows: (await tablesIn(blobs).read(given)).rows }
    : result;
}

describe('V6 small and large path', () => {
  test(
    'V6 give the same answers, order and sums, over random tables and steps',
    async () => {
      await fc.assert(
        fc.asyncProperty(tables, steps, async (rows, [id, asked]) => {
          const small = await call(id, { ...asked, rows });
          expect(await byReference(id, asked, rows, memoryBlobs())).toEqual(small);
        }),
        samples(1_000),
      );
    },
    fuzzTimeout(),
  );

  test('A2 groups are equal cells and nothing else: a text is no number, and no list', async () => {
    const kinds: readonly Json[] = ['1', 1, [1], '[1]', null, 'null', '[null]', true, 'true', '1'];
    const grouped = await call('table.group', {
      rows: kinds.map((kind) => ({ kind })),
      by: ['kind'],
      aggregates: [{ function: 'count' }],
    });
    expect(grouped).toMatchObject({ count: kinds.length - 1 });
    expect(isJsonObject(grouped) && grouped.rows).toContainEqual({ kind: '1', count: 2 });
  });

  test('A2 decimals of a number are those of its shortest text', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc
        .record({ whole: fc.integer(), decimals: fc.integer({ min: 0, max: 9 }) })
        .map(({ whole, decimals }) => whole / 10 ** decimals),
    );
    const inText = (number: number): number => {
      const [mantissa = '', exponent = '0'] = String(number).split('e');
      return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
    };
    fc.assert(
      fc.property(numbers, (number) => {
        expect(decimalsOf(number)).toBe(inText(number));
      }),
      { numRuns: 5_000 },
    );
  });
});
