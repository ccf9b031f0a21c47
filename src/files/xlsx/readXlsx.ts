import { type Diagnostic, LIMITS, note, warning } from '#base';
import type { FileCell, Sheet, TableContent } from '../fileContent';
import { damaged, emptyFile, FileProblem, tooLarge } from '../problems';
import type { Named, ReadOptions } from '../readOptions';
import { longCell, manyColumns } from '../text/checkCells';
import { unpack } from '../zip/unpack';
import { xmlTags } from '../zip/xmlTags';
import { type CellMark, cellsOf, placeName, placeOf } from './cellsOf';
import { unescaped } from './sharedTexts';
import { plainCell, type StoredCell, shifted, typedCell } from './typedCell';
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

/**
 * Rows and columns that a sheet does not show, as those that a filter leaves out. They are read all the same: sums of the workbook
 * count them, too.
 */
function hiddenParts(
  xml: string,
  sheet: string,
  cells: readonly (readonly FileCell[])[],
): readonly Diagnostic[] {
  if (!xml.includes(' hidden=')) return [];
  const rows = hiddenRows(xml).filter((row) => cells[row]?.some((cell) => cell !== null)).length;
  const columns = hiddenColumns(xml, cells[0]?.length ?? 0).filter((column) =>
    cells.some((row) => (row[column] ?? null) !== null),
  ).length;
  const parts = [counted(rows, 'row'), counted(columns, 'column')].filter((part) => part !== '');
  return parts.length === 0 ? [] : [told(parts, rows + columns, sheet)];
}

/** Numbers of rows, counted from 0. */
function hiddenRows(xml: string): readonly number[] {
  const rows: number[] = [];
  let row = 0;
  for (const tag of xmlTags(xml)) {
    if (tag.name !== 'row' || tag.isEnd) continue;
    row = Number(tag.attribute('r') ?? row + 1);
    if (isHidden(tag.attribute('hidden'))) rows.push(row - 1);
  }
  return rows;
}

/** Numbers of columns, counted from 0. They stand before the rows. */
function hiddenColumns(xml: string, width: number): readonly number[] {
  const columns: number[] = [];
  for (const tag of xmlTags(xml.slice(0, xml.indexOf('sheetData')))) {
    if (tag.name !== 'col' || tag.isEnd || !isHidden(tag.attribute('hidden'))) continue;
    const to = Math.min(Number(tag.attribute('max')), width);
    for (let column = Number(tag.attribute('min')) - 1; column < to; column++) columns.push(column);
  }
  return columns;
}

function isHidden(written: string | undefined): boolean {
  return written === '1' || written === 'true';
}

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return count === 1 ? `one ${what}` : `${count.toLocaleString('en')} ${what}s`;
}

function told(parts: readonly string[], count: number, sheet: string): Diagnostic {
  return note(
    'CELLS_HIDDEN',
    `The sheet “${sheet}” hides ${parts.join(' and ')}: ${count === 1 ? 'it is' : 'they are'} read as the others are.`,
    'Copy what is shown into a sheet of its own, if only that counts.',
  );
}

/**
 * Writes the text of merged cells into each row that they stand beside: "North" over three rows is the region of all three. A
 * number is left where it stands, since it would be added up several times, and so is text over several columns, which is a title.
 *
 * @param rows are changed
 */
function fillMerged(xml: string, rows: FileCell[][], sheet: string): readonly Diagnostic[] {
  let filled = 0;
  for (const { top, bottom, column } of mergedIn(xml)) {
    const text = rows[top]?.[column];
    if (typeof text !== 'string') continue;
    for (const row of rows.slice(top + 1, bottom + 1)) {
      if ((row[column] ?? null) !== null) continue;
      row[column] = text;
      filled++;
    }
  }
  return filled === 0 ? [] : [merged(sheet, filled)];
}

interface Merged {
  readonly top: number;
  readonly bottom: number;
  readonly column: number;
}

/** Cells of one column that are one cell. They stand behind the rows. */
function* mergedIn(xml: string): Generator<Merged> {
  const start = xml.lastIndexOf('</sheetData>');
  if (start < 0) return;
  for (const tag of xmlTags(xml.slice(start))) {
    if (tag.name !== 'mergeCell' || tag.isEnd) continue;
    const [first, last] = (tag.attribute('ref') ?? '').split(':').map(placeOf);
    if (!first || !last || first.column !== last.column) continue;
    yield { top: first.row, bottom: last.row, column: first.column };
  }
}

function merged(sheet: string, filled: number): Diagnostic {
  const cells = filled === 1 ? 'One merged cell' : `${filled.toLocaleString('en')} merged cells`;
  return note(
    'CELLS_MERGED',
    `${cells} of the sheet “${sheet}” ${filled === 1 ? 'is' : 'are'} read as the text that they are merged with.`,
    'Nothing needs to be done: the text counts for every row beside it.',
  );
}

/** Days from the first of the workbook's calendar to 1970: Excel counts 29 February 1900, which was none. */
const EPOCH = { 1900: 25_569, 1904: 24_107 };
const DAY_MS = 86_400_000;

/**
 * What a cell holds, by its type (ECMA-376, 18.18.11); null where it is empty or an error.
 *
 * @throws FileProblem
 */
function storedCell(cell: CellMark, { texts, formats, epoch }: Workbook, file: string): StoredCell {
  const { type, stored, isFilled, style } = cell;
  if (!isFilled || stored === '') return null;
  switch (type) {
    case 's':
      return checked(texts[Number(stored)], cell, file);
    case 'str':
    case 'inlineStr':
      return checked(unescaped(stored), cell, file);
    case 'b':
      return stored === '1' || stored === 'true';
    case 'd':
      return new Date(stored);
    case 'n': {
      const number = Number(stored);
      if (Number.isNaN(number)) throw unreadable(cell, file);
      const { is } = formats[style] ?? { is: 'number' };
      const isMoment = is === 'date' || is === 'timestamp';
      return isMoment ? new Date(Math.round((number - EPOCH[epoch]) * DAY_MS)) : number;
    }
    default:
      return null;
  }
}

function checked(text: string | undefined, cell: CellMark, file: string): string {
  if (text === undefined) throw unreadable(cell, file);
  if (text.length > LIMITS.fileCellCharacters) throw longCell(file);
  return text;
}

function unreadable({ row, column }: CellMark, file: string) {
  return damaged(
    file,
    `the value of a cell cannot be read, in row ${row + 1} and column ${column + 1} of a sheet`,
  );
}

type Row = readonly FileCell[];

/**
 * The tables of a sheet that has several: below each other with blank rows between them, or beside each other with a blank column
 * between them and of different heights. Another table begins only where names stand over figures, as in the table before it; all
 * else, as a remark, a total or a gap, stays with the rows above it. Titles go with the table below them.
 */
export function tablesIn(rows: readonly Row[]): readonly (readonly Row[])[] {
  return stacked(rows).flatMap(besideEachOther);
}

interface Block {
  readonly from: number;
  readonly rows: readonly Row[];
}

function stacked(rows: readonly Row[]): readonly (readonly Row[])[] {
  const blocks = blocksOf(rows);
  const begin = blocks.flatMap((block, index) => (beginsTable(block.rows) ? [index] : []));
  const cuts = begin.slice(1).map((index) => {
    const before = blocks[index - 1];
    return (before && isTitle(before) ? before : blocks[index])?.from ?? 0;
  });
  return [0, ...cuts].map((from, index) => rows.slice(from, cuts[index] ?? rows.length));
}

/** Rows with nothing blank among them. */
function blocksOf(rows: readonly Row[]): readonly Block[] {
  const blocks: { from: number; rows: Row[] }[] = [];
  for (const [index, row] of rows.entries()) {
    if (filledIn(row) === 0) continue;
    const open = blocks.at(-1);
    if (open && open.from + open.rows.length === index) open.rows.push(row);
    else blocks.push({ from: index, rows: [row] });
  }
  return blocks;
}

function isTitle({ rows }: Block): boolean {
  return rows.every((row) => filledIn(row) === 1 && row.some((cell) => typeof cell === 'string'));
}

/** Whether its first row, titles aside, has names alone, and one of them stands over figures or days. */
function beginsTable(rows: readonly Row[]): boolean {
  const at = rows.findIndex((row) => filledIn(row) > 1);
  const head = rows[at];
  if (head === undefined || !head.every((cell) => cell === null || isName(cell))) return false;
  const body = rows.slice(at + 1);
  return head.some((name, column) => {
    const cells = body.flatMap((row) => row[column] ?? []);
    return name !== null && cells.length > 0 && cells.every(isFigure);
  });
}

function besideEachOther(rows: readonly Row[]): readonly (readonly Row[])[] {
  const spans = spansOf(rows);
  if (spans.length < 2) return [rows];
  const tables = spans.map(([from, to]) => rows.map((row) => row.slice(from, to)));
  const heights = tables.map((table) => table.findLastIndex((row) => filledIn(row) > 0));
  const areTables = tables.every((table) => blocksOf(table).some((block) => beginsTable(block.rows)));
  // Tables of one height may be one table that leaves a column free.
  if (!areTables || new Set(heights).size < 2) return [rows];
  return tables.map((table, index) => table.slice(0, (heights[index] ?? 0) + 1));
}

/** Columns that are filled, between columns that are not. */
function spansOf(rows: readonly Row[]): readonly (readonly [from: number, to: number])[] {
  const isUsed: boolean[] = [];
  for (const row of rows) for (const [column, cell] of row.entries()) isUsed[column] ||= cell !== null;
  const spans: [number, number][] = [];
  for (const [column, used] of isUsed.entries()) {
    if (!used) continue;
    const open = spans.at(-1);
    if (open?.[1] === column) open[1] = column + 1;
    else spans.push([column, column + 1]);
  }
  return spans;
}

function filledIn(row: Row): number {
  let count = 0;
  for (const cell of row) if (cell !== null && cell !== '') count++;
  return count;
}

function isName(cell: FileCell): boolean {
  return typeof cell === 'string' && /\p{L}/u.test(cell);
}

function isFigure(cell: FileCell): boolean {
  return typeof cell === 'string' ? /^\d{4}-\d\d-\d\d/.test(cell) : typeof cell !== 'boolean';
}
