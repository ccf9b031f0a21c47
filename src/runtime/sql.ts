import type { Bytes } from './blobs';
import type { KeptTable } from './tables';

/** A table that a query may name. */
export interface SqlTable {
  readonly name: string;
  /** Its hash: what an engine holds already is not asked for again. */
  readonly hash: string;
  /** Its lines (`linesOf`). */
  lines(): Promise<Bytes>;
}

/** One query over tables. */
export interface SqlQuestion {
  /** One SELECT. */
  readonly sql: string;
  /** What stands for `?` and `$1`, in their order. */
  readonly parameters: readonly (string | number | boolean | null)[];
  readonly tables: readonly SqlTable[];
}

/** Answers queries over large tables (V6). It has no network and no files. */
export interface SqlEngine {
  /**
   * @param signal ends the query; then it rejects with the signal's reason
   * @throws CallError `SQL_INVALID` with what the engine says of the statement, `SQL_TIMEOUT`, `SQL_TOO_LARGE` (memory),
   *   `SQL_UNAVAILABLE` when no engine can start here
   */
  ask(question: SqlQuestion, signal: AbortSignal): Promise<KeptTable>;
}
