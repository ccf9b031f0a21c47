import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIGHEST, type RowsWindow, scrollTo, seenRows, WHOLE } from '../../../src/app/tables/useSeenRows';

const ROW = 32;
const WINDOW = 400;

function windowAt(count: number, top: number): RowsWindow {
  return { count, rowHeight: ROW, top, height: WINDOW };
}

describe('the rows of a long table that are seen', () => {
  it('a short table is there whole', () => {
    expect(seenRows(windowAt(WHOLE, 0))).toEqual({ from: 0, to: WHOLE, before: 0, after: 0 });
    expect(seenRows(windowAt(0, 0))).toEqual({ from: 0, to: 0, before: 0, after: 0 });
  });

  it.each([1_000, 1_000_000, 50_000_000])(
    'of %d rows no more than one screen and a half are drawn',
    (count) => {
      for (const share of [0, 0.3, 0.999, 1]) {
        const room = Math.min(count * ROW, HIGHEST);
        const { from, to } = seenRows(windowAt(count, share * (room - WINDOW)));
        expect(to - from).toBeLessThan(60);
      }
      expect(seenRows(windowAt(count, Math.min(count * ROW, HIGHEST) - WINDOW)).to).toBe(count);
    },
  );

  it('whatever is scrolled to lies in the window, and rows and room make up the same height (seeded)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: WHOLE + 1, max: 40_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, share) => {
          const row = Math.min(count - 1, Math.floor(share * count));
          const top = scrollTo(row, windowAt(count, 0)) ?? 0;
          const seen = seenRows(windowAt(count, top));
          expect(row).toBeGreaterThanOrEqual(seen.from);
          expect(row).toBeLessThan(seen.to);
          // Where the row is drawn, and where the window is.
          const y = seen.before + (row - seen.from) * ROW;
          expect(y).toBeGreaterThan(top - 1);
          expect(y + ROW).toBeLessThan(top + WINDOW + 1);
          const drawn = seen.before + (seen.to - seen.from) * ROW + seen.after;
          expect(Math.abs(drawn - Math.min(count * ROW, HIGHEST))).toBeLessThan(ROW);
        },
      ),
      { seed: 20_261_123, numRuns: 300 },
    );
  });

  it('what is seen already is not scrolled to', () => {
    expect(scrollTo(3, windowAt(1_000, 0))).toBeNull();
    expect(scrollTo(0, windowAt(1_000, 500))).toBe(0);
  });
});
