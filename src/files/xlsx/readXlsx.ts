import { type Diagnostic, LIMITS, note, warning } from '#base';
import type { FileCell, Sheet, TableContent } from '../fileContent';
import { damaged, emptyFile, FileProblem, tooLarge } from '../problems';
import type { Named, ReadOptions } from '../readOptions';
import { longCell, manyColumns } from '../text/checkCells';
import { repack, unpack } from '../zip/unpack';
import { cellsOf } from './cellsOf';
import { fillMerged } from './mergedCells';
import { placedCells } from './placedCells';
import { type LibraryCell, plainCell, shifted, typedCell } from './typedCell';
import { openWorkbook, type SheetPart, type Workbook } from './workbook';

/**
 * Reads a workbook: a table for each sheet that is shown and not empty. The values come from `read-excel-file`; what it
 * does not tell (hidden sheets, percent and currency, times, errors, formulas without a result) is looked up in the same XML.
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
  const unplaced = workbook.sheets.filter((sheet) => !checkSheet(sheet, name));
  options.signal?.throwIfAborted();
  options.progress?.(0.3);
  const placed = Object.fromEntries(
    unplaced.map(({ path, xml }) => [path, new TextEncoder().encode(placedCells(xml))] as const),
  );
  const values = await valuesIn(await repack({ ...entries, ...placed }), name);
  options.signal?.throwIfAborted();
  options.progress?.(0.8);
  return contentOf(workbook, values, name);
}

/**
 * Refuses a sheet that would become too large, before a library makes rows of it.
 *
 * @returns whether each of its cells says where it stands
 */
function checkSheet({ xml, name: sheet }: SheetPart, name: string): boolean {
  let [rows, columns, cells] = [0, 0, 0];
  let arePlaced = true;
  const onRow = (row: number) => {
    if (row >= MOST_ROWS) throw manyRows(name, sheet);
  };
  for (const { row, column, isFilled, isPlaced } of cellsOf(xml, onRow)) {
    arePlaced &&= isPlaced;
    if (column >= LIMITS.fileColumns) throw manyColumns(name);
    onRow(row);
    if (++cells > LIMITS.fileCells) throw manyCells(name, sheet);
    if (!isFilled) continue;
    rows = Math.max(rows, row + 1);
    columns = Math.max(columns, column + 1);
    // What is empty between cells is made as well, as wide as the widest row.
    if (rows * columns > LIMITS.fileCells) throw farApart(name, sheet);
  }
  return arePlaced;
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

async function valuesIn(archive: ArrayBuffer, name: string): Promise<ReadonlyMap<string, LibraryCell[][]>> {
  const { default: readXlsxFile } = await import('read-excel-file/universal');
  try {
    const sheets = await readXlsxFile(archive);
    return new Map(
      sheets.map(({ sheet, data }) => [
        sheet,
        data.map((row) => row.map((value) => libraryCell(value, name))),
      ]),
    );
  } catch (cause) {
    if (cause instanceof FileProblem) throw cause;
    throw damaged(
      name,
      `its workbook cannot be read (${cause instanceof Error ? cause.message : String(cause)})`,
    );
  }
}

function libraryCell(value: unknown, name: string): LibraryCell {
  if (typeof value === 'string' && value.length > LIMITS.fileCellCharacters) throw longCell(name);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value instanceof Date ? value : null;
}

function contentOf(
  workbook: Workbook,
  values: ReadonlyMap<string, LibraryCell[][]>,
  name: string,
): TableContent {
  const notes: Diagnostic[] = [];
  const sheets: Sheet[] = [];
  for (const part of workbook.sheets) {
    const rows = cellsIn(part, values.get(part.name) ?? [], workbook, notes);
    if (!rows.some((row) => row.some((cell) => cell !== null))) continue;
    if (part.isHidden) notes.push(hidden(part.name));
    else sheets.push({ name: part.name, columns: null, rows });
  }
  if (sheets.length === 0) throw nothingShown(name, notes);
  return { kind: 'table', type: 'xlsx', sheets, notes };
}

function cellsIn(
  { xml, name: sheet, isHidden }: SheetPart,
  values: readonly LibraryCell[][],
  { formats }: Workbook,
  notes: Diagnostic[],
): readonly (readonly FileCell[])[] {
  const rows = values.map((row) => row.map(plainCell));
  let errors = 0;
  let uncalculated = 0;
  for (const { row, column, style, isError, isUncalculated, stored } of cellsOf(xml)) {
    errors += isError ? 1 : 0;
    uncalculated += isUncalculated ? 1 : 0;
    const format = formats[style];
    const value = values[row]?.[column];
    const cells = rows[row];
    if (format !== undefined && cells !== undefined && value !== undefined && value !== null)
      cells[column] = typedCell(value, format, stored);
  }
  if (!isHidden && errors > 0) notes.push(emptied(sheet, errors, 'an error, as #DIV/0!'));
  if (!isHidden && uncalculated > 0)
    notes.push(emptied(sheet, uncalculated, 'a formula without a stored result'));
  const merged = fillMerged(xml, rows, sheet);
  if (!isHidden) notes.push(...merged);
  return inOneUnit(rows);
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
