import { type Diagnostic, LIMITS, note, warning } from '#base';
import type { FileCell, Sheet, TableContent } from '../fileContent';
import { damaged, emptyFile, FileProblem, tooLarge } from '../problems';
import type { Named, ReadOptions } from '../readOptions';
import { manyColumns } from '../text/checkCells';
import { unpack } from '../zip/unpack';
import { type CellMark, cellsOf, placeName } from './cellsOf';
import { hiddenParts } from './hiddenParts';
import { fillMerged } from './mergedCells';
import { storedCell } from './storedCell';
import { tablesIn } from './tablesIn';
import { plainCell, shifted, typedCell } from './typedCell';
import { openWorkbook, type SheetPart, type Workbook } from './workbook';

/**
 * Reads a workbook: a table for each sheet that is shown and not empty. Percent, currency, days
 * and times are what the format of a cell says.
 *
 * @throws FileProblem
 */
export async function readXlsx(
  bytes: Uint8Array,
  { name }: Named,
  options: ReadOptions,
): Promise<TableContent> {
  const entries = await unpack(bytes, name, (entry) => /\.(?:xml|rels)$/i.test(entry));
  options.progress?.(0.1);
  const workbook = openWorkbook(entries, name);
  for (const sheet of workbook.sheets) checkSheet(sheet, name);
  options.signal?.throwIfAborted();
  options.progress?.(0.4);
  return contentOf(workbook, name);
}

/**
 * Refuses a sheet that would become too large, or that breaks off, before rows are made of it.
 */
function checkSheet({ xml, name: sheet }: SheetPart, name: string): void {
  let [rows, columns, count] = [0, 0, 0];
  const onRow = (row: number) => {
    if (row >= MOST_ROWS) throw manyRows(name, sheet);
  };
  const cells = cellsOf(xml, onRow);
  let next = cells.next();
  for (; next.done !== true; next = cells.next()) {
    const { row, column, isFilled } = next.value;
    if (column >= LIMITS.fileColumns) throw manyColumns(name);
    onRow(row);
    if (++count > LIMITS.fileCells) throw manyCells(name, sheet);
    if (!isFilled) continue;
    rows = Math.max(rows, row + 1);
    columns = Math.max(columns, column + 1);
    // What is empty between cells is made as well, as wide as the widest row.
    if (rows * columns > LIMITS.fileCells) throw farApart(name, sheet);
  }
  if (!next.value) throw damaged(name, `its sheet “${sheet}” breaks off`);
}

/** The last row of a workbook (ECMA-376; Excel's own limit). */
const MOST_ROWS = 1_048_576;

function manyRows(name: string, sheet: string) {
  return tooLarge(
    name,
    `has more than ${MOST_ROWS.toLocaleString('en')} rows in the sheet “${sheet}”`,
    'No program that opens workbooks reads more: save the sheet as CSV or Parquet.',
  );
}

function farApart(name: string, sheet: string) {
  return tooLarge(
    name,
    `spans more than ${LIMITS.fileCells.toLocaleString('en')} cells in the sheet “${sheet}”, empty ones included`,
    'Delete what stands far away from the table, or save the sheet as CSV or Parquet.',
  );
}

function manyCells(name: string, sheet: string) {
  return tooLarge(
    name,
    `has more than ${LIMITS.fileCells.toLocaleString('en')} cells in the sheet “${sheet}”`,
    'Save the sheet as CSV or Parquet, or split it.',
  );
}

function contentOf(workbook: Workbook, name: string): TableContent {
  const notes: Diagnostic[] = [];
  const sheets: Sheet[] = [];
  const taken = new Set(workbook.sheets.map(({ name: sheet }) => sheet));
  for (const part of workbook.sheets) {
    const rows = cellsIn(part, workbook, name, notes);
    if (!rows.some((row) => row.some((cell) => cell !== null))) continue;
    if (part.isHidden) {
      notes.push(hidden(part.name));
      continue;
    }
    const tables = tablesIn(rows);
    if (tables.length > 1) notes.push(several(part.name, tables.length));
    for (const [index, table] of tables.entries()) {
      const called = index === 0 ? part.name : freeName(part.name, index + 1, taken);
      sheets.push({ name: called, columns: null, rows: table });
    }
  }
  if (sheets.length === 0) throw nothingShown(name, notes);
  return { kind: 'table', type: 'xlsx', sheets, notes };
}

/** A name that no sheet and no other table of the workbook has. */
function freeName(sheet: string, first: number, taken: Set<string>): string {
  let number = first;
  while (taken.has(`${sheet} (${number})`)) number++;
  const name = `${sheet} (${number})`;
  taken.add(name);
  return name;
}

function several(sheet: string, count: number): Diagnostic {
  return note(
    'SHEET_TABLES',
    `The sheet “${sheet}” holds ${count} tables: each is read by itself.`,
    'Nothing needs to be done: name the table that you mean when you ask.',
  );
}

function cellsIn(
  { xml, name: sheet, isHidden }: SheetPart,
  workbook: Workbook,
  file: string,
  notes: Diagnostic[],
): readonly (readonly FileCell[])[] {
  const found: FileCell[][] = [];
  let width = 0;
  let errors = 0;
  let uncalculated = 0;
  let firstError = '';
  for (const cell of cellsOf(xml)) {
    if (cell.type === 'e' && errors++ === 0) firstError = `${cell.stored} in ${placeName(cell)}`;
    uncalculated += cell.isUncalculated ? 1 : 0;
    const value = fileCell(cell, workbook, file);
    if (value === null) continue;
    while (found.length <= cell.row) found.push([]);
    const row = found[cell.row] ?? [];
    row[cell.column] = value;
    width = Math.max(width, cell.column + 1);
  }
  const rows = found.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? null));
  if (!isHidden && errors > 0)
    notes.push(emptied(sheet, errors, `an error (${errors === 1 ? '' : 'the first is '}${firstError})`));
  if (!isHidden && uncalculated > 0)
    notes.push(emptied(sheet, uncalculated, 'a formula without a stored result'));
  const merged = fillMerged(xml, rows, sheet);
  if (!isHidden) notes.push(...merged, ...hiddenParts(xml, sheet, rows));
  return inOneUnit(rows);
}

function fileCell(cell: CellMark, workbook: Workbook, file: string): FileCell {
  const value = storedCell(cell, workbook, file);
  const format = workbook.formats[cell.style];
  if (value === null || format === undefined) return plainCell(value);
  return typedCell(value, format, cell.type === 'n' ? cell.stored : '');
}

/**
 * In a column where some numbers show a unit and others none, as a total that nobody has formatted, the unit is left out:
 * what is stored counts. Two different units stay: such numbers are not of one kind.
 */
function inOneUnit(rows: readonly (readonly FileCell[])[]): readonly (readonly FileCell[])[] {
  const units: Set<string>[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      const unit = unitIn(cell);
      if (unit === null) continue;
      units[column] ??= new Set();
      units[column].add(unit);
    }
  }
  const isMixed = units.map((found) => found?.size === 2 && found.has(''));
  if (!isMixed.includes(true)) return rows;
  return rows.map((row) => row.map((cell, column) => (isMixed[column] ? withoutUnit(cell) : cell)));
}

function withoutUnit(cell: FileCell): FileCell {
  if (cell === null || typeof cell !== 'object') return cell;
  return cell.unit === '%' ? shifted(cell.number, -2) : cell.number;
}

function unitIn(cell: FileCell): string | null {
  if (typeof cell === 'number') return '';
  return cell !== null && typeof cell === 'object' ? cell.unit : null;
}

function hidden(sheet: string): Diagnostic {
  return note(
    'SHEET_HIDDEN',
    `The sheet “${sheet}” is hidden, and is left out.`,
    'Show it in the workbook and choose the file again, if you want to ask it.',
  );
}

function emptied(sheet: string, count: number, what: string): Diagnostic {
  const cells = count === 1 ? 'One cell' : `${count.toLocaleString('en')} cells`;
  return warning(
    'CELLS_WITHOUT_VALUE',
    `${cells} of the sheet “${sheet}” ${count === 1 ? 'holds' : 'hold'} ${what}: ${count === 1 ? 'it is' : 'they are'} read as empty.`,
    'Calculate the workbook in its program, save it, and choose it again.',
  );
}

function nothingShown(name: string, notes: readonly Diagnostic[]): FileProblem {
  if (notes.some(({ code }) => code === 'SHEET_HIDDEN'))
    return new FileProblem(
      'FILE_EMPTY',
      `Every sheet of “${name}” that holds something is hidden.`,
      'Show the sheet that you want to ask, save the workbook, and choose it again.',
    );
  return emptyFile(name);
}
