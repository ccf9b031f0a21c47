import type { JsonObject } from '#base';
import type { ReadDocument } from '#runtime';
import type { ColumnReport } from './readings/reportColumn';
import type { Table } from './table';

/** How the columns of a document are read, and how else they could be. */
export interface TableReport {
  readonly columns: readonly ColumnReport[];
  /** What was left out or filled up, in sentences. */
  readonly notes: readonly string[];
}

/** All that is worked out of the cells of a table. */
export interface TableReading {
  readonly table: Table;
  readonly report: TableReport;
  /** What stood in a cell before it was read, by row (from 0) and column; null where that is no text, or no other. */
  readonly written: (row: number, column: string) => string | null;
  /** What planners are told of it. */
  readonly description: readonly JsonObject[];
}

const known = new WeakMap<ReadDocument, TableReading>();

/** The table of a document was read elsewhere: nobody here reads it again for as long as the document is there. */
export function knowReading(document: ReadDocument, reading: TableReading): void {
  known.set(document, reading);
}

export function knownReading(document: ReadDocument): TableReading | undefined {
  return known.get(document);
}
