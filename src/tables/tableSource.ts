import type { Json } from '#base';
import type { ColumnType } from '#plan';

/** A column as people see it. */
export interface TableColumn {
  /** What rows, queries and files call it. */
  readonly name: string;
  /** What its head says: `name`, or a computed figure in words. */
  readonly label: string;
  readonly type: ColumnType;
  /** What its numbers count: `EUR`, `%`, `kWh`. */
  readonly unit?: string;
  /** All numbers of a column are shown with the same decimals; each with its own where this is left out. */
  readonly decimals?: number;
  /** Its numbers are years, which no comma parts. */
  readonly areYears?: true;
  /** Its dates are shown as ISO text, as the sentence beside them says them; else with the month by name. */
  readonly dates?: 'iso';
}

/** What a cell has to be. Empty cells pass `empty` alone. */
export type CellTest =
  /** Its text as people see it, or as it is kept, has this in it; capitals do not matter. */
  | { readonly kind: 'contains'; readonly text: string }
  /** Exactly this value. */
  | { readonly kind: 'is'; readonly value: Json }
  /** At least `from` and at most `to`, or more and less than these where they are `open`; ISO text by code units. */
  | {
      readonly kind: 'between';
      readonly from: number | string | null;
      readonly to: number | string | null;
      readonly open: boolean;
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'filled' };

interface ColumnFilter {
  readonly column: string;
  readonly test: CellTest;
}

export interface TableOrder {
  readonly column: string;
  readonly descending: boolean;
}

/** Which rows of a table, and in which order. A value: the same query gives the same rows. */
export interface TableQuery {
  /** Every word stands in some cell of the row; capitals do not matter. */
  readonly search: string;
  /** A row passes all of them. */
  readonly filters: readonly ColumnFilter[];
  /** Without one, rows stand as the table has them. Equal rows keep that order; empty cells come last, either way. */
  readonly order: TableOrder | null;
}

export const WHOLE_TABLE: TableQuery = { search: '', filters: [], order: null };

export interface TableRow {
  /** Its place in the whole table, from 1, whatever the query. */
  readonly number: number;
  /** One value for each column, in the order of `columns`; null where the cell is empty. */
  readonly cells: readonly Json[];
  /** What stood in the cell before it was read, for each column; null where reading changed nothing. */
  readonly written?: readonly (string | null)[];
}

/** What is known of the cells of one column. */
export interface ColumnStatistics {
  readonly filled: number;
  readonly empty: number;
  /** How many different values there are, the empty cell not counted. */
  readonly distinct: number;
  /** The commonest values, at most five; those that are as common in the order of the table. */
  readonly frequent: readonly { readonly value: Json; readonly count: number }[];
  /** Null where not every filled cell is a number. */
  readonly numbers: {
    readonly min: number;
    readonly max: number;
    readonly mean: number;
    readonly sum: number;
  } | null;
  /** Earliest and latest of dates, times and timestamps as ISO text; null of other columns. */
  readonly span: { readonly earliest: string; readonly latest: string } | null;
}

/** What is there now, or comes: tables in the page answer at once, so that nothing flickers; a worker's answer is awaited. */
export type Eventually<T> = T | Promise<T>;

/**
 * Rows of a table, wherever they lie: in the page (`tableInMemory`), or in a worker that is asked for the few that are seen.
 * A view asks for no more than it shows: the work for one screen does not depend on how many rows there are.
 *
 * Every method takes a signal: what nobody waits for any more may be dropped, and rejects with the signal's reason.
 */
export interface TableSource {
  readonly columns: readonly TableColumn[];
  /** How many rows answer the query. */
  count(query: TableQuery, signal?: AbortSignal): Eventually<number>;
  /** Rows `from` (inclusive, from 0) to `to` (exclusive) of the answer; fewer where it ends earlier. */
  rows(query: TableQuery, from: number, to: number, signal?: AbortSignal): Eventually<readonly TableRow[]>;
  /** @param column a name in `columns` */
  statistics(query: TableQuery, column: string, signal?: AbortSignal): Eventually<ColumnStatistics>;
}
