import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coveredBy, type Policy, type RuledCall, rulingOf } from '#plan';

const SEED = 4711;

function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined });
}

const policies: fc.Arbitrary<readonly Policy[]> = fc.array(
  fc
    .record({
      capability: maybe(fc.constantFrom('mail.send', 'mail.*', 'mail.read', 'm*', '*', 'http.get')),
      effect: maybe(fc.constantFrom('read' as const, 'write' as const)),
      host: maybe(fc.constantFrom('a.example.com', '*.example.com', '*.a.example.com', 'other.org')),
      argument: maybe(fc.constantFrom('input.n > 1', 'input.gone == 1', 'true')),
      // biome-ignore lint/suspicious/noThenProperty: a word of the format (P13).
      then: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
    })
    .map(({ then, ...when }) => ({
      when: Object.fromEntries(Object.entries(when).filter(([, value]) => value !== undefined)),
      then,
    })),
  { minLength: 2, maxLength: 5 },
);

const calls: fc.Arbitrary<RuledCall> = fc.record({
  capability: fc.constantFrom('mail.send', 'mail.read', 'http.get', 'mix'),
  effect: fc.constantFrom('read' as const, 'write' as const, 'unknown' as const),
  input: fc.constantFrom({ n: 1 }, { n: 2 }, {}, { n: 2, gone: 1 }),
  destination: fc.constantFrom(
    'nowhere' as const,
    'unknown' as const,
    { host: 'a.example.com' },
    { host: 'b.a.example.com' },
    { host: 'example.com' },
    { host: 'other.org' },
  ),
  isPlanned: fc.boolean(),
});

describe('P13 a sentence that can never apply', () => {
  test('P13 what is told to be covered decides about no call whatever', () => {
    let covered = 0;
    fc.assert(
      fc.property(policies, fc.array(calls, { minLength: 12, maxLength: 12 }), (list, asked) => {
        for (const place of list.keys()) {
          const above = coveredBy(list, place);
          if (above === null) continue;
          covered++;
          expect(above).toBeLessThan(place);
          for (const call of asked) expect(rulingOf(list, call)?.policy).not.toBe(place);
        }
      }),
      { seed: SEED, numRuns: 2_000 },
    );
    expect(covered).toBeGreaterThan(100);
  });

  test.each<[string, Policy, Policy, boolean]>([
    ['a prefix', rule('deny', { capability: 'mail.*' }), rule('ask', { capability: 'mail.send' }), true],
    ['a longer prefix', rule('deny', { capability: 'mail.*' }), rule('ask', { capability: 'mail.s*' }), true],
    ['another name', rule('deny', { capability: 'mail.*' }), rule('ask', { capability: 'mails' }), false],
    ['every call', rule('ask', {}), rule('deny', { host: 'a.org' }), true],
    ['a host under it', rule('deny', { host: '*.a.org' }), rule('allow', { host: 'b.a.org' }), true],
    ['the domain itself', rule('deny', { host: '*.a.org' }), rule('allow', { host: 'a.org' }), false],
    ['an unknown host', rule('allow', { host: '*.a.org' }), rule('deny', { host: 'b.a.org' }), false],
    ['the same argument', rule('ask', { argument: 'x' }), rule('allow', { argument: 'x' }), true],
    ['what cannot be evaluated', rule('allow', { argument: 'x' }), rule('deny', { argument: 'x' }), false],
    ['another effect', rule('deny', { effect: 'read' }), rule('ask', {}), false],
    ['a sentence about planners', { dynamicPlans: 'off' }, rule('ask', {}), false],
  ])('P13 %s', (_name, above, below, isCovered) => {
    expect(coveredBy([above, below], 1)).toBe(isCovered ? 0 : null);
  });
});

function rule(then: NonNullable<Policy['then']>, when: NonNullable<Policy['when']>): Policy {
  return { when, then };
}
