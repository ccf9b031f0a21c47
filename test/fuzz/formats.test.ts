import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { type Codec, FORMATS } from '#formats';
import { FORMATS_WITH_EXAMPLES } from '../formats/examples';
import { fuzzTimeout, samples } from './samples';

const { seed, numRuns } = samples(1_500);
const STRIDE = process.env.FUZZ_RUNS === undefined ? 10 : 1;

/** What stands in a damaged file where something else is expected. */
const ODD: readonly Json[] = [
  null,
  0,
  -1,
  1e9,
  '',
  ' ',
  'x',
  true,
  [],
  {},
  [null],
  [[]],
  { a: null },
  [{}],
  ['x', 1],
];

/** The same value with one of its places, counted from the root, changed. */
function changedAt(value: Json, place: number, change: (value: Json) => Json): Json {
  let left = place % sizeOf(value);
  const walk = (one: Json): Json => {
    if (left-- === 0) return change(one);
    if (Array.isArray(one)) return (one as readonly Json[]).map(walk);
    if (!isJsonObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, walk(member)]));
  };
  return walk(value);
}

function sizeOf(value: Json): number {
  const inner = Array.isArray(value)
    ? (value as readonly Json[])
    : isJsonObject(value)
      ? Object.values(value)
      : [];
  return inner.reduce<number>((sum, one) => sum + sizeOf(one), 1);
}

/** Without a member, or with one more, where it is an object; else something else. */
function shaken(value: Json, digit: number): Json {
  if (!isJsonObject(value) || digit % 3 === 0) return ODD[digit % ODD.length] ?? null;
  const entries = Object.entries(value);
  if (digit % 3 === 1)
    return Object.fromEntries(entries.filter((_, index) => index !== digit % entries.length));
  return { ...value, [`key ${digit % 7}`]: ODD[digit % ODD.length] ?? null } as JsonObject;
}

async function expectOutcome(format: Codec, file: Json): Promise<void> {
  const { workspace, diagnostics } = await format.read(file);
  if (workspace === null) expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  for (const plan of workspace?.plans ?? [])
    for (const other of FORMATS) if (workspace !== null) await other.write(plan, workspace);
}

describe('S3 T8 whatever a file of another system holds, reading it and writing it out never throws', () => {
  test.each(FORMATS_WITH_EXAMPLES)(
    'fault F5 %s, with null in one place, in each of them (npm test: a tenth)',
    async (_id, format, examples) => {
      for (const sample of examples)
        for (let place = seed % STRIDE; place < sizeOf(sample); place += STRIDE)
          await expectOutcome(
            format,
            changedAt(sample, place, () => null),
          );
    },
    fuzzTimeout(),
  );

  test.each(FORMATS_WITH_EXAMPLES)(
    'fault F5 %s, changed in one to three places: an outcome, and what it holds can be exported in every format',
    async (_id, format, examples) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...examples),
          fc.array(fc.tuple(fc.nat(5_000), fc.nat(5_000)), { minLength: 1, maxLength: 3 }),
          async (sample, changes) => {
            const file = changes.reduce<Json>(
              (value, [place, digit]) => changedAt(value, place, (one) => shaken(one, digit)),
              sample,
            );
            await expectOutcome(format, file);
          },
        ),
        { seed, numRuns },
      );
    },
    fuzzTimeout(),
  );
});
