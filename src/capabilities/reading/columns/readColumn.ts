import { type Json, present } from '#base';
import type { ColumnNotation, ColumnReading, ColumnType } from '#plan';
import { type Cell, cellText, isEmpty } from './cell';
import type { CellReading, CellStyle } from './cellStyle';
import { DATE_STYLES, daysInAnyWay } from './dateCell';
import { countOf, type DistinctCells, distinctCells, inEachRow } from './distinctCells';
import { FAMILIES, stylesOf } from './styles';
import { isMidnight } from './timeCell';

/** A column as it was read: one value for each cell, null where it is empty or does not fit. */
export interface ReadColumn {
  readonly type: ColumnType;
  readonly unit?: string;
  readonly notation?: ColumnNotation;
  readonly values: readonly Json[];
  /** How many cells that are not empty do not fit; 0 unless a person said how to read them. */
  readonly unread: number;
}

/**
 * Reads a column by what its cells look like. A type is chosen only if every cell that is not empty fits it, and no
 * notation of its family gives another value: a column of `1,234` or of `03/04/2026` alone is text until a person says
 * what it is. Days may each be written in a way of their own, if all are days in only one order.
 */
export function readColumn(column: readonly Cell[]): ReadColumn {
  const distinct = distinctCells(column);
  const filled = distinct.cells.filter((cell) => !isEmpty(cell));
  for (const family of filled.length === 0 ? [] : FAMILIES) {
    const fits = family.flatMap((style) => wholeFit(style, filled) ?? []);
    const [first, ...others] = fits;
    if (first === undefined) {
      const days = family === DATE_STYLES ? daysInAnyWay(filled, false) : null;
      if (days === null || days.isOfTwoOrders || days.values.includes(null)) continue;
      return columnOf({ style: { type: 'date' }, unit: '', values: days.values }, distinct);
    }
    if (others.some(({ values }) => !values.every((value, index) => value === first.values[index]))) break;
    return columnOf(first, distinct);
  }
  return { type: 'text', values: inEachRow(distinct, distinct.cells.map(asWritten)), unread: 0 };
}

/** Whether a cell fits no notation: a column that has it is text. */
export function isTextAlone(cell: Cell): boolean {
  return (
    !isEmpty(cell) &&
    FAMILIES.every((family) => family.every((style) => readingOf(style, cell, false) === null))
  );
}

/** Reads a column as a person said: a cell that does not fit is empty. */
export function readColumnAs(column: readonly Cell[], said: ColumnReading): ReadColumn {
  const distinct = distinctCells(column);
  const { values, ...read } = readDistinctAs(distinct, said);
  return { ...read, values: inEachRow(distinct, values) };
}

/** The same, with a value for each distinct cell. */
function readDistinctAs(distinct: DistinctCells, said: ColumnReading): ReadColumn {
  const { cells } = distinct;
  if (said.type === 'text')
    return { type: 'text', values: cells.map((cell) => (cell === '' ? null : cellText(cell))), unread: 0 };
  const days = said.type === 'date' && said.read === undefined ? daysInAnyWay(cells, true) : null;
  const fits = stylesOf(said).map((style) => askedFit(style, distinct, said.unit));
  const [best] = fits.toSorted((left, right) => right.fitting - left.fitting);
  // Without a notation only what all of them agree on counts: nothing is guessed.
  const values =
    days?.values ??
    cells.map((_, index) => {
      const found = fits.flatMap((fit) => fit.values[index] ?? []);
      return found.every((value) => value === found[0]) ? (found[0] ?? null) : null;
    });
  return {
    type: said.type,
    ...unitOf(said.unit ?? best?.unit),
    ...present({ notation: said.read }),
    values,
    unread: countOf(distinct, (cell, index) => !isEmpty(cell) && values[index] === null),
  };
}

/** What a column of text holds: numbers among its cells stay numbers. */
function asWritten(cell: Cell): Json {
  if (cell === '') return null;
  return typeof cell === 'object' ? cellText(cell) : cell;
}

/** How a style fits cells of which each may be anything. */
interface AskedFit {
  readonly unit: string;
  /** How many cells of the column fit. */
  readonly fitting: number;
  /** One for each distinct cell. */
  readonly values: readonly Json[];
}

/**
 * The cells that fit a style and share one mark, the commonest or, of numbers, the unit that was said: cells without any
 * unit have that one.
 */
export function askedFit(
  style: CellStyle,
  distinct: DistinctCells,
  unit: string | undefined,
  asked = true,
): AskedFit {
  const readings = distinct.cells.map((cell) => (isEmpty(cell) ? null : readingOf(style, cell, asked)));
  const isNumber = style.type === 'number';
  const mark = isNumber && unit !== undefined ? unit : commonestMark(readings, distinct);
  const isFit = (reading: CellReading | null) =>
    reading !== null && (reading.mark === mark || (isNumber && unit !== undefined && reading.mark === ''));
  const values = readings.map((reading) => (reading !== null && isFit(reading) ? reading.value : null));
  const fitting = countOf(distinct, (_, index) => isFit(readings[index] ?? null));
  return { unit: isNumber ? mark : '', fitting, values };
}

function commonestMark(readings: readonly (CellReading | null)[], { times }: DistinctCells): string {
  const counts = new Map<string, number>();
  for (const [index, reading] of readings.entries()) {
    if (reading !== null) counts.set(reading.mark, (counts.get(reading.mark) ?? 0) + (times[index] ?? 0));
  }
  let most = '';
  for (const [mark, count] of counts) if (count > (counts.get(most) ?? 0)) most = mark;
  return most;
}

/** A number that its file knows as one fits every notation of numbers, and no other. */
function readingOf(style: CellStyle, cell: Cell, asked: boolean): CellReading | null {
  if (typeof cell === 'string') return style.read(cell, asked);
  if (style.type !== 'number') return null;
  return typeof cell === 'number' ? { value: cell, mark: '' } : { value: cell.number, mark: cell.unit };
}

interface WholeFit {
  readonly style: Pick<CellStyle, 'type' | 'notation'>;
  readonly unit: string;
  readonly values: readonly Json[];
}

/** The values of all cells; null as soon as one does not fit. */
function wholeFit(style: CellStyle, filled: readonly Cell[]): WholeFit | null {
  const values: Json[] = [];
  let mark: string | null = null;
  for (const cell of filled) {
    const reading = readingOf(style, cell, false);
    if (reading === null || (mark !== null && reading.mark !== mark)) return null;
    mark = reading.mark;
    values.push(reading.value);
  }
  if (style.isTelling?.(values) === false) return null;
  return { style, unit: style.type === 'number' ? (mark ?? '') : '', values };
}

function columnOf({ style, unit, values }: WholeFit, distinct: DistinctCells): ReadColumn {
  const areDays = style.type === 'timestamp' && values.every(isMidnight);
  const filled = values.values();
  const read = distinct.cells.map((cell) => {
    if (isEmpty(cell)) return null;
    const value = filled.next().value ?? null;
    return areDays && typeof value === 'string' ? value.slice(0, 10) : value;
  });
  return {
    type: areDays ? 'date' : style.type,
    ...unitOf(unit),
    ...present({ notation: style.notation }),
    values: inEachRow(distinct, read),
    unread: 0,
  };
}

function unitOf(unit: string | undefined): { unit?: string } {
  return unit === undefined || unit === '' ? {} : { unit };
}
