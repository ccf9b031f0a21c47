import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateJson } from '#plan';
import { ASKED_FIELDS, askedFields, schemaOfFields } from '../../../src/app/design/ParamFields';

const type = fc.constantFrom('string', 'multiline', 'number', 'integer', 'boolean', 'choice');
const field = fc
  .record(
    {
      name: fc.string({ minLength: 1, maxLength: 8 }),
      type,
      title: fc.string(),
      required: fc.constant(true),
    },
    { requiredKeys: ['name', 'type'] },
  )
  .map((one) => (one.type === 'choice' ? { ...one, choices: ['a', 'b'] } : one));
const forms = fc.uniqueArray(field, { selector: ({ name }) => name, maxLength: 5 }).filter((fields) =>
  // Keys that look like numbers move to the front of every object: their order cannot be kept.
  fields.every(({ name }) => !/^\d+$/.test(name) && name !== '__proto__'),
);

describe('E5 a form for a person is a list of fields', () => {
  it('fields to schema and back are the same', () => {
    fc.assert(
      fc.property(forms, (fields) => {
        expect(askedFields(schemaOfFields(fields))).toEqual(fields);
      }),
      { seed: 43, numRuns: 200 },
    );
  });

  it('the list fits its own form', () => {
    fc.assert(
      fc.property(forms, (fields) => {
        expect(validateJson(ASKED_FIELDS, { fields })).toEqual([]);
      }),
      { seed: 44, numRuns: 50 },
    );
  });

  it('nothing asked is no schema, and no schema asks nothing', () => {
    expect(schemaOfFields([])).toBeUndefined();
    expect(askedFields(undefined)).toEqual([]);
  });

  it.each([
    { type: 'object', properties: { a: { type: 'string', minLength: 2 } } },
    { type: 'object', properties: { a: { type: 'object', properties: {} } } },
    { type: 'object', properties: {}, additionalProperties: false },
    { type: 'object', properties: { a: { type: 'number', enum: [1, 2] } } },
    { type: 'object', properties: {}, required: ['gone'] },
    { type: 'array' },
    true,
  ])('a schema that says more is left as it is: %j', (schema) => {
    expect(askedFields(schema)).toBeNull();
  });
});
