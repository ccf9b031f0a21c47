import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelMeasure, orderByReliability } from '#kernel';

const measure = (
  model: string,
  accepted: number,
  tried: number,
  over: Partial<ModelMeasure> = {},
): ModelMeasure => ({
  ...{ model, flavour: 'llm' as const, tried, accepted, tokens: tried * 100 },
  ...over,
});
const orderOf = (models: readonly string[], ...measures: readonly ModelMeasure[]) =>
  orderByReliability(models, 'llm', measures).order.map(({ model }) => model);

/** The formula of P7, written down once more. */
function lowest(accepted: number, tried: number): number {
  const z = 1.6448536269514722;
  const share = accepted / tried;
  const middle = share + (z * z) / (2 * tried);
  const reach = z * Math.sqrt((share * (1 - share)) / tried + (z * z) / (4 * tried * tried));
  return (middle - reach) / (1 + (z * z) / tried);
}

describe('P7 the order in which models are asked', () => {
  it('by the lower bound of the 90 % interval of accepted first replies', () => {
    expect(orderOf(['a', 'b'], measure('a', 9, 20), measure('b', 18, 20))).toEqual(['b', 'a']);
    // 5 of 5 promises less than 95 of 100.
    expect(orderOf(['a', 'b'], measure('a', 5, 5), measure('b', 95, 100))).toEqual(['b', 'a']);
  });

  it('below 5 attempts a model keeps the place that its author gave it', () => {
    expect(orderOf(['a', 'b'], measure('a', 0, 4), measure('b', 50, 50))).toEqual(['a', 'b']);
    expect(orderOf(['a', 'b', 'c'], measure('a', 0, 20), measure('c', 20, 20))).toEqual(['c', 'b', 'a']);
    expect(orderByReliability(['a', 'b'], 'llm', [measure('b', 4, 4)]).order).toEqual([
      { model: 'a', tried: 0, accepted: 0, atLeast: null },
      { model: 'b', tried: 4, accepted: 4, atLeast: null },
    ]);
  });

  it('equal ones by what an attempt cost, then as their author has them', () => {
    const priced = (model: string, microUnits: number) => measure(model, 8, 10, { microUnits });
    expect(orderOf(['a', 'b'], priced('a', 900), priced('b', 100))).toEqual(['b', 'a']);
    expect(orderOf(['a', 'b'], measure('a', 8, 10, { tokens: 9_000 }), priced('b', 100))).toEqual(['b', 'a']);
    expect(orderOf(['b', 'a'], priced('a', 100), priced('b', 100))).toEqual(['b', 'a']);
  });

  it('measures of another flavour, and of models that are not asked, say nothing', () => {
    const other = measure('b', 20, 20, { flavour: 'stream' });
    expect(orderOf(['a', 'b'], measure('a', 0, 20), other, measure('z', 20, 20))).toEqual(['a', 'b']);
  });

  it('is the order of the formula, whatever was measured', () => {
    const model = fc.record({
      tried: fc.nat(60),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      tokens: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(model, { minLength: 2, maxLength: 6 }), (drawn) => {
        const measures = drawn.map(({ tried, share, tokens }, index) =>
          measure(`m${index}`, Math.round(tried * share), tried, { tokens: tokens * tried }),
        );
        const models = measures.map((one) => one.model);
        const { order } = orderByReliability(models, 'llm', measures);
        const known = (id: string) => measures.find((one) => one.model === id) ?? measure(id, 0, 0);
        for (const [place, id] of models.entries())
          if (known(id).tried < 5) expect(order[place]?.model).toBe(id);
        const ranked = order.filter(({ tried }) => tried >= 5);
        for (const [place, one] of ranked.entries()) {
          const next = ranked[place + 1];
          if (next === undefined) continue;
          const [here, there] = [lowest(one.accepted, one.tried), lowest(next.accepted, next.tried)];
          expect(here).toBeGreaterThanOrEqual(there - 1e-12);
          if (one.accepted === next.accepted && one.tried === next.tried)
            expect(known(one.model).tokens).toBeLessThanOrEqual(known(next.model).tokens);
        }
      }),
      { seed: 17, numRuns: 300 },
    );
  });
});
