import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, inCanonicalOrder, type Json, PersistentArray, PersistentMap } from '#base';

describe('K1 an immutable array shares what did not change', () => {
  test('it does what an array that is copied does, and older ones stay as they were', () => {
    const writes = fc.array(fc.tuple(fc.nat(99), fc.integer()), { maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_100 }), writes, (length, list) => {
        let array = PersistentArray.filled(length, 7);
        const copies = [new Array<number>(length).fill(7)];
        const all = [array];
        for (const [at, value] of list) {
          const index = at % length;
          array = array.set(index, value);
          copies.push((copies.at(-1) ?? []).with(index, value));
          all.push(array);
        }
        expect(all.map((one) => one.toArray())).toEqual(copies);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  test('from values, and at every size of its levels', () => {
    for (const length of [0, 1, 32, 33, 1_024, 1_025, 33_000]) {
      const values = Array.from({ length }, (_, index) => index % 5);
      expect(PersistentArray.from(values).toArray()).toEqual(values);
    }
  });
});

describe('K1 an immutable map shares what did not change', () => {
  // Few keys, so that they come back; some that an object would stumble over; some whose hashes are equal.
  const key = fc.constantFrom(
    'a',
    'b',
    'c',
    '__proto__',
    'constructor',
    'toString',
    '',
    'costarring',
    'liquid',
    'declinate',
    'macallums',
  );
  const action = fc.tuple(fc.boolean(), key, fc.integer());

  test('it does what a Map does, and older ones stay as they were', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
        let map = PersistentMap.empty<number>();
        const plain = new Map<string, number>();
        for (const [adds, name, value] of actions) {
          const before = map;
          const entries = [...before];
          map = adds ? map.set(name, value) : map.delete(name);
          if (adds) plain.set(name, value);
          else plain.delete(name);
          expect([...before]).toEqual(entries);
          expect(map.size).toBe(plain.size);
          expect(map.has(name)).toBe(adds);
        }
        expect(new Map(map)).toEqual(plain);
        expect(map.keys().toSorted()).toEqual([...plain.keys()].toSorted());
        expect(map.values().toSorted()).toEqual([...plain.values()].toSorted());
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  test('equal contents iterate equally, however they came about', () => {
    const names = Array.from({ length: 500 }, (_, index) => `node-${index}`);
    const forwards = PersistentMap.from<number>(names.map((name) => [name, 1]));
    const backwards = PersistentMap.from<number>(names.toReversed().map((name) => [name, 1]));
    expect([...backwards.set('extra', 2).delete('extra')]).toEqual([...forwards]);
  });
});

describe('K4 facts are applied with their keys in canonical order', () => {
  test('the value stays, its keys come as they do when its canonical JSON is read back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const ordered = inCanonicalOrder(value as Json);
        expect(ordered).toEqual(value);
        // Not simply the canonical text: an object has keys like "0" before all others, read back ones too.
        expect(JSON.stringify(ordered)).toBe(JSON.stringify(JSON.parse(canonicalJson(value as Json))));
      }),
      { seed: 4 },
    );
  });

  test('case C1 a key "__proto__" stays a key', () => {
    const hostile = JSON.parse('{"b": 1, "__proto__": {"polluted": true}}') as Json;
    expect(Object.keys(inCanonicalOrder(hostile) as object)).toEqual(['__proto__', 'b']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
