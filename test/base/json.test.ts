import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapePointer, isJson, isJsonObject, LIMITS, notJsonAt, own, parseJson } from '#base';

describe('V4 what is not JSON is found and named', () => {
  class Instance {
    readonly field = 1;
  }
  const cycle: { inner: unknown[] } = { inner: [] };
  cycle.inner.push(cycle);
  test.each([
    ['a function', { a: { b: () => 1 } }, '/a/b'],
    ['undefined', { a: [1, undefined] }, '/a/1'],
    ['NaN', [Number.NaN], '/0'],
    ['Infinity', { 'x/y~z': Number.POSITIVE_INFINITY }, '/x~1y~0z'],
    ['a bigint', { n: 1n }, '/n'],
    ['a symbol', Symbol('s'), '/'],
    ['a date', { at: new Date(0) }, '/at'],
    ['a map', new Map(), '/'],
    ['an instance', { it: new Instance() }, '/it'],
    ['typed bytes', new Uint8Array(2), '/'],
    ['an error', { e: new Error('x') }, '/e'],
    ['a promise', Promise.resolve(1), '/'],
    ['something with toJSON', { a: { toJSON: () => 1 } }, '/a'],
    ['a hole in a list', [1, undefined, 3], '/1'],
  ])('%s', (_name, value, path) => {
    expect(notJsonAt(value, 64)).toBe(path);
    expect(isJson(value, 64)).toBe(false);
  });

  test('a cycle ends at the depth limit', () => {
    expect(notJsonAt(cycle, 64)).toMatch(/^(\/inner\/0)+(\/inner)?$/);
  });

  test('depth is counted at the limit and one above', () => {
    const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect(notJsonAt(nested(64), 64)).toBeNull();
    expect(notJsonAt(nested(65), 64)).not.toBeNull();
  });

  test('values of another realm are JSON too, its classes are not', () => {
    expect(notJsonAt(runInNewContext('({ a: [1, { b: null }] })'), 64)).toBeNull();
    expect(notJsonAt(runInNewContext('({ a: new Map() })'), 64)).toBe('/a');
    expect(notJsonAt(Object.assign(Object.create(null) as object, { a: 1 }), 64)).toBeNull();
  });

  test('every JSON value is JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect(notJsonAt(value, 64)).toBeNull();
      }),
      { seed: 4 },
    );
  });
});

describe('case C5 depth is counted before anything recurses', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  test('at the limit, one above, and 100,000 deep', () => {
    expect(parseJson(nested(LIMITS.jsonDepth), LIMITS.jsonDepth).ok).toBe(true);
    expect(parseJson(nested(LIMITS.jsonDepth + 1), LIMITS.jsonDepth)).toMatchObject({
      ok: false,
      problem: { code: 'JSON_TOO_DEEP', message: expect.stringContaining('64'), where: { offset: 64 } },
    });
    expect(parseJson(nested(100_000), LIMITS.jsonDepth)).toMatchObject({
      problem: { code: 'JSON_TOO_DEEP' },
    });
    expect(parseJson('{"a":'.repeat(100_000), LIMITS.jsonDepth)).toMatchObject({
      problem: { code: 'JSON_TOO_DEEP' },
    });
  });

  test('brackets inside texts do not count', () => {
    const text = JSON.stringify({ a: '[[[[{{{{"\\', b: '\\"[[[' });
    expect(parseJson(text, 1)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test('a byte order mark is forgiven, broken JSON is not', () => {
    expect(parseJson('\ufeff{"a":1}', 9)).toEqual({ ok: true, value: { a: 1 } });
    expect(parseJson('{"a":}', 9)).toMatchObject({
      ok: false,
      problem: { code: 'JSON_INVALID', help: expect.any(String) },
    });
    expect(parseJson('', 9)).toMatchObject({ ok: false, problem: { code: 'JSON_INVALID' } });
    expect(parseJson('<html>', 9)).toMatchObject({ ok: false, problem: { code: 'JSON_INVALID' } });
  });
});

describe('T8 where a text stops being JSON', () => {
  test.each([
    ['', 0],
    ['<html>', 0],
    ['{"a": 1,}', 8],
    ['[1 2]', 3],
    ['[01]', 2],
    ['{"a": tru}', 9],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['"abc', 4],
    ['"a\nb"', 2],
    ['"\\x"', 1],
    ['{"a": [1, {"b": null}', 21],
    ['{"a": 1} and more', 9],
    ['-', 0],
  ])('%j at %i', (text, offset) => {
    expect(parseJson(text, 9)).toMatchObject({ ok: false, problem: { where: { offset } } });
  });

  test('the line is counted where there are several', () => {
    const read = parseJson('{\n  "a": 1,\n  "b": ,\n}', 9);
    expect(read).toMatchObject({ ok: false, problem: { where: { line: 3, offset: 19 } } });
    expect(parseJson('{,}', 9)).not.toHaveProperty('problem.where.line');
  });

  test('it is the place that the engine names, where it names one, or where its number or escape begins', () => {
    const broken = fc.tuple(fc.jsonValue(), fc.nat(), fc.string({ maxLength: 2 })).map(([value, at, by]) => {
      const text = JSON.stringify(value, null, 1);
      const place = at % text.length;
      return text.slice(0, place) + by + text.slice(place + 1);
    });
    fc.assert(
      fc.property(broken, (text) => {
        const read = parseJson(text, 1_000);
        if (read.ok) return;
        const offset = read.problem.where.offset ?? Number.NaN;
        const named = Number(/position (\d+)/.exec(read.problem.message)?.[1] ?? offset);
        expect(offset).toBeLessThanOrEqual(named);
        expect(text.slice(offset, named)).toMatch(/^[-+.\\\w]*$/);
        expect(named).toBeLessThanOrEqual(text.length);
      }),
      { seed: 3, numRuns: 2_000 },
    );
  });
});

test('case C1 only own properties are read', () => {
  expect(own({ a: 1 }, 'a')).toBe(1);
  expect(own<unknown>({}, 'toString')).toBeUndefined();
  expect(own<unknown>({}, '__proto__')).toBeUndefined();
});

test('RFC 6901 pointers are escaped, objects are told from lists', () => {
  expect(escapePointer('a/b~c')).toBe('a~1b~0c');
  expect([{}, [], null, 'x'].map((value) => isJsonObject(value))).toEqual([true, false, false, false]);
});
