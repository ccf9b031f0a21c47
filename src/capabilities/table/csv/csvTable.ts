import { failure } from '../../fail';
import { readColumn } from '../readings/readColumn';
import { type CsvRecord, commonest, splitCsv } from './splitCsv';

/** The cells of a CSV text, before any of them is read. */
export interface CsvTable {
  readonly names: readonly string[];
  /** Rows with one cell for each name. */
  readonly rows: readonly (readonly string[])[];
  /** What was done that nobody asked for, in sentences. */
  readonly notes: readonly string[];
}

/** Tables of two columns may have lines of one cell for other reasons than a title. */
const TITLED_WIDTH = 3;

/**
 * Finds names and rows in a CSV text. Lines above the names and below a blank line at the end that hold one cell are
 * titles and remarks; records without any text are left out; cells that miss at the end of a record are empty. Each of
 * these is noted. Nothing else is repaired.
 *
 * @param name what messages call the table
 * @throws CallError `CSV_EMPTY`, `CSV_RAGGED` or `CSV_QUOTES`, naming the record
 */
export function csvTable(text: string, name: string): CsvTable {
  const notes: string[] = [];
  const split = splitCsv(text, name);
  const records = withoutRemarks(withoutTitles(split, notes), notes).filter(({ cells }) => !isBlank(cells));
  const [first, ...others] = records;
  if (!first) throw emptyTable(name);
  const isHeader = others.length === 0 || !isData(first, others);
  if (!isHeader) notes.push('The first line holds values, not names: the columns are numbered.');
  const body = isHeader ? others : records;
  const header = isHeader ? first.cells : first.cells.map(() => '');
  const width = usedWidth(header, body);
  const short = body.filter(({ cells }) => cells.length < width);
  for (const { cells, number } of body) {
    const isTorn = cells.length < width && cells.length < 2;
    if (isTorn || cells.slice(width).some((cell) => cell !== ''))
      throw ragged(name, number, cells.length, width);
  }
  const [torn] = short;
  if (torn) {
    notes.push(
      `${short.length === 1 ? 'One line has' : `${short.length} lines have`} fewer cells than there are columns, the first is line ${torn.number}: what is missing at its end is empty.`,
    );
  }
  return {
    names: columnNames(header.slice(0, width)),
    rows: body.map(({ cells }) => Array.from({ length: width }, (_, index) => cells[index] ?? '')),
    notes,
  };
}

/** Leaves out what stands above the names: lines of one cell, and comments. */
function withoutTitles(records: readonly CsvRecord[], notes: string[]): readonly CsvRecord[] {
  const width = commonest(records.filter(({ cells }) => !isBlank(cells)).map(({ cells }) => cells.length));
  const isWhole = ({ cells }: CsvRecord) =>
    cells.length >= width && (width < TITLED_WIDTH || filledIn(cells) > 1);
  const start = records.findIndex(isWhole);
  const above = records.slice(0, Math.max(0, start)).filter(({ cells }) => !isBlank(cells));
  const blankBetween = start > 0 && isBlank(records[start - 1]?.cells ?? []);
  const areTitles = above.every(({ cells }) => isComment(cells) || filledIn(cells) === 1);
  const areSure = width >= TITLED_WIDTH || blankBetween || above.every(({ cells }) => isComment(cells));
  if (width < 2 || above.length === 0 || !areTitles || !areSure) return records;
  notes.push(leftOut('above the names of the columns', above));
  return records.slice(start);
}

/** Leaves out lines of one cell at the end that a blank line parts from the rows. */
function withoutRemarks(records: readonly CsvRecord[], notes: string[]): readonly CsvRecord[] {
  const width = records.find(({ cells }) => !isBlank(cells))?.cells.length ?? 0;
  const isRemark = ({ cells }: CsvRecord) => isBlank(cells) || (filledIn(cells) === 1 && cells[0] !== '');
  const end = records.findLastIndex((record) => !isRemark(record)) + 1;
  const below = records.slice(end);
  const remarks = below
    .slice(below.findIndex(({ cells }) => isBlank(cells)))
    .filter(({ cells }) => !isBlank(cells));
  const start = remarks[0] === undefined ? -1 : records.indexOf(remarks[0]);
  const isParted = start > 1 && isBlank(records[start - 1]?.cells ?? []);
  if (width < 2 || !isParted) return records;
  notes.push(leftOut('below the rows', remarks));
  return records.slice(0, start);
}

function leftOut(where: string, lines: readonly CsvRecord[]): string {
  const said = lines[0]?.cells.find((cell) => cell !== '') ?? '';
  return `${lines.length === 1 ? 'One line' : `${lines.length} lines`} ${where} ${lines.length === 1 ? 'is' : 'are'} left out: “${said.slice(0, 80)}”.`;
}

/**
 * Whether the first record is one of the rows: in columns that are not text it fits as its rows do, and not only by whole
 * numbers, which may be names as well (`2024`, `2025`).
 */
function isData(first: CsvRecord, others: readonly CsvRecord[]): boolean {
  let isTelling = false;
  for (const [index, cell] of first.cells.entries()) {
    const cells = others.map((record) => record.cells[index] ?? '');
    const read = readColumn(cells);
    if (read.type === 'text') continue;
    const whole = readColumn([cell, ...cells]);
    if (cell === '' || whole.type !== read.type || whole.unit !== read.unit) return false;
    if (!/^\d{1,9}$/.test(cell)) isTelling = true;
  }
  return isTelling;
}

/** How many columns there are: those at the end without a name and without any cell come from separators alone. */
function usedWidth(header: readonly string[], rows: readonly CsvRecord[]): number {
  let width = header.length;
  while (width > 1 && header[width - 1] === '' && rows.every(({ cells }) => (cells[width - 1] ?? '') === ''))
    width -= 1;
  return width;
}

function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const stem = cell === '' ? `column_${index + 1}` : cell.replace(/\s*[\r\n]+\s*/g, ' ');
    let name = stem;
    for (let number = 2; taken.has(name); number++) name = `${stem}_${number}`;
    taken.add(name);
    return name;
  });
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '');
}

function filledIn(cells: readonly string[]): number {
  return cells.filter((cell) => cell !== '').length;
}

function isComment(cells: readonly string[]): boolean {
  return cells[0]?.startsWith('#') === true;
}

function emptyTable(name: string) {
  return failure('CSV_EMPTY', `"${name}" is empty.`, 'Its first line has to name the columns.');
}

function ragged(name: string, record: number, found: number, expected: number) {
  return failure(
    'CSV_RAGGED',
    `Record ${record} of "${name}" has ${found} ${found === 1 ? 'cell' : 'cells'}, the header names ${expected}.`,
    'Give every line as many cells as the header, and put cells that hold the separator into quotation marks.',
  );
}
