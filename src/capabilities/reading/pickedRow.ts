import { own } from '#base';
import type { Row } from './table';

/** Some cells of a row, in the order of the columns; null where there is none. */
export function pickedRow(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, own(row, column) ?? null]));
}
