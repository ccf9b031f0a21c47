import { cellText, type TableColumn, type TableRow } from '#tables';

const CHARACTER = 7.4;
const PADDING = 26;
const NARROWEST = 76;
const WIDEST = 300;
/** Of the longest cells few are shown whole, so that one long remark does not push all others away. */
const SHARE_SHOWN = 0.95;

/**
 * How wide each column is, in CSS pixels, by its head and the first rows. Fixed, so that nothing moves while rows come and go.
 *
 * @param heads how many characters the head of each column takes
 */
export function columnWidths(
  columns: readonly TableColumn[],
  sample: readonly TableRow[],
  heads: readonly number[],
): readonly number[] {
  return columns.map((column, index) => {
    const lengths = sample
      .map(({ cells }) => cellText(cells[index] ?? null, column).length)
      .toSorted((left, right) => left - right);
    const typical = lengths[Math.floor((lengths.length - 1) * SHARE_SHOWN)] ?? 0;
    const width = Math.max(typical, heads[index] ?? 0) * CHARACTER + PADDING;
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
  });
}
