import { createRequire } from 'node:module';
import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { engineOver } from '#engine';
import type { SqlEngine } from '#runtime';

let engine: SqlEngine | undefined;

/** The engine of this process, which starts when a step first asks it. */
export function sqlInProcess(): SqlEngine {
  engine ??= engineOver(startInNode);
  return engine;
}

/** DuckDB out of the package, instantiated and not open. */
export async function startInNode(): Promise<DuckDBBindings> {
  const { createDuckDB, NODE_RUNTIME, VoidLogger } = await import('@duckdb/duckdb-wasm/blocking');
  const wasm = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const module = { mainModule: wasm, mainWorker: '' };
  const db = await createDuckDB({ mvp: module, eh: module }, new VoidLogger(), NODE_RUNTIME);
  await db.instantiate(() => {});
  return db;
}
