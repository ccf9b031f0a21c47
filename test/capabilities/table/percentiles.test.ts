import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject } from '#base';
import { call, failureOf } from '../../notation/calling';

async function figureOf(rows: readonly object[], asked: object) {
  const output = await call('table.aggregate', JSON.parse(JSON.stringify({ rows, ...asked })));
  return isJsonObject(output) ? output.value : undefined;
}

describe('A2 percentiles', () => {
  const rows = [1, 2, 3, 4, null].map((n) => ({ n }));
  test.each([
    [0, 1],
    [50, 2.5],
    [90, 3.7],
    [100, 4],
  ])('the %ith of 1, 2, 3 and 4 is %d', async (percent, expected) => {
    expect(await figureOf(rows, { function: 'percentile', column: 'n', percent })).toBe(expected);
  });

  test('the 50th is the median, of any numbers', async () => {
    const numbers = fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(numbers, async (all) => {
        const cells = all.map((n) => ({ n }));
        const median = await figureOf(cells, { function: 'median', column: 'n' });
        expect(await figureOf(cells, { function: 'percentile', column: 'n', percent: 50 })).toBe(median);
      }),
      { seed: 12, numRuns: 50 },
    );
  });

  test('of nothing there is none, and which one is asked must be said', async () => {
    expect(await figureOf([{ n: null }], { function: 'percentile', column: 'n', percent: 90 })).toBeNull();
    expect(await failureOf('table.aggregate', { rows, function: 'percentile', column: 'n' })).toMatchObject({
      code: 'PERCENT_MISSING',
    });
  });
});

describe('A2 how far dates reach', () => {
  test('the days from the first to the last', async () => {
    const rows = ['2025-03-01', '2025-02-27', null].map((day) => ({ day }));
    expect(await figureOf(rows, { function: 'range', column: 'day' })).toBe(2);
  });
});
