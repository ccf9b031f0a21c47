import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilson } from '#base';

const rounded = ([low, high]: readonly [number, number]) =>
  [low, high].map((bound) => Math.round(bound * 1000));

describe("Wilson's interval", () => {
  it.each([
    [10, 10, [722, 1000]],
    [0, 10, [0, 278]],
    [7, 10, [397, 892]],
    [69, 80, [770, 921]],
  ])('of %i of %i at 95 %% is what tables say', (successes, tries, bounds) => {
    expect(rounded(wilson(successes, tries, 0.95))).toEqual(bounds);
  });

  it('is narrower at 90 %', () => {
    expect(rounded(wilson(10, 10, 0.9))).toEqual([787, 1000]);
  });

  it('of no tries is everything', () => {
    expect(wilson(0, 0, 0.95)).toEqual([0, 1]);
  });

  it('holds the share, stays in [0, 1] and narrows with more tries of the same share', () => {
    const counted = fc
      .integer({ min: 1, max: 1000 })
      .chain((tries) =>
        fc.record({ tries: fc.constant(tries), successes: fc.integer({ min: 0, max: tries }) }),
      );
    fc.assert(
      fc.property(counted, ({ tries, successes }) => {
        const [low, high] = wilson(successes, tries, 0.95);
        const [lowOfMore, highOfMore] = wilson(successes * 4, tries * 4, 0.95);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(successes / tries);
        expect(high).toBeGreaterThanOrEqual(successes / tries);
        expect(highOfMore - lowOfMore).toBeLessThan(high - low);
      }),
      { seed: 5 },
    );
  });
});
