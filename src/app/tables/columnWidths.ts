import { cellText, type TableColumn, type TableRow } from '#tables';

const CHARACTER = 7.4;
const PADDING = 26;
const NARROWEST = 76;
const WIDEST = 300;
/** Below the name stands from where to where a column reaches, in smaller letters; a date says its year once. */
const SMALL_CHARACTER = 6.4;
const BETWEEN = ' to '.length;
const YEAR = ' 2026'.length;
/** Of the longest cells few are shown whole, so that one long remark does not push all others away. */
const SHARE_SHOWN = 0.95;

/**
 * How wide each column is, in CSS pixels, by its head and the first rows. Fixed, so that nothing moves while rows come and go.
 *
 * @param heads how many characters the head of each column takes
 * @param withRanges whether heads also say from where to where a column reaches
 */
export function columnWidths(
  columns: readonly TableColumn[],
  sample: readonly TableRow[],
  heads: readonly number[],
  withRanges: boolean,
): readonly number[] {
  return columns.map((column, index) => {
    const lengths = sample
      .map(({ cells }) => cellText(cells[index] ?? null, column).length)
      .toSorted((left, right) => left - right);
    const typical = lengths[Math.floor((lengths.length - 1) * SHARE_SHOWN)] ?? 0;
    const width = Math.max(typical, heads[index] ?? 0) * CHARACTER;
    const range = withRanges ? rangeLength(column, lengths.at(-1) ?? 0) * SMALL_CHARACTER : 0;
    return Math.round(Math.min(WIDEST, Math.max(NARROWEST, Math.max(width, range) + PADDING)));
  });
}

/** How many characters the range of a column takes, as far as its first rows tell. */
function rangeLength({ type }: TableColumn, longest: number): number {
  if (type === 'number') return 2 * longest + BETWEEN;
  return type === 'date' ? 2 * longest + BETWEEN - YEAR : 0;
}
