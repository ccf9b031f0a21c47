import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { LIMITS } from '#base';
import type { RunError } from '#kernel';
import { CallError, type KeptTable, type SqlEngine, type SqlQuestion } from '#runtime';
import { sqlTimeout, sqlUnavailable } from './failureOf';
import { type Ask, Session } from './session';

export interface EngineQuestion extends Ask {
  readonly load: readonly { readonly hash: string; readonly lines: Uint8Array }[];
  readonly forget: readonly string[];
}

export type EngineAnswer = { readonly table: KeptTable } | { readonly error: RunError };

/** The worker's own deadline ends a query; the page's ends one that never gets to look at the time. */
const GRACE_MS = 5_000;

interface Running {
  readonly worker: Worker;
  /** Tables that it holds. */
  readonly loaded: Set<string>;
}

/**
 * The engine in a worker of the page: it starts with the first question, stays for the next, and is ended where a question is
 * withdrawn, since a query on its thread hears nothing.
 */
export function engineInWorker(): SqlEngine {
  let running: Running | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const answer = async (question: SqlQuestion, signal: AbortSignal): Promise<KeptTable> => {
    signal.throwIfAborted();
    running ??= { worker: start(), loaded: new Set() };
    const { worker, loaded } = running;
    try {
      const load = [];
      for (const { hash, lines } of question.tables) {
        if (!loaded.has(hash)) load.push({ hash, lines: await lines() });
        loaded.add(hash);
      }
      const { sql, parameters } = question;
      const tables = question.tables.map(({ name, hash }) => ({ name, hash }));
      const forget = forgotten(loaded, question);
      return await asked(worker, { sql, parameters, tables, load, forget }, signal);
    } catch (cause) {
      // What a statement did wrong leaves the engine as it was.
      if (!(cause instanceof CallError) || cause.error.code !== 'SQL_INVALID') {
        worker.terminate();
        running = null;
      }
      throw cause;
    }
  };

  return {
    ask: (question, signal) => {
      const answered = last.then(() => answer(question, signal));
      last = answered.catch(() => {});
      return answered;
    },
  };
}

function start(): Worker {
  return new Worker(new URL('./engineWorker.ts', import.meta.url), { type: 'module' });
}

/** @throws CallError; the signal's reason */
function asked(worker: Worker, question: EngineQuestion, signal: AbortSignal): Promise<KeptTable> {
  const ended = new AbortController();
  return new Promise<KeptTable>((resolve, reject) => {
    const listen = { signal: ended.signal };
    // Starting takes its time, too, and none of the query's.
    const late = setTimeout(() => reject(sqlTimeout(LIMITS.sqlMs)), 2 * LIMITS.sqlMs + GRACE_MS);
    ended.signal.addEventListener('abort', () => clearTimeout(late));
    signal.addEventListener('abort', () => reject(signal.reason), listen);
    const failed = (event: Event): void =>
      reject(sqlUnavailable(event instanceof ErrorEvent ? event.message : 'its answer cannot be read'));
    worker.addEventListener('error', failed, listen);
    worker.addEventListener('messageerror', failed, listen);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<EngineAnswer>) => {
        if ('table' in data) resolve(data.table);
        else reject(new CallError(data.error));
      },
      listen,
    );
    worker.postMessage(
      question,
      question.load.map(({ lines }) => lines.buffer),
    );
  }).finally(() => ended.abort());
}

/**
 * The engine on the thread that asks, as the command line has it: it starts with the first question, and answers one after
 * the other.
 *
 * @param start gives the bindings of DuckDB, instantiated and not open
 * @param ms how long a query may take
 */
export function engineOver(start: () => Promise<DuckDBBindings>, ms: number = LIMITS.sqlMs): SqlEngine {
  let session: Promise<Session> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const loaded = new Set<string>();

  const answer = async (question: SqlQuestion, signal: AbortSignal) => {
    session ??= start().then((db) => new Session(db, ms));
    session.catch(() => {
      session = null;
    });
    const ready = await session.catch((cause: unknown) => {
      throw sqlUnavailable(String(cause));
    });
    for (const { hash, lines } of question.tables) {
      if (!loaded.has(hash)) ready.load(hash, await lines());
      loaded.add(hash);
    }
    for (const hash of forgotten(loaded, question)) ready.forget(hash);
    return ready.ask(question, signal);
  };

  return {
    ask: (question, signal) => {
      const asked = last.then(() => answer(question, signal));
      last = asked.catch(() => {});
      return asked;
    },
  };
}

/**
 * Tables of other questions, which are let go of: a query could find them by their names, and a run reads none that it does
 * not name (V6). Those of the question stay for the next one over them.
 */
function forgotten(loaded: Set<string>, { tables }: SqlQuestion): readonly string[] {
  const gone = [...loaded].filter((hash) => !tables.some((table) => table.hash === hash));
  for (const hash of gone) loaded.delete(hash);
  return gone;
}
