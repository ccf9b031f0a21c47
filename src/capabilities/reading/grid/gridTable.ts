import { failure } from '../../fail';
import { type Cell, cellText } from '../columns/cell';
import { isTextAlone, readColumn } from '../columns/readColumn';
import { filledIn, type GridRecord, isBlank, isName, isNote, leftOut } from './gridRecord';
import { headerAt } from './headerAt';
import { anotherTable, isTable, secondHead, tableAbove } from './secondHead';

/** Names and cells of a table, before any of them is read. */
export interface GridTable {
  readonly names: readonly string[];
  /** Rows with one cell for each name. */
  readonly rows: readonly (readonly Cell[])[];
  /** What was done that nobody asked for, in sentences. */
  readonly notes: readonly string[];
}

/**
 * Finds names and rows in lines of cells, of a CSV text or of a sheet. What stands above the names, and lines of one
 * cell below a blank line at the end, are titles and remarks; records without any text are left out; cells that miss at
 * the end of a record are empty. Each of these is noted. Nothing else is repaired.
 *
 * @param name what messages call the table
 * @throws CallError `CSV_EMPTY` or `CSV_RAGGED`, naming the record
 */
export function gridTable(lines: readonly GridRecord[], name: string): GridTable {
  const notes: string[] = [];
  const titled = withoutRemarks(withoutTitles(lines, notes), notes);
  const second = secondHead(titled);
  if (second !== null) notes.push(anotherTable(second));
  const records = titled.filter((record) => !isBlank(record));
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
  const { names, notes: renamed } = columnNames(header.slice(0, width));
  if (isHeader) notes.push(...renamed);
  return {
    names,
    rows: body.map(({ cells }) =>
      cells.length === width ? cells : Array.from({ length: width }, (_, index) => cells[index] ?? ''),
    ),
    notes,
  };
}

/** Leaves out what stands above the names, and makes one line of names that stand in several. */
function withoutTitles(records: readonly GridRecord[], notes: string[]): readonly GridRecord[] {
  const start = headerAt(records);
  const grouped = groupedHead(records, start);
  const { first, last } = grouped ?? { first: start, last: start };
  const above = records.slice(0, first).filter((record) => !isBlank(record));
  if (isTable(above)) notes.push(tableAbove(above));
  else if (above.length > 0) notes.push(leftOut('above the names of the columns', above));
  if (grouped === null) return records.slice(start);
  notes.push(groupedNote(grouped));
  return [{ cells: grouped.cells, number: records[last]?.number ?? 0 }, ...records.slice(last + 1)];
}

/** Leaves out lines of one cell at the end that a blank line parts from the rows. */
function withoutRemarks(records: readonly GridRecord[], notes: string[]): readonly GridRecord[] {
  const width = records.find((record) => !isBlank(record))?.cells.length ?? 0;
  const blank = records.findIndex(isBlank);
  // Where rows above begin so as well, it is what their first column holds.
  const areNotes = blank > 0 && !records.slice(0, blank).some(isNote);
  const isRemark = (record: GridRecord) =>
    isBlank(record) || (filledIn(record) === 1 && record.cells[0] !== '') || (areNotes && isNote(record));
  const end = records.findLastIndex((record) => !isRemark(record)) + 1;
  const below = records.slice(end);
  const remarks = below.slice(below.findIndex(isBlank)).filter((record) => !isBlank(record));
  const [first] = remarks;
  const start = first === undefined ? -1 : records.indexOf(first);
  const before = records[start - 1];
  if (width < 2 || start < 2 || (before && !isBlank(before))) return records;
  notes.push(leftOut('below the rows', remarks));
  return records.slice(0, start);
}

/**
 * Whether the first record is one of the rows: in columns that are not text it fits as its rows do, and not only by whole
 * numbers, which may be names as well (`2024`, `2025`).
 */
function isData(first: GridRecord, others: readonly GridRecord[]): boolean {
  let isTelling = false;
  for (const [index, cell] of first.cells.entries()) {
    const cells = others.map((record) => record.cells[index] ?? '');
    const read = readColumn(cells);
    if (read.type === 'text') continue;
    if (cell === '' || isTextAlone(cell)) return false;
    const whole = readColumn([cell, ...cells]);
    if (whole.type !== read.type || whole.unit !== read.unit) return false;
    if (!/^\d{1,9}$/.test(cellText(cell))) isTelling = true;
  }
  return isTelling;
}

/** How many columns there are: those at the end without a name and without any cell come from separators alone. */
function usedWidth(header: readonly Cell[], rows: readonly GridRecord[]): number {
  let width = header.length;
  while (width > 1 && header[width - 1] === '' && rows.every(({ cells }) => (cells[width - 1] ?? '') === ''))
    width -= 1;
  return width;
}

/** Names that are each there once: what has none is numbered, and what is there twice; and that it was done, in sentences. */
export function columnNames(header: readonly Cell[]): {
  readonly names: readonly string[];
  readonly notes: readonly string[];
} {
  const taken = new Set<string>();
  const unnamed: string[] = [];
  const repeated = new Map<string, string[]>();
  const names = header.map((cell, index) => {
    const stem = cell === '' ? `column_${index + 1}` : cellText(cell).replace(/\s*[\r\n]+\s*/g, ' ');
    let name = stem;
    for (let number = 2; taken.has(name); number++) name = `${stem}_${number}`;
    taken.add(name);
    if (cell === '') unnamed.push(name);
    else if (name !== stem) repeated.set(stem, [...(repeated.get(stem) ?? []), name]);
    return name;
  });
  return { names, notes: [...repeatedNotes(repeated), ...unnamedNotes(unnamed)] };
}

/** So many names are told one by one. */
const TOLD = 3;

function repeatedNotes(repeated: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const told = [...repeated].slice(0, TOLD).map(([stem, others]) => {
    const which = others.length === 1 ? 'the second of them is' : 'those behind the first are';
    return `${others.length + 1} columns are called “${stem.slice(0, 80)}”: ${which} ${quoted(others)} here.`;
  });
  const more = repeated.size - told.length;
  return more > 0 ? [...told, `${more} other names of columns are there more than once, too.`] : told;
}

function unnamedNotes(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const which =
    names.length === 1 ? 'One column has no name, and is' : `${names.length} columns have no name, and are`;
  return [`${which} called ${quoted(names)} here.`];
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, TOLD).map((name) => `“${name.slice(0, 80)}”`);
  return names.length > TOLD ? `${shown.join(', ')} and so on` : shown.join(', ');
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

/** Names of columns that stand in several lines: groups above, what each has below. */
interface GroupedHead {
  /** Indices of the first and the last of its lines. */
  readonly first: number;
  readonly last: number;
  /** One name for each column: `2024 Q1`. */
  readonly cells: readonly string[];
  /** One of them that was put together. */
  readonly example: string;
}

/** Lines of groups above each other, as years over quarters over plan and actual. */
const LEVELS = 3;

/**
 * The names of columns together with those of their groups, where the names alone are there twice: `Q1` under 2024 and `Q1` under
 * 2025. Null where each name is there once, and where groups do not tell them apart.
 *
 * @param start the line that seems to name the columns
 */
function groupedHead(records: readonly GridRecord[], start: number): GroupedHead | null {
  const cells = records[start]?.cells.map(cellText) ?? [];
  if (!hasRepeated(cells)) return null;
  return groupsAbove(records, start, cells) ?? namesBelow(records, start, cells);
}

function groupsAbove(
  records: readonly GridRecord[],
  start: number,
  cells: readonly string[],
): GroupedHead | null {
  let joined = cells;
  for (let first = start - 1; first >= Math.max(0, start - LEVELS + 1); first--) {
    const groups = records[first]?.cells.map(cellText) ?? [];
    if (groups.filter((cell) => cell !== '').length < 2 || groups.length > cells.length) return null;
    joined = joinNames(spread(groups, cells), joined);
    if (!hasRepeated(joined)) return headOf(first, start, joined, cells);
  }
  return null;
}

/** Groups whose names are written over each of their columns seem to be the names, and the names below them a row of text. */
function namesBelow(
  records: readonly GridRecord[],
  start: number,
  cells: readonly string[],
): GroupedHead | null {
  const names = records[start + 1];
  const row = records[start + 2];
  if (!names || !row || isBlank(names) || names.cells.length > cells.length) return null;
  if (!names.cells.every((cell) => cell === '' || isName(cell)) || row.cells.every(isName)) return null;
  const below = names.cells.map(cellText);
  const joined = joinNames(spread(cells, below), below);
  return hasRepeated(joined) ? null : headOf(start, start + 1, joined, below);
}

function headOf(
  first: number,
  last: number,
  cells: readonly string[],
  names: readonly string[],
): GroupedHead {
  const example = cells.find((cell, index) => names[index] !== '' && cell !== names[index]) ?? '';
  return { first, last, cells, example };
}

/** A group is written over its first column: it counts up to the next one, and the last for as many columns as the widest before it. */
function spread(groups: readonly string[], names: readonly string[]): readonly string[] {
  const starts = groups.flatMap((cell, index) => (cell === '' ? [] : [index]));
  const widths = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  const end = (starts.at(-1) ?? 0) + Math.max(...widths);
  let group = '';
  return names.map((_, index) => {
    group = groups[index] || group;
    return index < end ? group : '';
  });
}

function joinNames(groups: readonly string[], names: readonly string[]): readonly string[] {
  const width = Math.max(groups.length, names.length);
  return Array.from({ length: width }, (_, index) => {
    const [group = '', name = ''] = [groups[index], names[index]];
    return group === name ? name : `${group} ${name}`.trim();
  });
}

function hasRepeated(names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== '');
  return new Set(filled).size < filled.length;
}

function groupedNote({ example }: GroupedHead): string {
  return `The names of the columns stand in several lines, and are read together, as “${example.slice(0, 80)}”.`;
}
