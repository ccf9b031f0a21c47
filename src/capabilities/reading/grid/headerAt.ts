import { type Cell, cellText } from '../columns/cell';
import { DATE_STYLES } from '../columns/dateCell';
import { type ReadColumn, readColumn } from '../columns/readColumn';
import { filledIn, type GridRecord, isBlank, isComment } from './gridRecord';

/** Lines among which the names are looked for: nobody writes a longer letterhead. */
const SEARCHED = 40;
/** Records below a line by which it is told whether they agree with it. */
const SAMPLE = 200;
/** Tables of two columns may have lines of one cell for other reasons than a title. */
const TITLED_WIDTH = 3;

/**
 * Which record names the columns: the first that has a name for every column of the records below it, with nothing
 * above but titles, comments, addresses and the like. A line above is one only by evidence: it holds a single cell, or
 * two things at least say that it is no header (names too few columns, says "Account: …", is parted by a blank line,
 * and without it the columns below are numbers and dates under names).
 *
 * @returns the index of the record; the first that is not blank where nothing is sure
 */
export function headerAt(records: readonly GridRecord[]): number {
  const lines = [...records.keys()].slice(0, SEARCHED).filter((index) => !isBlankAt(records, index));
  const found = lines.slice(1).find((at) => {
    const below = belowOf(records, at);
    return below !== null && lines.every((line) => line >= at || isAbove(records, line, at, below));
  });
  return found ?? pastTitles(records, lines);
}

/** Names of which some are missing may still stand below titles. */
function pastTitles(records: readonly GridRecord[], lines: readonly number[]): number {
  const [first = 0] = lines;
  const at = lines.find((line) => records[line] && !isComment(records[line]) && filledIn(records[line]) > 1);
  const isWide = at !== undefined && (records[at]?.cells.length ?? 0) >= TITLED_WIDTH;
  return isWide || lines.every((line) => line >= (at ?? 0) || isCommentAt(records, line))
    ? (at ?? first)
    : first;
}

/** What the records below a line have in common, and how the line stands to it. */
interface Below {
  /** Indices of the columns that have cells. */
  readonly used: readonly number[];
  /** How many columns of numbers, dates and the like begin below the line, where none of its cells is one of theirs. */
  readonly named: number;
  /** Whether a cell of the line reads as those below it do. */
  readonly isRow: boolean;
}

/** Null where the line does not name all columns below it: the first may be without a name. */
function belowOf(records: readonly GridRecord[], at: number): Below | null {
  const names = records[at]?.cells ?? [];
  const sample = records.slice(at + 1, at + 1 + SAMPLE).filter((record) => !isBlank(record));
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  const used = Array.from({ length: width }, (_, index) => index).filter((index) =>
    sample.some(({ cells }) => (cells[index] ?? '') !== ''),
  );
  if (used.length < 2 || used.some((index) => index > 0 && (names[index] ?? '') === '')) return null;
  const typed = used.flatMap((index) => {
    const cells = sample.map((record) => record.cells[index] ?? '');
    const read = readColumn(cells);
    return read.type === 'text' || names[index] === '' ? [] : [fits(names[index] ?? '', cells, read)];
  });
  const isRow = typed.some((fit) => fit);
  return { used, isRow, named: isRow ? 0 : typed.length };
}

function fits(cell: Cell, cells: readonly Cell[], read: ReadColumn): boolean {
  const whole = readColumn([cell, ...cells]);
  return whole.type === read.type && whole.unit === read.unit;
}

/** Whether a line stands above the names, and is neither them nor a row. */
function isAbove(records: readonly GridRecord[], line: number, at: number, below: Below): boolean {
  const record = records[line];
  if (record === undefined || isComment(record)) return true;
  const { used, isRow, named } = below;
  const parted = records.slice(line + 1, at).some(isBlank);
  if (filledIn(record) === 1 && (used.length >= TITLED_WIDTH || parted)) return true;
  if (isRow) return false;
  const isRemark = record.cells.some((cell) => saysOfItself(cellText(cell)));
  const unnamed = used.filter((index) => (record.cells[index] ?? '') === '').length;
  const isNarrow = unnamed > 1 || record.cells.length <= (used.at(-1) ?? 0);
  // A gap among names happens; that the last of them is missing is seldom, and a line of text over it is likelier.
  const endsEarly = (record.cells[used.at(-1) ?? 0] ?? '') === '';
  if (named > 0) return isRemark || (unnamed > 0 && (parted || isNarrow || endsEarly || named > 1));
  return unnamed > 0 && ((isRemark && (parted || isNarrow)) || (parted && unnamed > 1));
}

/** "Account: 12", "from 2026-03-01", an account's number: what nobody calls a column. */
function saysOfItself(cell: string): boolean {
  if (/:(?:\s|$)/.test(cell) || /^[A-Z]{2}\d\d(?: ?[A-Z0-9]){8,30}$/.test(cell)) return true;
  return DATE_STYLES.some((style) => style.read(cell, false) !== null);
}

function isCommentAt(records: readonly GridRecord[], index: number): boolean {
  const record = records[index];
  return record !== undefined && isComment(record);
}

function isBlankAt(records: readonly GridRecord[], index: number): boolean {
  const record = records[index];
  return record === undefined || isBlank(record);
}
