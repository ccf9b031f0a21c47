import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '#base';
import { storable } from '../../src/runtime/storable';

const circular: Record<string, unknown> = { name: 'me' };
circular.self = circular;
const throwing = new Proxy(
  {},
  {
    ownKeys: () => ['boom'],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
    get: () => {
      throw new Error('getter');
    },
  },
);
const hostile = new Proxy(
  {},
  {
    getPrototypeOf: () => {
      throw new Error('trap');
    },
  },
);

describe('V4 and case F2 what a step returns is JSON, or an error with the path', () => {
  it.each<[string, unknown, string]>([
    ['a circle', circular, '/self refers back'],
    ['a BigInt', { n: 1n }, '/n is a bigint'],
    ['a Map', { m: new Map() }, '/m is a Map'],
    ['a Date', { list: [new Date(0)] }, '/list/0 is a Date'],
    ['a function', { f: () => 1 }, '/f is a function'],
    ['a toJSON bomb', { toJSON: () => 'x'.repeat(9) }, '/toJSON is a function'],
    ['NaN', [1, Number.NaN], '/1 is NaN'],
    ['Infinity', Number.POSITIVE_INFINITY, '/ is Infinity'],
    ['undefined', undefined, '/ is undefined'],
    ['undefined inside', { a: { b: undefined } }, '/a/b is undefined'],
    ['a hole in an array', { a: new Array(1) }, '/a/0 is undefined'],
    ['a typed array', { bytes: new Uint8Array(2) }, '/bytes is a Uint8Array'],
    ['a symbol', { s: Symbol('s') }, '/s is a symbol'],
    ['a class instance', { e: new Error('x') }, '/e is a Error'],
    ['a Response', new Response('x'), '/ is a Response'],
    ['a thenable inside', { value: Object.fromEntries([['then', () => {}]]) }, '/value/then is a function'],
    ['a getter that throws', { inner: throwing }, '/inner/boom cannot be read'],
    ['a proxy that throws at every question', { inner: hostile }, '/inner'],
    ['a path that needs escaping', { 'a/b~c': 1n }, '/a~1b~0c is a bigint'],
    ['too much', { text: 'x'.repeat(1_000_001) }, '1000000 bytes, reached at /text'],
  ])('%s is refused', (_title, value, reason) => {
    const result = storable(value);
    expect(result).toMatchObject({ ok: false, problem: { code: 'RESULT_INVALID' } });
    expect(!result.ok && result.problem.message).toContain(reason);
  });

  it('case C5 refuses what is nested too deep, and does not overflow', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(storable(deep)).toMatchObject({ ok: false, problem: { code: 'RESULT_INVALID' } });
  });

  it('V4 takes all JSON as it is, and hands out a copy that nobody else holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const result = storable(value);
        expect(result.ok).toBe(true);
        if (result.ok) expect(canonicalJson(result.value)).toBe(canonicalJson(value as Json));
      }),
      { seed: 7, numRuns: 300 },
    );
    const list = [1];
    const result = storable({ list });
    list.push(2);
    expect(result).toEqual({ ok: true, value: { list: [1] } });
  });

  it('case C1 a key __proto__ stays a key, and pollutes nothing', () => {
    const result = storable(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(result.ok && Object.hasOwn(Object(result.value), '__proto__')).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('V4 the same value twice, side by side, is no circle; -0 is 0', () => {
    const shared = { x: -0 };
    expect(storable([shared, shared])).toEqual({ ok: true, value: [{ x: 0 }, { x: 0 }] });
  });
});
