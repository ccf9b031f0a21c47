import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject, type JsonPath, setAt } from '#base';

const SEEDED = { seed: 41, numRuns: 300 };
const json = fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value)));
const name = fc.constantFrom('a', 'b', 'limits', '__proto__', 'constructor', 'toString');
const objects = fc.dictionary(name, json).map((value): JsonObject => JSON.parse(JSON.stringify(value)));

function at(value: Json | undefined, [head, ...rest]: JsonPath): Json | undefined {
  if (head === undefined) return value;
  if (typeof head === 'number') return Array.isArray(value) ? at(value[head], rest) : undefined;
  return isJsonObject(value) && Object.hasOwn(value, head) ? at(value[head], rest) : undefined;
}

describe('E5 a change names its place', () => {
  it('what was put at a path is there, and nothing else has changed', () => {
    fc.assert(
      fc.property(objects, fc.array(name, { minLength: 1, maxLength: 3 }), json, (value, path, next) => {
        const changed = setAt(value, path, next);
        const isEmptyInside = path.length > 1 && isJsonObject(next) && Object.keys(next).length === 0;
        if (!isEmptyInside) expect(at(changed, path)).toEqual(next);
        for (const key of Object.keys(value)) {
          if (key !== path[0]) expect(at(changed, [key])).toEqual(at(value, [key]));
        }
      }),
      SEEDED,
    );
  });

  it('case C1: names of the prototype are names like others, and the prototype stays as it is', () => {
    const changed = setAt({}, ['__proto__', 'polluted'], true);
    expect(Object.keys(changed)).toEqual(['__proto__']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('two changes from two fields of one object both stand, in either order', () => {
    const old = { limits: { maxSteps: 5 } };
    const one = (value: JsonObject) => setAt(value, ['limits', 'maxSteps'], 7);
    const other = (value: JsonObject) => setAt(value, ['limits', 'maxDepth'], 2);
    expect(other(one(old))).toEqual(one(other(old)));
  });

  it('an object that says nothing goes with its last property', () => {
    expect(setAt({ limits: { maxSteps: 5 } }, ['limits', 'maxSteps'], undefined)).toEqual({});
  });

  it('the whole and a row of a list stay, though they are empty', () => {
    expect(setAt({ a: 1 }, ['a'], undefined)).toEqual({});
    expect(setAt({ rows: [{ a: 1 }] }, ['rows', 0, 'a'], undefined)).toEqual({ rows: [{}] });
  });

  it('a row is taken out of its list', () => {
    expect(setAt({ rows: ['x', 'y', 'z'] }, ['rows', 1], undefined)).toEqual({ rows: ['x', 'z'] });
  });

  it('properties keep their order; a new one stands last', () => {
    const changed = setAt({ b: 1, a: 2 }, ['b'], 3);
    expect(Object.keys(setAt(changed, ['c'], 4))).toEqual(['b', 'a', 'c']);
  });
});
