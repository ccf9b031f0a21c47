import type { HandleColumn, JsonObject, TableHandle } from '#base';
import type { Bytes } from './blobs';

/** A table with all its rows: an empty cell is null. */
export interface KeptTable {
  readonly columns: readonly HandleColumn[];
  readonly rows: readonly JsonObject[];
}

/** A table of which the rows are written already, and need not be read to be kept. */
export interface WrittenTable {
  readonly columns: readonly HandleColumn[];
  readonly count: number;
  /** As `linesOf` writes them. */
  readonly lines: Bytes;
}

/** Tables that are too large to cross a step (V6). */
export interface Tables {
  /**
   * Keeps a table; its bytes are durable when it resolves (K3). The same rows, or lines, are written once.
   *
   * @throws StorageError
   */
  keep(table: KeptTable | WrittenTable): Promise<TableHandle>;
  /** @throws CallError `TABLE_MISSING` when its rows are not here */
  read(handle: TableHandle): Promise<KeptTable>;
  /** Its lines, unread. @throws CallError `TABLE_MISSING` */
  lines(handle: TableHandle): Promise<Bytes>;
}
