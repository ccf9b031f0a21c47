import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { bool, columnFromArray, float64, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import { type HandleColumn, type Json, LIMITS } from '#base';
import { type KeptTable, nextTask, readLines } from '#runtime';
import { answerOf, columnsOfAnswer } from './answerOf';
import { failureOf, sqlTimeout } from './failureOf';

/** One query, with its tables by the names that it calls them by. */
export interface Ask {
  readonly sql: string;
  readonly parameters: readonly (string | number | boolean | null)[];
  /** Hashes of tables that were loaded, by name. */
  readonly tables: readonly { readonly name: string; readonly hash: string }[];
}

/**
 * In this order, each its own statement, before the first byte of anybody: after them the engine has no files, no network
 * and no extensions, and nothing unlocks it.
 */
const LOCK = [
  'autoinstall_known_extensions=false',
  'autoload_known_extensions=false',
  "custom_extension_repository=''",
  'allow_community_extensions=false',
  'allow_unsigned_extensions=false',
  "memory_limit='1GB'",
  'enable_external_access=false',
  'lock_configuration=true',
];

/** After so long whoever waits gets a turn: an abort is heard. */
const SLICE_MS = 25;

/** DuckDB with tables in it, on the thread that it is called on. One query at a time. */
export class Session {
  readonly #db: DuckDBBindings;
  readonly #connection: number;
  readonly #ms: number;
  readonly #tables = new Map<string, EngineTable['columns']>();

  /**
   * @param db instantiated, and not open yet
   * @param ms how long a query without parameters may take
   */
  constructor(db: DuckDBBindings, ms: number = LIMITS.sqlMs) {
    this.#ms = ms;
    db.open({ path: ':memory:', maximumThreads: 1 });
    this.#db = db;
    this.#connection = db.connect().useUnsafe((_, connection) => connection);
    for (const setting of LOCK) this.#run(`SET ${setting}`);
  }

  /** Takes in a table as its lines; one that is there already is not read again. */
  load(hash: string, lines: Uint8Array): void {
    if (this.#tables.has(hash)) return;
    const { columns, rows } = readLines(new TextDecoder().decode(lines));
    const cells = columns.map(({ name }) => rows.map((row) => row[name] ?? null));
    const made = arrowOf(columns, cells);
    this.#db.insertArrowFromIPCStream(this.#connection, made.stream, { name: hash, create: true });
    this.#tables.set(hash, made.columns);
  }

  forget(hash: string): void {
    if (this.#tables.delete(hash)) this.#run(`DROP TABLE IF EXISTS ${quoted(hash)}`);
  }

  /**
   * @param signal heard between slices, where the query has no parameters
   * @throws CallError; the signal's reason
   */
  async ask(ask: Ask, signal: AbortSignal): Promise<KeptTable> {
    signal.throwIfAborted();
    try {
      for (const table of ask.tables) this.#name(table);
      const columns = columnsOfAnswer(this.#prepared(`SELECT * FROM (\n${ask.sql}\n) LIMIT 0`, ask));
      const text = columns.query(ask.sql);
      const stream = ask.parameters.length > 0 ? this.#prepared(text, ask) : await this.#slices(text, signal);
      return answerOf(stream, columns.names);
    } catch (cause) {
      signal.throwIfAborted();
      throw failureOf(
        cause,
        ask.tables.map(({ name, hash }) => this.#described(name, hash)),
      );
    } finally {
      for (const { name } of ask.tables) this.#run(`DROP VIEW IF EXISTS ${quoted(name)}`);
    }
  }

  /** The table by its name, its columns as queries see them. */
  #name({ name, hash }: Ask['tables'][number]): void {
    const columns = this.#tables.get(hash) ?? [];
    const taken = new Set<string>();
    const shown = columns.map((column, index) => {
      const value = column.cast === null ? `c${index}` : `CAST(c${index} AS ${column.cast})`;
      return `${value} AS ${quoted(free(column.name, taken))}`;
    });
    this.#run(`CREATE TEMP VIEW ${quoted(name)} AS SELECT ${shown.join(', ')} FROM ${quoted(hash)}`);
  }

  #described(name: string, hash: string): string {
    const columns = (this.#tables.get(hash) ?? []).map((column) => quoted(column.name));
    return `${quoted(name)} (${columns.join(', ')})`;
  }

  #run(text: string): Uint8Array {
    return this.#db.runQuery(this.#connection, text);
  }

  /** One statement, whatever the text says: several are refused where it is prepared. */
  #prepared(text: string, { parameters }: Ask): Uint8Array {
    const statement = this.#db.createPrepared(this.#connection, text);
    try {
      return new Uint8Array(this.#db.runPrepared(this.#connection, statement, [...parameters]));
    } finally {
      this.#db.closePrepared(this.#connection, statement);
    }
  }

  /** A statement that was prepared before, in slices. */
  async #slices(text: string, signal: AbortSignal): Promise<Uint8Array> {
    const ends = performance.now() + this.#ms;
    let turn = performance.now() + SLICE_MS;
    let head = this.#db.startPendingQuery(this.#connection, text, true);
    while (head === null) {
      if (performance.now() > ends) throw this.#cancelled(sqlTimeout(this.#ms));
      if (performance.now() > turn) {
        await nextTask();
        turn = performance.now() + SLICE_MS;
        if (signal.aborted) throw this.#cancelled(signal.reason);
      }
      head = this.#db.pollPendingQuery(this.#connection);
    }
    // A slice may be long, and the last one may have been the query.
    if (signal.aborted) throw this.#cancelled(signal.reason);
    if (performance.now() > ends) throw this.#cancelled(sqlTimeout(this.#ms));
    const parts = [new Uint8Array(head)];
    for (let part = this.#next(); part !== null; part = this.#next()) parts.push(part);
    return joined(parts);
  }

  #next(): Uint8Array<ArrayBuffer> | null {
    const part = this.#db.fetchQueryResults(this.#connection);
    return part === null || part.length === 0 ? null : new Uint8Array(part);
  }

  #cancelled<Reason>(reason: Reason): Reason {
    this.#db.cancelPendingQuery(this.#connection);
    return reason;
  }
}

/** A name as SQL writes it: any characters, quotes doubled. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Names differ by more than their capitals there: the second of two has a number behind it. */
function free(name: string, taken: Set<string>): string {
  let found = name === '' ? 'column' : name;
  for (let number = 2; taken.has(found.toLowerCase()); number++) found = `${name}_${number}`;
  taken.add(found.toLowerCase());
  return found;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** How the cells of a column lie in the engine, and what queries see them as. */
interface EngineColumn {
  readonly name: string;
  /** What the column is for queries; null where that is how it lies. */
  readonly cast: string | null;
}

/** A table as the engine takes it in: an Arrow stream, and what its columns are for queries. */
interface EngineTable {
  readonly stream: Uint8Array;
  readonly columns: readonly EngineColumn[];
}

/** Digits that a DECIMAL of 64 bits holds for certain, and that a double keeps. */
const DECIMAL_DIGITS = 15;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?$/;

/**
 * Cells by columns as an Arrow stream. Numbers with few decimals are decimals for queries, so that sums are those on paper;
 * dates are dates where all of them are.
 *
 * @param cells the cells of each column
 */
function arrowOf(columns: readonly HandleColumn[], cells: readonly (readonly Json[])[]): EngineTable {
  const made = columns.map(({ name }, index) => engineColumn(name, cells[index] ?? []));
  const named = Object.fromEntries(made.map(({ values }, index) => [`c${index}`, values]));
  return {
    stream: tableToIPC(tableFromColumns(named), { format: 'stream' }) ?? new Uint8Array(),
    columns: made.map(({ name, cast }) => ({ name, cast })),
  };
}

function engineColumn(name: string, cells: readonly Json[]) {
  const filled = cells.filter((cell) => cell !== null);
  if (filled.length > 0 && filled.every((cell) => typeof cell === 'number'))
    return { name, cast: decimalFor(filled), values: columnFromArray([...cells], float64()) };
  if (filled.length > 0 && filled.every((cell) => typeof cell === 'boolean'))
    return { name, cast: null, values: columnFromArray([...cells], bool()) };
  const texts = cells.map((cell) =>
    cell === null || typeof cell === 'string' ? cell : JSON.stringify(cell),
  );
  return { name, cast: timeFor(filled), values: columnFromArray(texts, utf8()) };
}

/** The decimal that holds all numbers as they are written; null where some would lose digits. */
function decimalFor(numbers: readonly Json[]): string | null {
  let decimals = 0;
  let most = 0;
  for (const number of numbers) {
    const written = String(number);
    if (written.includes('e')) return null;
    const point = written.indexOf('.');
    if (point >= 0) decimals = Math.max(decimals, written.length - point - 1);
    most = Math.max(most, Math.abs(Number(number)));
  }
  const digits = String(Math.floor(most)).length + decimals;
  return digits > DECIMAL_DIGITS ? null : `DECIMAL(18,${decimals})`;
}

function timeFor(cells: readonly Json[]): string | null {
  if (cells.length === 0) return null;
  if (cells.every((cell) => typeof cell === 'string' && DATE.test(cell))) return 'DATE';
  return cells.every((cell) => typeof cell === 'string' && TIMESTAMP.test(cell)) ? 'TIMESTAMP' : null;
}
