import type { JsonObject } from '#base';
import type { ColumnType } from '#plan';

export type Row = JsonObject;

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** What its numbers count: `EUR`, `%`, `kWh`. */
  readonly unit?: string;
  /** How many cells are empty because they are not what a person said they are; left out where there is none. */
  readonly unread?: number;
}

/** What a table is besides its rows. */
export type TableShape = Omit<Table, 'rows'> & { readonly count: number };

/** A table as the capabilities read it: columns in order, rows as objects of cells; an empty cell is null. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Labels of rows that sum up others ("Total"), and are no rows here; left out where there is none. */
  readonly leftOut?: readonly string[];
  /** Labels of last rows that are called so, and do not sum up the others: they are rows. */
  readonly inDoubt?: readonly string[];
}
