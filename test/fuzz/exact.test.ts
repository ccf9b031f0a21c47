import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type Json } from '#base';
import { formatOf } from '#formats';
import { readJson } from '#plan';
import { FORMATS_WITH_EXAMPLES } from '../formats/examples';
import { fuzzTimeout, samples } from './samples';

const TOKEN = '"\u2016"';
/** What is written instead of a value, and the code that says so; null where it can be kept as it is. */
const ODD: readonly (readonly [written: string, code: string | null])[] = [
  ['1e400', 'NUMBER_NOT_FINITE'],
  ['-1e400', 'NUMBER_NOT_FINITE'],
  [`1${'0'.repeat(400)}`, 'NUMBER_NOT_FINITE'],
  ['1e-400', 'NUMBER_NOT_EXACT'],
  ['9007199254740993', 'NUMBER_NOT_EXACT'],
  ['-123456789012345678901', 'NUMBER_NOT_EXACT'],
  ['{"k": 1, "k": 2}', 'DUPLICATE_KEY'],
  ['{"k": {}, "\\u006b": []}', 'DUPLICATE_KEY'],
  ['"\\ud800"', null],
  ['"a\\udc00b"', null],
];

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;

/** The same value with `TOKEN` in place of one of its scalars, counted from the front. */
function markedAt(value: Json, place: number): string {
  let left = place % Math.max(1, scalarsIn(value));
  const walk = (one: Json): Json => {
    if (isScalar(one)) return left-- === 0 ? JSON.parse(TOKEN) : one;
    if (Array.isArray(one)) return (one as readonly Json[]).map(walk);
    return Object.fromEntries(
      Object.entries(one as object).map(([key, inner]) => [key, walk(inner as Json)]),
    );
  };
  return JSON.stringify(walk(value), null, 1);
}

function scalarsIn(value: Json): number {
  if (isScalar(value)) return 1;
  const inner = isJsonObject(value) ? Object.values(value) : (value as readonly Json[]);
  return inner.reduce<number>((sum, one) => sum + scalarsIn(one), 0);
}

test.each(FORMATS_WITH_EXAMPLES)(
  'fault X6 %s: what JSON.parse would change is refused or told, never silent',
  {
    timeout: fuzzTimeout(),
  },
  async (_id, format, examples) => {
    const { seed, numRuns } = samples(300);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...examples),
        fc.nat(10_000),
        fc.constantFrom(...ODD),
        async (sample, place, [written, code]) => {
          const text = markedAt(sample, place).replace(TOKEN, written);
          const { workspace, diagnostics } = await format.read(text);
          const found = diagnostics.find((one) => one.code === code);
          if (code !== null) expect(found?.where).toMatchObject({ field: expect.any(String) });
          if (code === 'NUMBER_NOT_FINITE') expect(workspace).toBe(null);
          if (workspace === null) return;
          const stored = JSON.stringify(workspace);
          expect(stored).not.toContain('\ufffd');
          const again = readJson(JSON.parse(stored));
          expect(again.kind === 'document' && JSON.stringify(again.workspace)).toBe(stored);
        },
      ),
      { seed, numRuns },
    );
  },
);

const PLACES = [
  (value: string) => `createMachine({ context: { n: ${value} }, initial: "a", states: { a: {} } });`,
  (value: string) => `createMachine({ initial: "a", states: { a: { meta: { n: ${value} } } } });`,
  (value: string) =>
    `const N = ${value};\ncreateMachine({ initial: "a", states: { a: { entry: { type: "x", params: { n: N } } } } });`,
  (value: string) =>
    `createMachine({ context: { n: 1 }, initial: "a", states: { a: { always: { target: "b", guard: ({ context }) => context.n === ${value} } }, b: {} } });`,
];

test.each([
  ['1e400', 'XSTATE_IMPLEMENTATION'],
  ['-1e400', 'XSTATE_IMPLEMENTATION'],
  ['1e-400', 'NUMBER_NOT_EXACT'],
  ['9007199254740993', 'NUMBER_NOT_EXACT'],
])('fault X6 a module of XState with %s says so, with its place', async (value, code) => {
  for (const place of PLACES) {
    const { diagnostics } = await formatOf('xstate').read(place(value));
    expect(diagnostics.map((one) => one.code)).toContain(code);
    for (const { where } of diagnostics) expect(where.line).toBeGreaterThan(0);
  }
});
