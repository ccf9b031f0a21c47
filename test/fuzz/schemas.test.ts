import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fuel, type Json, type JsonObject, LIMITS } from '#base';
import { validateJson } from '#plan';
import { fuzzTimeout, samples } from './samples';

const NAMES = fc.constantFrom('a', 'b', 'c');

const VALUES: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, 1, 2.5, 'a', 'b', 'aab', ''),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(NAMES, tie('value'), { maxKeys: 3 }).map((members): JsonObject => ({ ...members })),
  ),
})).value;

type Keyword = readonly [name: string, value: Json];

const SIMPLE: fc.Arbitrary<Keyword> = fc.oneof(
  fc
    .constantFrom('string', 'number', 'integer', 'object', 'array', 'null', 'boolean')
    .map((type) => ['type', type] as const),
  fc.constantFrom<Keyword>(
    ['minimum', 1],
    ['maximum', 1],
    ['multipleOf', 0.5],
    ['minLength', 1],
    ['maxItems', 2],
  ),
  fc.constantFrom<Keyword>(
    ['pattern', '^(a+)+b$'],
    ['pattern', '[]|^a'],
    ['uniqueItems', true],
    ['minProperties', 1],
  ),
  fc.constantFrom<Keyword>(
    ['required', ['a']],
    ['$ref', '#'],
    ['$ref', '#/$defs/x'],
    ['$dynamicRef', '#y'],
    ['$ref', 'z'],
  ),
  VALUES.map((value) => ['const', value] as const),
  fc.array(VALUES, { maxLength: 2 }).map((values) => ['enum', values] as const),
);

const SCHEMAS: fc.Arbitrary<Json> = fc.letrec<{ schema: Json; keyword: Keyword }>((tie) => ({
  keyword: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: SIMPLE },
    fc.tuple(
      fc.constantFrom(
        ...['not', 'if', 'then', 'else', 'items', 'contains', 'propertyNames', 'additionalProperties'],
        ...['unevaluatedProperties', 'unevaluatedItems'],
      ),
      tie('schema'),
    ),
    fc.tuple(
      fc.constantFrom('allOf', 'anyOf', 'oneOf', 'prefixItems'),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    ),
    fc.tuple(
      fc.constantFrom('properties', 'dependentSchemas'),
      fc.dictionary(NAMES, tie('schema'), { maxKeys: 2 }),
    ),
  ),
  schema: fc.oneof(
    fc.boolean(),
    fc.array(tie('keyword'), { maxLength: 3 }).map((keywords): JsonObject => Object.fromEntries(keywords)),
  ),
})).schema;

/** Schemas whose references lead somewhere: to themselves, a place, an `$id`, a dynamic anchor. */
const DOCUMENTS = fc
  .record({ root: SCHEMAS, x: SCHEMAS, y: SCHEMAS, z: SCHEMAS })
  .map(({ root, x, y, z }): JsonObject => {
    const inside = (schema: Json, more: JsonObject): JsonObject => ({ allOf: [schema], ...more });
    const $defs = {
      x,
      y: inside(y, { $dynamicAnchor: 'y' }),
      z: inside(z, {
        $id: 'z',
        $defs: {
          x: true,
          y: { $dynamicAnchor: 'y' },
        },
      }),
    };
    return { allOf: [root], $defs };
  });

type Verdict = 'taken' | 'refused' | 'unusable';

function verdict(schema: JsonObject, value: Json, steps: number = LIMITS.schemaSteps): Verdict {
  const found = validateJson(schema, value, new Fuel(steps));
  if (found.length === 0) return 'taken';
  return found[0]?.keyword === '' ? 'unusable' : 'refused';
}

describe('JSON Schemas × values', () => {
  test(
    'fault X3, fault F10 a verdict or a reason, and with less fuel the same verdict or none',
    () => {
      fc.assert(
        fc.property(DOCUMENTS, VALUES, fc.nat(400), (schema, value, steps) => {
          const whole = verdict(schema, value);
          expect([whole, 'unusable']).toContain(verdict(schema, value, steps));
        }),
        samples(20_000),
      );
    },
    fuzzTimeout(),
  );

  test(
    'fault X3, fault F10 said in another way it has the same verdict, and its negation the other',
    () => {
      fc.assert(
        fc.property(DOCUMENTS, VALUES, ({ allOf, $defs }, value) => {
          const [root = true] = Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
          const said = (more: JsonObject): Verdict =>
            verdict({ ...more, $defs: { ...Object($defs), root } }, value);
          // A reference to the whole means something else when the whole does.
          if (JSON.stringify([root, $defs]).includes('"$ref":"#"')) return;
          const whole = said({ allOf: [root] });
          const other = { taken: 'refused', refused: 'taken', unusable: 'unusable' } as const;
          expect(said({ $ref: '#/$defs/root' })).toBe(whole);
          expect(said({ anyOf: [false, root] })).toBe(whole);
          expect(said({ oneOf: [root, false] })).toBe(whole);
          expect(said({ allOf: [root, root] })).toBe(whole);
          expect(said({ if: root, else: false })).toBe(whole);
          expect(said({ not: root })).toBe(other[whole]);
          expect(said({ not: { not: root } })).toBe(whole);
        }),
        samples(10_000),
      );
    },
    fuzzTimeout(),
  );
});
