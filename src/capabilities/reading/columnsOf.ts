import type { Json } from '#base';
import type { ColumnType } from '#plan';
import { isDate } from './isDate';
import type { Row } from './table';

/**
 * The columns of rows that came without a header: every key, in order of first appearance. In a run that order is the
 * canonical one of the ledger (K4) and means nothing: `shownColumns` has the one for people.
 */
export function columnsOf(rows: readonly Row[]): { name: string; type: ColumnType }[] {
  const cells = new Map<string, Json[]>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const column = cells.get(name);
      if (column) column.push(value);
      else cells.set(name, [value]);
    }
  }
  return [...cells].map(([name, values]) => ({ name, type: typeOfValues(values) }));
}

function typeOfValues(values: readonly Json[]): ColumnType {
  const filled = values.filter((value) => value !== null);
  if (filled.length === 0) return 'text';
  if (filled.every((value) => typeof value === 'number')) return 'number';
  if (filled.every((value) => typeof value === 'boolean')) return 'boolean';
  return filled.every((value) => typeof value === 'string' && isDate(value)) ? 'date' : 'text';
}
