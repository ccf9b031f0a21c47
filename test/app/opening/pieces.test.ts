import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#base';
import { read } from '#plan';
import { prepare } from '../../../src/app/opening/prepare';
import {
  Assembly,
  countValues,
  PIECE_VALUES,
  type Piece,
  takeApart,
} from '../../../src/app/opening/transfer';
import { largePlan } from './largePlan';

const assembled = (pieces: Iterable<Piece>): unknown => {
  const assembly = new Assembly();
  for (const piece of pieces) assembly.add(structuredClone(piece));
  return assembly.value;
};

/** What the page takes in one task: the values of one piece, and the list that holds them. */
const heldBy = ({ entries }: Piece): number =>
  entries.reduce((sum, [, value]) => sum + countValues(value), 0);

describe('fault X5 what is opened reaches the page in pieces', () => {
  it('a document at the limit of nodes, read, checked and arranged, holds the page for one small piece at a time', async () => {
    const text = largePlan(LIMITS.nodesAccepted);
    const done: string[] = [];
    const prepared = await prepare(text, (doing) => done.push(doing));
    expect(done).toEqual(['Reading it', 'Checking the rules', 'Finding places']);
    const pieces = [...takeApart(prepared)];
    expect(Math.max(...pieces.map(heldBy))).toBeLessThanOrEqual(PIECE_VALUES);
    expect(countValues(prepared)).toBeGreaterThan(50 * PIECE_VALUES);
    expect(assembled(pieces)).toEqual(prepared);
    const outcome = read(text);
    expect(outcome.kind === 'document' && outcome.workspace).toEqual(
      prepared.kind === 'document' && prepared.workspace,
    );
    if (prepared.kind === 'document') expect(prepared.boxes).toHaveLength(LIMITS.nodesAccepted);
  });

  it('whatever JSON it is, it is the same after it was put together, key by key and in order', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(6), (value, times) => {
        const large = Array.from({ length: times * 1_000 }, (_, index) => ({ index, value }));
        const given = { large, deep: { large, value }, [`__proto__`]: value, 'a/b': value };
        const back = assembled(takeApart(given));
        expect(back).toEqual(given);
        expect(JSON.stringify(back)).toBe(JSON.stringify(given));
      }),
      { numRuns: 30 },
    );
    expect(Reflect.get({}, 'large')).toBeUndefined();
  });

  it('a value that is small is one piece', () => {
    expect([...takeApart(null)]).toEqual([{ into: [], entries: [['value', null]] }]);
    expect([...takeApart({ a: [1, 2] })]).toHaveLength(1);
  });
});
