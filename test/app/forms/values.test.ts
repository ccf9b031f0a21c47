import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#base';
import {
  jsonText,
  readNumber,
  readUntyped,
  templateText,
  templateValue,
  untypedText,
} from '../../../src/app/forms/typedValues';

const SEEDED = { seed: 42, numRuns: 400 };
const json = fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value)));

describe('E5 a value survives its field', () => {
  it('any value of a field that is no text reads back as itself', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(templateValue(templateText(value, 'json'), 'json')).toEqual(value);
      }),
      SEEDED,
    );
  });

  it('any text of a text field reads back as itself, also one that looks like JSON', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('3', 'true', '{"a":1}', '"quoted"', '{{ x }}', ' '));
    fc.assert(
      fc.property(texts, (text) => {
        expect(templateValue(templateText(text, 'text'), 'text')).toBe(text);
      }),
      SEEDED,
    );
  });

  it('V3: JSON with expressions inside its strings stays JSON', () => {
    expect(templateValue('{ "answer": "{{ answer }}" }', 'json')).toEqual({ answer: '{{ answer }}' });
    expect(templateValue('{{ rows }}', 'rows')).toBe('{{ rows }}');
    expect(templateValue('["{{ a }}", 2]', 'words')).toEqual(['{{ a }}', 2]);
  });

  it('V1 what has no type is a text where it is no JSON, and survives; a slip in JSON is no text', () => {
    const texts = fc.oneof(json, fc.string(), fc.constantFrom('3', 'true', '{"a":1}', '"q"', ' ', '[', '{x'));
    fc.assert(
      fc.property(texts, (value) => {
        expect(readUntyped(untypedText(value))).toEqual({ ok: true, value });
      }),
      SEEDED,
    );
    expect(readUntyped('bees')).toEqual({ ok: true, value: 'bees' });
    expect(readUntyped('how many bees?')).toEqual({ ok: true, value: 'how many bees?' });
    expect(readUntyped('3')).toEqual({ ok: true, value: 3 });
    expect(readUntyped('{"bees": 3}')).toEqual({ ok: true, value: { bees: 3 } });
    expect(readUntyped('{"bees": 3').ok).toBe(false);
    expect(readUntyped('  ')).toEqual({ ok: true, value: undefined });
  });

  it('an empty field of another kind than text says nothing', () => {
    expect(templateValue('  ', 'json')).toBeUndefined();
    expect(templateText(undefined, 'json')).toBe('');
  });

  it('a short value stands on one line, a long one on many; both are the same JSON', () => {
    expect(jsonText(['region', 'month'])).toBe('[ "region", "month" ]');
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(jsonText(value))).toEqual(value);
      }),
      SEEDED,
    );
  });
});

describe('E5 numbers are typed as people and JSON write them', () => {
  const whole = { integer: true, minimum: 1, maximum: 10_000 };
  const any = { integer: false };

  it('every number of JSON reads back as itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        // JSON has one zero.
        expect(readNumber(String(value), any)).toEqual({ ok: true, value: value + 0 });
      }),
      SEEDED,
    );
  });

  it.each([
    ['1000', 1000],
    ['1 000', 1000],
    ['1_000', 1000],
    [' 1e3 ', 1000],
    ['1000.0', 1000],
  ])('%j is a thousand', (text, value) => {
    expect(readNumber(text, whole)).toEqual({ ok: true, value });
  });

  it.each([
    ['ten', '“ten” is not a number.'],
    ['1.5', '1.5 is not a whole number.'],
    ['0', '0 is less than 1.'],
    ['10001', '10001 is more than 10000.'],
    ['1 0', '“1 0” is not a number.'],
    ['0x10', '“0x10” is not a number.'],
    ['1e999', '“1e999” is not a number.'],
  ])('%j is refused, with what would be one', (text, message) => {
    const read = readNumber(text, whole);
    expect(read).toMatchObject({
      ok: false,
      problem: { code: 'NUMBER_INVALID', message, help: 'It must be a whole number from 1 to 10000.' },
    });
  });
});
