import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fuel, LIMITS } from '#base';
import { compilePattern, compileSchemaPattern, compileSearch } from '../../src/plan/patterns/pattern';
import { PATTERNS, TEXTS } from './regularExpressions';
import { fuzzTimeout, samples } from './samples';

/** The language's own engine, where it can read the pattern. */
function native(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

/**
 * Whether a pattern is found. A search goes on by code points where the `u` flag says so (ECMA-262, AdvanceStringIndex); the
 * engine of Node and Chromium also begins between the two halves of one, and finds `/\B/u` inside of "a😀a".
 */
function isFound(pattern: RegExp, text: string): boolean {
  if (!pattern.unicode) return pattern.test(text);
  const there = new RegExp(pattern.source, `${pattern.flags}y`);
  for (let at = 0; at <= text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    there.lastIndex = at;
    if (there.test(text)) return true;
  }
  return false;
}

const REFUSED = /refers back|states|of a kind|two groups named|captures a group inside/;

describe('patterns mean what the language says, in steps that are counted', () => {
  test.each([
    ['without a flag', compilePattern, ''],
    ['of schemas', compileSchemaPattern, 'u'],
  ] as const)(
    'fault X2, case C4 %s: the same verdict, and at most its states times the places of the text',
    (_, compile, flags) => {
      fc.assert(
        fc.property(PATTERNS, TEXTS, (source, text) => {
          const expected = native(source, flags) ?? native(source, '');
          const read = compile(source);
          if (!read.ok) {
            if (!REFUSED.test(read.problem)) expect(expected, read.problem).toBeNull();
            return;
          }
          expect(expected, 'it is one').not.toBeNull();
          const fuel = new Fuel(1_000_000_000);
          expect(read.value.test(text, fuel)).toBe(expected && isFound(expected, text));
          expect(fuel.spent).toBeLessThanOrEqual(read.value.size * (text.length + 2));
        }),
        samples(20_000),
      );
    },
    fuzzTimeout(),
  );

  test(
    'fault X2, case C4 searches find the same places and groups, one after the other',
    () => {
      const flags = fc.constantFrom('', 'i', 'm', 'im');
      fc.assert(
        fc.property(PATTERNS, TEXTS, flags, (source, text, letters) => {
          const expected = native(source, `${letters}g`);
          const read = compileSearch(source, {
            ignoreCase: letters.includes('i'),
            multiline: letters.includes('m'),
          });
          if (!read.ok) {
            if (!REFUSED.test(read.problem)) expect(expected, read.problem).toBeNull();
            return;
          }
          expect(expected, 'it is one').not.toBeNull();
          for (let from = 0; from <= text.length; from++) {
            if (expected) expected.lastIndex = from;
            const match = expected?.exec(text) ?? null;
            const found = read.value.find(text, from, new Fuel(LIMITS.patternSteps));
            const pieces = found && textsOf(found, text);
            expect(pieces).toEqual(match && [...match]);
            expect(found?.[0]).toBe(match?.index);
          }
        }),
        samples(10_000),
      );
    },
    fuzzTimeout(),
  );
});

function textsOf(found: readonly number[], text: string): readonly (string | undefined)[] {
  return Array.from({ length: found.length / 2 }, (_, group) =>
    (found[2 * group] ?? -1) < 0 ? undefined : text.slice(found[2 * group], found[2 * group + 1]),
  );
}
