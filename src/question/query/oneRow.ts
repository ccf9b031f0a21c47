import type { Table } from '../tables/tables';
import type { Base } from './query';

/** Whether the filters name a row: by a value of a column in which every row has its own. */
export function isOneRow(table: Table, { filters }: Base): boolean {
  return filters.some(
    ({ column, operator, value }) =>
      operator === '=' &&
      !Array.isArray(value) &&
      table.columns.some(({ name, identifies }) => identifies && name === column),
  );
}
