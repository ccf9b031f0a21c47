import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { importXState } from '#formats';
import { check } from '#plan';
import { MACHINES } from '../formats/xstate/machines';
import { randomMachine } from '../formats/xstate/randomMachine';
import { fuzzTimeout, samples } from './samples';

const SAYS_REFUSED = /XState v5 would refuse/;
/** What a configuration only names, and a workspace has still to be given before it runs (M7). */
const STILL_TO_BIND = new Set(['CAPABILITY_UNKNOWN', 'GUARD_UNKNOWN', 'DELAY_UNKNOWN', 'VARIABLE_UNKNOWN']);

const ODD: readonly Json[] = [
  null,
  0,
  1.5,
  '',
  '.',
  'x',
  '#x',
  's0',
  '.s0',
  '#m',
  true,
  [],
  {},
  [null],
  { states: { 's0.s0': {}, s0: { initial: 's0', states: { s0: {} } } } },
  { type: 'final' },
  { type: 'parallel' },
  { type: 'history' },
  { type: 'compound' },
  { type: 'atomic' },
  { id: 'm' },
  { id: 'x', initial: 's0' },
  { always: 's0' },
  { on: { '': 's0' } },
  { entry: 'act' },
  { target: 's1' },
];

/** Something odd instead of what is at a place, or beside it, or that place left out. */
function damaged(config: Json, place: number, digit: number): Json {
  let left = place % sizeOf(config);
  const odd = ODD[digit % ODD.length] ?? null;
  const walk = (value: Json): Json => {
    if (left-- === 0) {
      if (digit % 3 === 0 || !isJsonObject(value)) return odd;
      if (digit % 3 === 1 && isJsonObject(odd)) return { ...value, ...odd };
      return Object.fromEntries(Object.entries(value).slice(1));
    }
    if (Array.isArray(value)) return (value as readonly Json[]).map(walk);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member)]));
  };
  return walk(config);
}

function sizeOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1);
}

function isRefusedByXState(config: Json): boolean {
  try {
    // XState marks what it is given.
    createMachine(structuredClone(config) as object);
    return false;
  } catch {
    return true;
  }
}

async function expectAgreement(config: Json): Promise<void> {
  const { workspace, diagnostics } = await importXState(config);
  const errors = workspace === null ? [] : check(workspace, new Map());
  expect(errors.filter(({ severity, code }) => severity === 'error' && !STILL_TO_BIND.has(code))).toEqual([]);
  for (const { help, message } of diagnostics)
    if (SAYS_REFUSED.test(help))
      expect([message, isRefusedByXState(config) || JSON.stringify(config)]).toEqual([message, true]);
}

const { seed, numRuns } = samples(2_000);
const CONFIGS: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom(...Object.values(MACHINES)),
  randomMachine,
);

describe('M6 E4 configurations of XState with something odd in them', () => {
  test(
    'fault F7 what the import takes, check does not refuse; XState is said to refuse only what it refuses',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          CONFIGS,
          fc.array(fc.tuple(fc.nat(5_000), fc.nat(5_000)), { maxLength: 3 }),
          (config, changes) =>
            expectAgreement(
              changes.reduce<Json>((value, [place, digit]) => damaged(value, place, digit), config),
            ),
        ),
        { seed, numRuns, endOnFailure: true },
      );
    },
    fuzzTimeout(),
  );
});
