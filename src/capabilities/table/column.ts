import { type Json, own } from '#base';
import { failure, listed } from '../fail';
import { columnsOf } from '../reading/columnsOf';
import { compareText } from '../reading/compareCells';
import type { Column, Row } from '../reading/table';

/**
 * The cells of a column, null where a row has none.
 *
 * @throws CallError `COLUMN_UNKNOWN` naming the columns there are, when rows are there and none has it
 */
export function cellsOf(rows: readonly Row[], column: string): Json[] {
  requireColumn(rows, column);
  return rows.map((row) => own(row, column) ?? null);
}

/** @throws CallError `COLUMN_UNKNOWN`; a table without rows has no columns to judge by. */
export function requireColumn(rows: readonly Row[], column: string): void {
  if (rows.length === 0 || rows.some((row) => Object.hasOwn(row, column))) return;
  requireName(columnsByName(rows), column);
}

/** Rows tell no order of their columns (K4), so that messages list them by name. */
function columnsByName(rows: readonly Row[]): readonly Column[] {
  return columnsOf(rows).toSorted((left, right) => compareText(left.name, right.name));
}

/** @throws CallError `COLUMN_UNKNOWN` naming the columns there are */
export function requireName(columns: readonly Column[], name: string): void {
  if (columns.some((column) => column.name === name)) return;
  throw failure(
    'COLUMN_UNKNOWN',
    `There is no column "${name}".`,
    `The columns are: ${listed(columns.map((column) => column.name))}.`,
  );
}

/** @throws CallError `NAME_TAKEN` where a row has a column of that name already */
export function requireFreeName(rows: readonly Row[], name: string): void {
  if (rows.some((row) => Object.hasOwn(row, name))) throw nameTaken(name);
}

export function nameTaken(name: string) {
  return failure('NAME_TAKEN', `There is a column "${name}" already.`, 'Give the new one another name.');
}

/** @param group what the row is in, in brackets behind its number */
export function notANumber(column: string, index: number, cell: Json, group = '') {
  return failure(
    'NOT_A_NUMBER',
    `Row ${index + 1}${group === '' ? '' : ` (${group})`} has ${JSON.stringify(cell)} in "${column}", which is not a number.`,
    'Choose a column of numbers, filter such rows out first, or count instead.',
  );
}
