// The entry of the worker that answers queries: DuckDB on a thread of its own, without a network once it has begun.
import {
  BROWSER_RUNTIME,
  createDuckDB,
  VoidLogger,
} from '@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs';
import wasm from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { CallError } from '#runtime';
import type { EngineAnswer, EngineQuestion } from './engineInWorker';
import { failureOf } from './failureOf';
import { Session } from './session';

/** What a worker could reach the outside with: gone before the first byte of anybody comes in. */
const OUTSIDE = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'WebTransport',
  'importScripts',
  'Worker',
];

const session = begin();

async function begin(): Promise<Session> {
  const module = { mainModule: new URL(wasm, self.location.href).href, mainWorker: '' };
  const db = await createDuckDB({ mvp: module, eh: module }, new VoidLogger(), BROWSER_RUNTIME);
  await db.instantiate(() => {});
  for (const name of OUTSIDE)
    Object.defineProperty(globalThis, name, { value: undefined, configurable: false });
  return new Session(db);
}

addEventListener('message', async ({ data }: MessageEvent<EngineQuestion>) => {
  const answer = (message: EngineAnswer): void => postMessage(message);
  try {
    const ready = await session;
    for (const hash of data.forget) ready.forget(hash);
    for (const { hash, lines } of data.load) ready.load(hash, lines);
    answer({ table: await ready.ask(data, new AbortController().signal) });
  } catch (cause) {
    const { error } = cause instanceof CallError ? cause : failureOf(cause, []);
    answer({ error });
  }
});
