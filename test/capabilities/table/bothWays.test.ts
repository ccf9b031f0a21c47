import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, isTableHandle, type Json, type JsonObject, own, ROOT } from '#base';
import { builtInCapabilities, stepsInWorker, withStepsAside } from '#capabilities';
import { type Blobs, type CallContext, CallError, memoryBlobs, tablesIn } from '#runtime';
import { decimalsOf } from '../../../src/capabilities/reading/sum';
import { fuzzTimeout, samples } from '../../fuzz/samples';
import { call } from '../../notation/calling';
import { DeskInProcess } from '../../notation/deskInProcess';
import { type Figure, groupedOnPaper, onPaper } from './onPaper';

const cell = {
  region: fc.constantFrom<Json>(
    'North',
    'north',
    ' North',
    'South',
    '[1]',
    '["1"]',
    '1',
    '',
    'null',
    'é',
    null,
  ),
  kind: fc.constantFrom<Json>(1, '1', true, false, null, 0, -0, -1, 'x', [1], { a: 1 }),
  day: fc.constantFrom<Json>('2026-01-31', '2026-02-01', '2025-12-31', '2026-02-29', null),
  amount: fc.oneof<fc.Arbitrary<Json>[]>(
    fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
    fc.constantFrom(0.1, 0.2, 0.3, -0, 1e15, 1e-7),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((number) => number || 0),
    fc.constant(null),
  ),
  ['__proto__']: fc.constantFrom<Json>('p', 'q', null),
};

const NAMES = Object.keys(cell).map((name) => ({ name, type: 'text' as const }));
const tables = fc.array(fc.record(cell), { maxLength: 30 });

const functions = fc.constantFrom('sum', 'average', 'median', 'min', 'max', 'count', 'range');
const columns = fc.constantFrom('region', 'kind', 'day', '__proto__');
const capitals = fc.constantFrom('exact', 'any-case');
const steps: fc.Arbitrary<readonly [string, JsonObject]> = fc.oneof(
  fc
    .record({ by: fc.uniqueArray(columns, { minLength: 1 }), function: functions, spelling: capitals })
    .map(({ by, function: name, spelling }): readonly [string, JsonObject] => [
      'table.group',
      { by, spelling, aggregates: [{ column: 'amount', function: name, as: 'figure' }] },
    ]),
  fc
    .record({ columns: fc.constant(['amount', 'amount']), function: functions })
    .map((asked) => ['table.across', { ...asked, as: 'figure' }] as const),
  fc.constantFrom('year', 'month').map((period) => ['table.period', { column: 'day', period }] as const),
  fc
    .record({ column: columns, value: cell.region })
    .map(({ column, value }) => ['table.filter', { column, value }] as const),
  fc
    .record({
      by: fc.constantFrom('region', 'amount', 'kind', 'day', ['kind', 'region']),
      order: fc.constantFrom('asc', 'desc'),
    })
    .map((asked) => ['table.sort', asked] as const),
  functions.map((name) => ['table.aggregate', { function: name, column: 'amount' }] as const),
  fc.integer({ min: 0, max: 40 }).map((limit) => ['table.limit', { limit }] as const),
  columns.map((column) => ['table.top', { by: [column], limit: 2 }] as const),
  fc.constant(['table.distinct', {}] as const),
);

/** What a step gives for rows that come by reference, in full. */
async function byReference(id: string, asked: JsonObject, rows: readonly JsonObject[], blobs: Blobs) {
  const handle = await tablesIn(blobs).keep({ columns: NAMES, rows });
  // Whoever takes the run up has the bytes alone.
  const elsewhere: Blobs = { ...blobs };
  const result = await outcomeOf(() => call(id, { ...asked, rows: handle }, { blobs: elsewhere }));
  const given = isJsonObject(result) ? result.rows : undefined;
  return isTableHandle(given)
    ? { ...(isJsonObject(result) ? result : {}), rows: (await tablesIn(blobs).read(given)).rows }
    : result;
}

/** What a step gives, or why it gives nothing. */
async function outcomeOf(work: () => Promise<Json>): Promise<Json> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown;
    return { ...thrown.error };
  }
}

/** What a step gives where it is worked on in another thread. */
async function aside(id: string, asked: JsonObject, rows: readonly JsonObject[]): Promise<Json> {
  const blobs = memoryBlobs();
  const handle = await tablesIn(blobs).keep({ columns: NAMES, rows });
  const steps = stepsInWorker({ ...blobs }, () => new DeskInProcess());
  const capability = withStepsAside(builtInCapabilities(), () => steps).find(id);
  const context: CallContext = {
    ...{ runId: 'run', address: ROOT, idempotencyKey: 'run', documents: [] },
    signal: new AbortController().signal,
    tables: tablesIn(blobs),
    readDocument: () => Promise.reject(new Error('no document')),
    models: { list: [], stream: () => [][Symbol.iterator]() as never },
    progress: () => {},
  };
  return outcomeOf(async () => (await capability?.run({ ...asked, rows: handle }, context)) as Json);
}

function inAnyCase(cell: Json): Json {
  return typeof cell === 'string' ? cell.trim().toLowerCase() : cell;
}

/** As a ledger has it: there is no negative zero in JSON (V4). */
function canonical(value: Json): Json {
  return JSON.parse(JSON.stringify(value));
}

describe('V6 small and large path', () => {
  test(
    'V6 give the same answers, order and sums, over random tables and steps',
    async () => {
      await fc.assert(
        fc.asyncProperty(tables, steps, async (rows, [id, asked]) => {
          const small = canonical(await outcomeOf(() => call(id, { ...asked, rows })));
          expect(canonical(await byReference(id, asked, rows, memoryBlobs()))).toEqual(small);
          expect(canonical(await aside(id, asked, rows))).toEqual(small);
        }),
        samples(1_000),
      );
    },
    fuzzTimeout(),
  );

  test(
    'A2 figures of groups are those on paper: ties, empty cells, 0.1 + 0.2, capitals',
    async () => {
      const cents = fc.oneof<fc.Arbitrary<Json>[]>(
        fc.integer({ min: -1_000, max: 1_000 }).map((number) => number / 100),
        fc.constantFrom<Json>(0.1, 0.2, null, -0),
      );
      const cell3 = { region: cell.region, day: cell.day, amount: cents };
      const by = fc.uniqueArray(fc.constantFrom('region', 'day'), { minLength: 1 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record(cell3), { maxLength: 30 }),
          by,
          functions,
          capitals,
          async (rows, names, name, spelling) => {
            const aggregates = [{ column: 'amount', function: name, as: 'figure' }];
            const made = await call('table.group', { rows, by: names, spelling, aggregates });
            const groups = groupedOnPaper(rows, names, spelling === 'exact' ? undefined : inAnyCase);
            const expected = groups.map((members) => ({
              ...Object.fromEntries(names.map((column) => [column, own(members[0] ?? {}, column) ?? null])),
              figure: onPaper(
                name as Figure,
                members.map(({ amount = null }) => amount),
              ),
            }));
            expect(canonical(made)).toEqual(canonical({ rows: expected, count: expected.length }));
          },
        ),
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
