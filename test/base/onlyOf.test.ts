import { describe, expect, test } from 'vitest';
import { onlyOf } from '../../src/base/collections';

describe('the only item of a list', () => {
  test.each([
    [[], null],
    [['a'], 'a'],
    [['a', 'b'], null],
    [[0], 0],
  ])('of %j it is %j', (items, only) => {
    expect(onlyOf<unknown>(items)).toBe(only);
  });

  test('of those that fit one alone counts', () => {
    const isLarge = (number: number) => number > 2;
    expect(onlyOf([1, 2, 3], isLarge)).toBe(3);
    expect(onlyOf([1, 3, 4], isLarge)).toBeNull();
    expect(onlyOf([1, 2], isLarge)).toBeNull();
  });
});
