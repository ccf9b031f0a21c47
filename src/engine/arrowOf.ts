import { bool, columnFromArray, float64, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import type { HandleColumn, Json } from '#base';

/** How the cells of a column lie in the engine, and what queries see them as. */
export interface EngineColumn {
  readonly name: string;
  /** What the column is for queries; null where that is how it lies. */
  readonly cast: string | null;
}

/** A table as the engine takes it in: an Arrow stream, and what its columns are for queries. */
export interface EngineTable {
  readonly stream: Uint8Array;
  readonly columns: readonly EngineColumn[];
}

/** Digits that a DECIMAL of 64 bits holds for certain, and that a double keeps. */
const DECIMAL_DIGITS = 15;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?$/;

/**
 * Cells by columns as an Arrow stream. Numbers with few decimals are decimals for queries, so that sums are those on paper;
 * dates are dates where all of them are.
 *
 * @param cells the cells of each column
 */
export function arrowOf(columns: readonly HandleColumn[], cells: readonly (readonly Json[])[]): EngineTable {
  const made = columns.map(({ name }, index) => engineColumn(name, cells[index] ?? []));
  const named = Object.fromEntries(made.map(({ values }, index) => [`c${index}`, values]));
  return {
    stream: tableToIPC(tableFromColumns(named), { format: 'stream' }) ?? new Uint8Array(),
    columns: made.map(({ name, cast }) => ({ name, cast })),
  };
}

function engineColumn(name: string, cells: readonly Json[]) {
  const filled = cells.filter((cell) => cell !== null);
  if (filled.length > 0 && filled.every((cell) => typeof cell === 'number'))
    return { name, cast: decimalFor(filled), values: columnFromArray([...cells], float64()) };
  if (filled.length > 0 && filled.every((cell) => typeof cell === 'boolean'))
    return { name, cast: null, values: columnFromArray([...cells], bool()) };
  const texts = cells.map((cell) =>
    cell === null || typeof cell === 'string' ? cell : JSON.stringify(cell),
  );
  return { name, cast: timeFor(filled), values: columnFromArray(texts, utf8()) };
}

/** The decimal that holds all numbers as they are written; null where some would lose digits. */
function decimalFor(numbers: readonly Json[]): string | null {
  let decimals = 0;
  let most = 0;
  for (const number of numbers) {
    const written = String(number);
    if (written.includes('e')) return null;
    const point = written.indexOf('.');
    if (point >= 0) decimals = Math.max(decimals, written.length - point - 1);
    most = Math.max(most, Math.abs(Number(number)));
  }
  const digits = String(Math.floor(most)).length + decimals;
  return digits > DECIMAL_DIGITS ? null : `DECIMAL(18,${decimals})`;
}

function timeFor(cells: readonly Json[]): string | null {
  if (cells.length === 0) return null;
  if (cells.every((cell) => typeof cell === 'string' && DATE.test(cell))) return 'DATE';
  return cells.every((cell) => typeof cell === 'string' && TIMESTAMP.test(cell)) ? 'TIMESTAMP' : null;
}
