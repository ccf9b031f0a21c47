import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json, type JsonObject } from '#base';
import { call } from '../../notation/calling';

const ROWS: readonly JsonObject[] = [
  { region: 'North', product: 'Tea', units: 3, day: '2026-01-02' },
  { region: 'South', product: 'Tea', units: 5, day: '2026-01-01' },
  { region: 'North', product: 'Mug', units: 8, day: '2026-01-03' },
];
const OTHERS: readonly JsonObject[] = [{ region: 'North', units: 1, units_2: 2, manager: 'Ana' }];

const QUERIES: readonly (readonly [string, JsonObject])[] = [
  ['table.filter', { column: 'units', operator: '>', value: 3 }],
  ['table.group', { by: ['product', 'region'], aggregates: [{ function: 'sum', column: 'units' }] }],
  ['table.aggregate', { function: 'average', column: 'units' }],
  ['table.sort', { by: ['product', 'units'] }],
  ['table.limit', { limit: 2 }],
  ['table.join', { left: [...ROWS], right: [...OTHERS], on: 'region' }],
  ['table.answer', { question: '?' }],
  ['table.period', { column: 'day', period: 'month' }],
  ['table.change', { over: 'day', from: '2026-01-02', to: '2026-01-01', value: 'units' }],
  ['text.template', { template: '{region}', values: { b: 1, region: 'North', a: 2 } }],
];

/** The same value with the keys of every object in an order drawn from the seed. */
function shuffled(value: Json, keys: (names: string[]) => string[]): Json {
  if (Array.isArray(value)) return value.map((item: Json) => shuffled(item, keys));
  if (typeof value !== 'object' || value === null) return value;
  const object: JsonObject = value as JsonObject;
  return Object.fromEntries(
    keys(Object.keys(object)).map((key) => [key, shuffled(object[key] ?? null, keys)]),
  );
}

test.each(QUERIES)('K4 %s gives the same whatever the order of keys', async (id, input) => {
  const takesRows = id.startsWith('table.') && id !== 'table.join';
  const whole: JsonObject = takesRows ? { rows: [...ROWS], ...input } : input;
  const expected = canonicalJson(await call(id, whole));
  const orders = fc.infiniteStream(fc.nat());
  await fc.assert(
    fc.asyncProperty(orders, async (numbers) => {
      const next = () => numbers.next().value ?? 0;
      const keys = (names: string[]) =>
        names.map((name) => ({ name, at: next() })).toSorted((left, right) => left.at - right.at);
      const mixed = shuffled(whole, (names) => keys(names).map(({ name }) => name));
      expect(canonicalJson(await call(id, mixed))).toBe(expected);
    }),
    { seed: 20260202, numRuns: 20 },
  );
});
