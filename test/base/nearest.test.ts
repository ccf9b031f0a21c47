import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearest } from '#base';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const word = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength, maxLength });

describe('case E1 "did you mean" is a slip of the pen, by the length of the word', () => {
  test.each([
    ['capabilty', ['capability', 'condition'], 'capability'],
    ['scroe', ['score', 'store'], 'score'],
    ['ecko', ['echo'], 'echo'],
    ['GO', ['go', 'to'], 'go'],
    ['x', ['y', 'z', 'xy'], null],
    ['ab', ['ac', 'ba', 'abc', 'a'], null],
    ['ab', [], null],
    ['abc', ['ab', 'xyz'], null],
    ['abc', ['abd'], 'abd'],
    ['filter', ['fitler', 'finder'], 'fitler'],
    ['filter', ['folder'], 'folder'],
    ['report', ['weather'], null],
  ])('%s among %j: %s', (written, known, meant) => {
    expect(nearest(written, known)).toBe(meant);
  });

  test('names of one or two letters have no neighbours', () => {
    fc.assert(
      fc.property(word(1, 2), fc.array(word(1, 8)), (short, names) => {
        const others = names.filter((name) => name !== short);
        expect(nearest(short, others)).toBeNull();
        for (const name of others) expect(nearest(name, [short])).toBeNull();
      }),
      { seed: 1_301, numRuns: 300 },
    );
  });

  test('one letter that slipped is found from three letters on, and more than a third never', () => {
    fc.assert(
      fc.property(word(3, 16), fc.nat(), fc.constantFrom(...LETTERS), (name, at, letter) => {
        const index = at % name.length;
        const slipped = `${name.slice(0, index)}${letter}${name.slice(index + 1)}`;
        expect(nearest(slipped, [name])).toBe(name);
        const most = Math.floor(name.length / 3);
        const foreign = `${'-'.repeat(most + 1)}${name.slice(most + 1)}`;
        expect(nearest(foreign, [name])).toBeNull();
      }),
      { seed: 1_302, numRuns: 300 },
    );
  });
});
