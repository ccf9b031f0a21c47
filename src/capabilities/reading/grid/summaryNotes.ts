import type { SummaryRow } from './summaryRows';

/** What a person is told of rows that sum up others. */
export function summaryNotes(
  leftOut: readonly SummaryRow[],
  inDoubt: readonly SummaryRow[],
): readonly string[] {
  const [first, ...others] = leftOut;
  const one = `The row “${first?.label}” is left out: it sums up others.`;
  const many = `${leftOut.length} rows that sum up others are left out, the first is “${first?.label}”.`;
  return [
    ...(first ? [others.length === 0 ? one : many] : []),
    ...inDoubt.map(
      ({ label }) =>
        `The row “${label}” at the end counts as a row: its figures are not those of the rows above.`,
    ),
  ];
}
