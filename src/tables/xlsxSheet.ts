import type { Json } from '#base';
import type { TableColumn, TableRow } from './tableSource';

/** A cell as `write-excel-file` takes it. */
type SheetCell =
  | string
  | number
  | boolean
  | null
  | { readonly value: string; readonly fontWeight: 'bold' }
  | { readonly value: number; readonly format: string }
  | { readonly value: Date; readonly format: string };

/** What a spreadsheet takes; the rows below it would be lost in silence, so they are refused before. */
export const MOST_SHEET_ROWS = 1_048_575;
const LONGEST_CELL = 32_767;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Rows as the cells of a spreadsheet: numbers with their unit as a format, days as days, texts as texts, which no spreadsheet
 * takes for a formula (case A13).
 */
export function sheetOf(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
): readonly (readonly SheetCell[])[] {
  return [
    columns.map(({ name }) => ({ value: name, fontWeight: 'bold' })),
    ...rows.map(({ cells }) => columns.map((column, index) => sheetCell(cells[index] ?? null, column))),
  ];
}

function sheetCell(cell: Json, { type, unit, decimals }: TableColumn): SheetCell {
  if (cell === null || typeof cell === 'boolean') return cell;
  if (typeof cell === 'number')
    return unit === undefined ? cell : { value: cell, format: formatOf(unit, decimals) };
  if (typeof cell !== 'string') return JSON.stringify(cell).slice(0, LONGEST_CELL);
  // Days before 1900 are none in a spreadsheet.
  if (type === 'date' && ISO_DAY.test(cell) && cell >= '1900-03-01')
    return { value: new Date(`${cell}T00:00:00Z`), format: 'yyyy-mm-dd' };
  return cell.slice(0, LONGEST_CELL);
}

/** `#,##0.00 "EUR"`: the unit stands behind the number, and is no part of it. */
function formatOf(unit: string, decimals = 0): string {
  const number = decimals > 0 ? `#,##0.${'0'.repeat(Math.min(decimals, 10))}` : '#,##0';
  return `${number} "${unit.replaceAll('"', '')}"`;
}
