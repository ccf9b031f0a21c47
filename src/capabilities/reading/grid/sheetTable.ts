import type { FileCell, Sheet } from '#files';
import type { Cell } from '../columns/cell';
import { unitOf } from '../columns/units';
import type { GridRecord } from './gridRecord';
import { columnNames, type GridTable, gridTable } from './gridTable';

/**
 * Names and cells of a sheet. Where its file does not know the names they are looked for as in CSV: below titles, above
 * remarks; columns without any cell are left out.
 *
 * @param name what messages call the table
 * @throws CallError as `gridTable` does
 */
export function sheetTable({ columns, rows }: Sheet, name: string): GridTable {
  if (columns === null) return gridTable(recordsOf(rows), name);
  const cells = rows.map((row) => columns.map((_, index) => cellOf(row[index] ?? null)));
  return { ...columnNames(columns), rows: cells };
}

/**
 * Rows as lines of CSV would be. From the first row of two cells on they are all as wide as the sheet, since a cell that
 * misses is empty in a sheet; above it lines of one cell stay what they are, titles.
 */
function recordsOf(rows: readonly (readonly FileCell[])[]): GridRecord[] {
  const used = usedColumns(rows);
  const records = rows.map((row, index) => ({
    cells: used.map((column) => cellOf(row[column] ?? null)),
    number: index + 1,
  }));
  const start = records.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  return records.map((record, index) =>
    index < start ? { ...record, cells: trimmed(record.cells) } : record,
  );
}

function usedColumns(rows: readonly (readonly FileCell[])[]): readonly number[] {
  const used = new Set<number>();
  for (const row of rows) {
    for (const [index, cell] of row.entries()) if (cell !== null && cell !== '') used.add(index);
  }
  return [...used].toSorted((left, right) => left - right);
}

function trimmed(cells: readonly Cell[]): readonly Cell[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

/** A unit that is none (`"Total: "0`) is what its format writes around a number. */
function cellOf(cell: FileCell): Cell {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return String(cell);
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'number') return cell;
  const unit = unitOf(cell.unit, false);
  return unit === null ? cell.number : { number: cell.number, unit };
}
