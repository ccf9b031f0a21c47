import type { Row } from '../reading/table';
import { readableValue } from './formatValue';
import { type ShownColumn, shownCell } from './shownColumns';

/** Rows and columns that an answer shows; what is left out is said below the table. */
const SHOWN_ROWS = 20;
const SHOWN_COLUMNS = 12;

/**
 * Rows as a Markdown table (GFM), numbers to the right, at most 20 rows and 12 columns, and a line that says how
 * many more there are. Text cells are escaped: a cell is never read as Markdown (case B1).
 *
 * @param total how many rows there are, where only the first of them are given
 */
export function markdownTable(
  rows: readonly Row[],
  all: readonly ShownColumn[],
  total: number = rows.length,
): string {
  const columns = all.slice(0, SHOWN_COLUMNS);
  const lines = [
    line(columns.map(({ label }) => readableValue(label))),
    line(columns.map(({ type }) => (type === 'number' ? '---:' : '---'))),
    ...rows.slice(0, SHOWN_ROWS).map((row) => line(columns.map((column) => shownCell(row, column)))),
  ];
  return [lines.join('\n'), ...leftOut(total - SHOWN_ROWS, all.length - columns.length)].join('\n\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function leftOut(rows: number, columns: number): string[] {
  const parts = [
    ...(rows > 0 ? [`${rows} more ${rows === 1 ? 'row' : 'rows'}`] : []),
    ...(columns > 0 ? [`${columns} more ${columns === 1 ? 'column' : 'columns'}`] : []),
  ];
  return parts.length === 0 ? [] : [`… and ${parts.join(' and ')}.`];
}
