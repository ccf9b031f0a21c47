import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#base';
import { apply, type Edit, read } from '#plan';
import {
  countValues,
  type Difference,
  differenceOf,
  withDifference,
} from '../../../src/app/opening/transfer';

import { largePlan } from './largePlan';

/** As it arrives in the other thread. */
function applied(before: unknown, difference: Difference | null): unknown {
  return difference === null ? before : withDifference(before, structuredClone(difference));
}

function opened(text: string) {
  const outcome = read(text);
  if (outcome.kind !== 'document') throw new Error('It cannot be read.');
  return outcome.workspace;
}

/** The same value with something else at one place, the rest of it shared: as an edit leaves a document. */
function changed(value: unknown, [way, ...path]: readonly number[], other: unknown): unknown {
  if (way === undefined || typeof value !== 'object' || value === null) return other;
  if (Array.isArray(value)) {
    const at = value.length === 0 ? 0 : way % value.length;
    if (path.length === 0) return value.toSpliced(at, way % 3, other, ...(way % 2 === 0 ? [way] : []));
    return value.length === 0 ? [other] : value.with(at, changed(value[at], path, other));
  }
  const entries = Object.entries(value);
  const at = entries.length === 0 ? 0 : way % entries.length;
  if (way % 5 === 0)
    return Object.fromEntries(entries.toSpliced(at, 1, [`k${way}`, other], ['__proto__', way]));
  return Object.fromEntries(
    entries.map(([key, inner], index) => [key, index === at ? changed(inner, path, other) : inner] as const),
  );
}

describe('fault X5 what an edit changes is told, and not the whole document', () => {
  it('whatever has changed where, the other side has the same, key by key and in order, and its own is left as it was', () => {
    const places = fc.array(fc.array(fc.nat(40), { minLength: 1, maxLength: 5 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), places, fc.jsonValue(), (first, paths, other) => {
        let page: unknown = { first, more: [first, other, { a: first }] };
        let copy: unknown = structuredClone(page);
        for (const path of paths) {
          const after = changed(page, path, other);
          const before = JSON.stringify(copy);
          const next = applied(copy, differenceOf(page, after));
          expect(JSON.stringify(copy)).toBe(before);
          expect(JSON.stringify(next)).toBe(JSON.stringify(after));
          [page, copy] = [after, next];
        }
      }),
      { numRuns: 300, seed: 20260 },
    );
    expect(Reflect.get({}, 'k5')).toBeUndefined();
  });

  it('of one value nothing is told', () => {
    expect(differenceOf(LIMITS, LIMITS)).toBeNull();
    expect(differenceOf({ a: LIMITS, b: [1] }, { a: LIMITS, b: [1] })).toBeNull();
    expect(differenceOf(undefined, null)).toEqual({ is: 'value', value: null });
  });

  it('an edit at the limit of nodes is a few values', () => {
    const before = opened(largePlan(LIMITS.nodesAccepted));
    const edits: readonly Edit[] = [
      {
        edit: 'add-node',
        plan: 'main',
        into: null,
        node: { id: 'new', type: 'CAPABILITY', params: { capability: 'text.say' } },
      },
      { edit: 'update-node', plan: 'main', node: 'n7', to: { id: 'n7', type: 'END', name: 'Seven' } },
      { edit: 'remove-nodes', plan: 'main', nodes: ['n19999'] },
    ];
    for (const edit of edits) {
      const done = apply(before, edit);
      if (!done.ok) throw new Error(JSON.stringify(done.problem));
      const after = done.value.workspace;
      const difference = differenceOf(before, after);
      expect(countValues(difference)).toBeLessThan(100);
      expect(applied(before, difference)).toEqual(after);
    }
  });

  it('what is no difference to it is told as such', () => {
    expect(() => withDifference(null, { is: 'object', keys: null, at: [] })).toThrow(TypeError);
    expect(() => withDifference({}, { is: 'places', at: [] })).toThrow(TypeError);
    expect(() => withDifference(1, { is: 'stretch', from: 0, removed: 0, added: [] })).toThrow(TypeError);
  });
});
