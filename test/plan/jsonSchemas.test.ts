import { describe, expect, test } from 'vitest';
import { Fuel, type Json, type JsonObject } from '#base';
import { check, readPlan, validateJson } from '#plan';
import { catalogue } from '../notation/catalogue';
import { planJson, workspace } from '../notation/plan';

const says = (schema: JsonObject | boolean, value: Json): readonly string[] =>
  validateJson(schema, value).map(({ path, message }) => `${path} ${message}`);

const isValid = (schema: JsonObject | boolean, value: Json): boolean => says(schema, value).length === 0;

/** Each definition is all of the next, twice: 2²⁵ ways lead to the last one. */
function fanOut(last: JsonObject): JsonObject {
  const letters = Array.from({ length: 26 }, (_, index) => `a${index}`);
  const $defs = Object.fromEntries(
    letters.map((name, index) => {
      const next = { $ref: `#/$defs/${letters[index + 1]}` };
      return [name, index === 25 ? last : { allOf: [next, next] }];
    }),
  );
  return { $ref: '#/$defs/a0', $defs };
}

describe('fault X3 judging a value is bounded', () => {
  test('a schema judges a place once, however many ways lead to it', () => {
    expect(isValid(fanOut({}), 1)).toBe(true);
    expect(says(fanOut({ type: 'string' }), 1), 'and says once what is wrong').toEqual([
      ' The value is of type "number". Expected "string".',
    ]);
  });

  test('10,000 objects that differ are found to; two that are equal, wherever their members stand', () => {
    const rows = Array.from({ length: 10_000 }, (_, i): Json => ({ i, name: `n${i}` }));
    expect(isValid({ uniqueItems: true }, rows)).toBe(true);
    expect(says({ uniqueItems: true }, [...rows, { name: 'n7', i: 7 }])).toEqual([
      ' Duplicate items at indexes 7 and 10000.',
    ]);
  });

  test('what takes too many steps is not accepted, also below a "not"', () => {
    const list = Array.from({ length: 800 }, (_, index) => index);
    const anyOf = Array.from({ length: 800 }, (_, index) => ({ maximum: -index - 1 }));
    for (const schema of [
      { items: { anyOf } },
      { not: { items: { anyOf } } },
      { if: { contains: { anyOf } } },
    ])
      expect(validateJson(schema, list, new Fuel(50_000))).toMatchObject([
        { path: '', keyword: '', message: expect.stringContaining('more than 50000 steps') },
      ]);
  });

  test('a schema that refers to itself ends: at what lies deeper, or with the reason', () => {
    const tree = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false };
    expect(isValid(tree, { next: { next: {} } })).toBe(true);
    expect(says(tree, { next: { next: { no: 1 } } })).toEqual(['/next/next/no "no" is not allowed here.']);
    expect(says({ $ref: '#' }, 1)).toEqual([' The schema refers to itself without end.']);
    expect(says({ $defs: { a: { not: { $ref: '#/$defs/a' } } }, $ref: '#/$defs/a' }, 1)).toHaveLength(1);
  });
});

describe('what a document says of its defaults is bounded when it is opened', () => {
  const checked = (variables: readonly JsonObject[]): readonly string[] => {
    const read = readPlan({ ...planJson(''), variables: variables.map((one) => ({ scope: 'IN', ...one })) });
    if (!read.ok) throw new Error(JSON.stringify(read.problem));
    const found = check(workspace([read.value]), catalogue());
    return found.map(({ code, message }) => `${code} ${message}`);
  };

  test('fault X2, case C3 a pattern that a backtracking engine tries for ever', () => {
    const schema = { type: 'string', pattern: '^[^](a+)+[b]' };
    expect(checked([{ id: 'q', schema, default: 'a'.repeat(20_000) }])).toEqual([
      'DEFAULT_INVALID The default of "q" does not fit its schema: String does not match pattern.',
    ]);
  });

  test('fault X3, case C3 definitions that lead to each other in 2²⁵ ways; many that are dear together', () => {
    expect(checked([{ id: 'q', schema: fanOut({ type: 'string' }), default: 1 }])).toHaveLength(1);
    const dear = { id: 'r', schema: { not: { pattern: 'a{1,900}b' } }, default: 'a'.repeat(100_000) };
    expect(checked([dear, { ...dear, id: 's' }])).toEqual(
      ['r', 's'].map((id) => expect.stringMatching(`DEFAULT_INVALID.*"${id}".*more than 20000000 steps`)),
    );
  });
});

describe('fault F10 JSON Schema as its drafts say', () => {
  test.each<[string, JsonObject | boolean, Json, Json]>([
    ['true', true, 1, null],
    ['an anchor', { $ref: '#name', $defs: { x: { $anchor: 'name', type: 'string' } } }, 'a', 1],
    ['an $id inside', { $ref: 'item.json', $defs: { x: { $id: 'item.json', type: 'string' } } }, 'a', 1],
    [
      'an $id relative to the $id around it, and a pointer into it',
      {
        $id: 'https://example.com/root',
        $ref: 'https://example.com/item#/$defs/y',
        $defs: { x: { $id: '/item', $defs: { y: { type: 'string' } } } },
      },
      'a',
      1,
    ],
    [
      'a place that no keyword knows',
      { $ref: '#/components/x', components: { x: { type: 'string' } } },
      'a',
      1,
    ],
    ['an $id in a constant is none', { enum: ['a', { $id: 'https://example.com/' }] }, 'a', 1],
    [
      'what stands beside a $ref',
      { $ref: '#/$defs/x', maxLength: 1, $defs: { x: { type: 'string' } } },
      'a',
      'ab',
    ],
    [
      'and in draft 7 only the $ref',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $ref: '#/definitions/x',
        maxLength: 1,
        definitions: { x: { type: 'string' } },
      },
      'ab',
      1,
    ],
    [
      'a dynamic reference leads to the outermost anchor of its name',
      {
        $id: 'https://example.com/words',
        $ref: 'list',
        $defs: {
          word: { $dynamicAnchor: 'item', type: 'string' },
          list: {
            $id: 'list',
            type: 'array',
            items: { $dynamicRef: '#item' },
            $defs: { any: { $dynamicAnchor: 'item' } },
          },
        },
      },
      ['a'],
      [1],
    ],
    [
      'a dynamic reference to a plain anchor leads there',
      {
        $id: 'https://example.com/words',
        $ref: 'list',
        $defs: {
          word: { $dynamicAnchor: 'item', type: 'string' },
          list: {
            $id: 'list',
            type: 'array',
            items: { $dynamicRef: '#item' },
            $defs: { number: { $anchor: 'item', type: 'number' } },
          },
        },
      },
      [1],
      ['a'],
    ],
    [
      'unevaluatedProperties looks through allOf, if and $ref',
      {
        allOf: [{ properties: { a: {} } }],
        if: { properties: { b: { const: 1 } }, required: ['b'] },
        $ref: '#/$defs/c',
        $defs: { c: { patternProperties: { '^c': {} } } },
        unevaluatedProperties: false,
      },
      { a: 1, b: 1, cc: 1 },
      { a: 1, b: 2 },
    ],
    [
      'unevaluatedProperties does not see what "not" and a failed "anyOf" looked at',
      { anyOf: [{ properties: { a: { const: 1 } }, required: ['a'] }, true], unevaluatedProperties: false },
      { a: 1 },
      { a: 2 },
    ],
    [
      'unevaluatedItems: the first ones, and those that are contained',
      { prefixItems: [{ type: 'string' }], contains: { type: 'number' }, unevaluatedItems: false },
      ['a', 1, 2],
      ['a', 1, true],
    ],
    ['multipleOf counts in decimals', { multipleOf: 0.01 }, 19.99, 19.995],
    ['lengths are code points', { maxLength: 1 }, '😀', 'ab'],
    ['numbers are equal by value, flags and numbers are not', { const: 1 }, 1.0, true],
    ['members called as those of every object', { required: ['toString'] }, { toString: 1 }, {}],
    ['the items of draft 7', { items: [{ type: 'string' }], additionalItems: false }, ['a'], ['a', 1]],
  ])('%s', (_, schema, taken, refused) => {
    expect(says(schema, taken)).toEqual([]);
    expect(schema === true || !isValid(schema, refused)).toBe(true);
  });

  test('false takes nothing; a format judges nothing', () => {
    expect(isValid(false, 1)).toBe(false);
    expect(isValid({ format: 'email' }, 'nobody')).toBe(true);
    expect(isValid({ $schema: 'http://json-schema.org/draft-07/schema#', format: 'ipv4' }, 'x')).toBe(true);
  });

  test.each<[string, JsonObject]>([
    ['refers to https://example.com/x, which is not loaded', { $ref: 'https://example.com/x' }],
    ['refers to other.json, which is not loaded', { items: { $ref: 'other.json' } }],
    ['refers to #/$defs/gone, which is not in it', { $ref: '#/$defs/gone' }],
    ['refers to #gone, which is not in it', { $dynamicRef: '#gone' }],
    ['its "type" has to be a type of JSON', { type: 'dict' }],
    ['its "required" has to be a list of texts', { properties: { a: { required: true } } }],
    ['its "properties" has to be schemas by name', { properties: [] }],
    ['its "allOf" has to be a list of schemas', { allOf: {} }],
    ['its "items" has to be a schema', { items: 'string' }],
    ['its "minimum" has to be a number', { minimum: '1' }],
  ])('case G1 a schema that cannot judge says why, and takes nothing: %s', (reason, schema) => {
    expect(validateJson(schema, {})).toEqual([
      { path: '', keyword: '', message: expect.stringContaining(reason) },
    ]);
  });
});
