import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { LIMITS } from '#base';
import type { SqlEngine, SqlQuestion } from '#runtime';
import { sqlUnavailable } from './failureOf';
import { Session } from './session';

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
export function forgotten(loaded: Set<string>, { tables }: SqlQuestion): readonly string[] {
  const gone = [...loaded].filter((hash) => !tables.some((table) => table.hash === hash));
  for (const hash of gone) loaded.delete(hash);
  return gone;
}
