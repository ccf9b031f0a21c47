import { type HandleColumn, present } from '#base';
import type { ColumnType } from '#plan';

/** Columns as the handle of a table names them (V6): a unit only where there is one. */
export function handleColumns(
  columns: readonly {
    readonly name: string;
    readonly type: ColumnType;
    readonly unit?: string | undefined;
  }[],
): HandleColumn[] {
  return columns.map(({ name, type, unit }) => ({ name, type, ...present({ unit }) }));
}
