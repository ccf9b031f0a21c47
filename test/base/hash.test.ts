import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashBytes, hashJson, hashText, isHash, utf8, utf8Length } from '#base';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });
const wildText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
  .map((units) => String.fromCharCode(...units));

test('UTF-8 equals the WHATWG encoder, lone surrogates too', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, wildText), (text) => {
      const expected = new TextEncoder().encode(text);
      expect([...utf8(text)]).toEqual([...expected]);
      expect(utf8Length(text)).toBe(expected.length);
    }),
    { seed: 2, numRuns: 500 },
  );
});

test('SHA-256 equals that of node:crypto', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(hashText(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
    }),
    { seed: 3 },
  );
  expect(hashBytes(new Uint8Array([0, 255]))).toBe(
    createHash('sha256')
      .update(Buffer.from([0, 255]))
      .digest('hex'),
  );
});

test('W4 the hash of a value is that of its canonical JSON', () => {
  expect(hashJson({ b: 1, a: [true] })).toBe(hashText('{"a":[true],"b":1}'));
  expect(isHash(hashJson(null))).toBe(true);
  expect(isHash('0'.repeat(63))).toBe(false);
  expect(isHash('G'.repeat(64))).toBe(false);
});
