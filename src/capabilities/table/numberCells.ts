import { type Json, own } from '#base';
import { decimalsOf } from '../reading/sum';
import type { Row } from '../reading/table';
import { notANumber, requireColumn } from './column';
import { decimalsForMost } from './formatValue';

/** The numbers of a column, row by row. */
export interface NumberCells {
  /** NaN where a cell is empty: no cell holds that (V4). */
  readonly values: Float64Array;
  /** How many decimals each of them has. */
  readonly decimals: Uint16Array;
}

/** Rows are values: what was worked out of them holds for as long as they are there, and the next question has it at once. */
const known = new WeakMap<readonly Row[], Map<string, NumberCells>>();

/**
 * @param by columns that rows are grouped by: what is refused is told with its group
 * @throws CallError `COLUMN_UNKNOWN` or `NOT_A_NUMBER` with the first cell that is none
 */
export function numberCells(rows: readonly Row[], column: string, by: readonly string[] = []): NumberCells {
  const columns = known.get(rows) ?? new Map<string, NumberCells>();
  known.set(rows, columns);
  const cells = columns.get(column) ?? readNumbers(rows, column, by);
  columns.set(column, cells);
  return cells;
}

/** How many decimals the numbers of a column are shown with; none of a column that holds anything else. */
export function decimalsShown(rows: readonly Row[], column: string): number {
  if (rows.some((row) => !isNumberOrEmpty(own(row, column) ?? null))) return 0;
  return decimalsForMost(numberCells(rows, column).decimals.reduce((most, one) => Math.max(most, one), 0));
}

function isNumberOrEmpty(cell: Json): boolean {
  return cell === null || typeof cell === 'number';
}

function readNumbers(rows: readonly Row[], column: string, by: readonly string[]): NumberCells {
  requireColumn(rows, column);
  const values = new Float64Array(rows.length);
  const decimals = new Uint16Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    const cell = (row && own(row, column)) ?? null;
    if (cell !== null && typeof cell !== 'number') throw notANumber(column, at, cell, groupOf(row, by));
    values[at] = cell ?? Number.NaN;
    decimals[at] = cell === null ? 0 : decimalsOf(cell);
  }
  return { values, decimals };
}

/** `region "North", year 2026`: as much of a row as says which group it is in. */
function groupOf(row: Row | undefined, by: readonly string[]): string {
  return by.map((name) => `${name} ${JSON.stringify((row && own(row, name)) ?? null)}`).join(', ');
}
