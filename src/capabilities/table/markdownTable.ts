import { own } from '#base';
import { cellText, decimalsOfColumn } from './formatValue';
import { columnsOf } from './readTable';
import type { Row } from './table';

/** Rows and columns that an answer shows; what is left out is said below the table. */
export const SHOWN_ROWS = 20;
export const SHOWN_COLUMNS = 12;

/**
 * Rows as a Markdown table (GFM), numbers to the right, at most 20 rows and 12 columns, and a line that says how
 * many more there are. Text cells are escaped: a cell is never read as Markdown (case B1).
 */
export function markdownTable(rows: readonly Row[]): string {
  const all = columnsOf(rows);
  const columns = all
    .slice(0, SHOWN_COLUMNS)
    .map((column) => ({ ...column, decimals: decimalsOfColumn(numbersIn(rows, column.name)) }));
  const lines = [
    line(columns.map(({ name }) => cellText(name))),
    line(columns.map(({ type }) => (type === 'number' ? '---:' : '---'))),
    ...rows
      .slice(0, SHOWN_ROWS)
      .map((row) => line(columns.map(({ name, decimals }) => cellText(own(row, name) ?? null, decimals)))),
  ];
  return [lines.join('\n'), ...leftOut(rows.length - SHOWN_ROWS, all.length - columns.length)].join('\n\n');
}

/** The numbers of a column, which share their decimals when they are shown. */
export function numbersIn(rows: readonly Row[], column: string): number[] {
  return rows.flatMap((row) => {
    const cell = own(row, column);
    return typeof cell === 'number' ? [cell] : [];
  });
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
