import type { JsonObject } from '#base';

/** What a column holds. `date` is ISO 8601 text and stays text: it sorts and compares by code units. */
export type ColumnType = 'number' | 'text' | 'date' | 'boolean';

export type Row = JsonObject;

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** A table as the capabilities read it: columns in order, rows as objects of cells; an empty cell is null. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}
