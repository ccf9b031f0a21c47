import { cellText } from '../columns/cell';
import { readColumn } from '../columns/readColumn';
import { filledIn, type GridRecord, isBlank, isName } from './gridRecord';

/** Blank lines behind which another table is looked for. */
const SEARCHED = 5;

/**
 * The line that names the columns of a second table in one file: behind a blank line, text in every cell, where the rows above and
 * below it have figures or dates in one column at least. Null where there is none.
 *
 * @param records from the names of the first table on
 */
export function secondHead(records: readonly GridRecord[]): GridRecord | null {
  const blanks = [...records.keys()].filter((at) => at > 1 && isBlankAt(records, at)).slice(0, SEARCHED);
  for (const blank of blanks) {
    const at = blank + 1;
    const head = records[at];
    if (head === undefined || !head.cells.every(isName)) continue;
    const above = records.slice(1, blank).filter((record) => !isBlank(record));
    const below = records.slice(at + 1).filter((record) => !isBlank(record));
    if (
      below.length > 0 &&
      head.cells.some((_, column) => areFigures(above, column) && areFigures(below, column))
    )
      return head;
  }
  return null;
}

export function anotherTable({ number, cells }: GridRecord): string {
  const names = cells.slice(0, 3).map(cellText).join(', ');
  return `Line ${number} looks like the names of another table (“${names.slice(0, 80)}”), and is read as a row: split the file there.`;
}

export function tableAbove(lines: readonly GridRecord[]): string {
  const names = lines[0]?.cells.slice(0, 3).map(cellText).join(', ') ?? '';
  return `${lines.length} lines above the names of the columns look like another table (“${names.slice(0, 80)}”), and are left out: split the file there.`;
}

function areFigures(records: readonly GridRecord[], column: number): boolean {
  const cells = records.map(({ cells }) => cells[column] ?? '');
  return cells.some((cell) => cell !== '') && readColumn(cells).type !== 'text';
}

/** Whether lines that are left out are a table of their own: names, and figures under one of them. */
export function isTable(lines: readonly GridRecord[]): boolean {
  return lines.some((head, at) => {
    const [next] = lines.slice(at + 1);
    return (
      next?.number === head.number + 1 &&
      filledIn(head) > 1 &&
      head.cells.every(isName) &&
      head.cells.some((_, column) => areFigures(lines.slice(at + 1), column))
    );
  });
}

function isBlankAt(records: readonly GridRecord[], at: number): boolean {
  const record = records[at];
  return record !== undefined && isBlank(record);
}
