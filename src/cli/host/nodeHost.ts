import { createRequire } from 'node:module';
import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { present } from '#base';
import { describeDocuments } from '#capabilities';
import { engineOver } from '#engine';
import { readFile } from '#files';
import { openModels } from '#models';
import type { ModelSpec } from '#plan';
import {
  type Blobs,
  type Capabilities,
  documentReader,
  type Host,
  type LedgerStore,
  type Sessions,
  type SqlEngine,
  systemClock,
  systemIds,
  unconnectedAmong,
} from '#runtime';
import type { Surroundings } from '../surroundings';
import { connectionFrom, secretsFrom } from './connections';

/** A host for Node: the machine's clock and chance, models from the environment. */
export function nodeHost(parts: {
  readonly capabilities: Capabilities;
  readonly models: readonly ModelSpec[];
  readonly ledger: LedgerStore;
  readonly env: Surroundings['env'];
  readonly blobs: Blobs;
  /** P16: none are kept where it is left out. */
  readonly sessions?: Sessions | undefined;
  /** M4: nothing that it runs depends on other runs where it is left out. */
  readonly ended?: NonNullable<Host['ended']>;
}): Host {
  const { blobs, capabilities, ledger, sessions, env, ended } = parts;
  return {
    clock: systemClock,
    ids: systemIds,
    ledger,
    blobs,
    sessions,
    sql: sqlInProcess(),
    documents: documentReader({ blobs, readFile }),
    capabilities,
    models: openModels(parts.models, (connection) => connectionFrom(env, connection)),
    unconnected: unconnectedAmong(parts.models, (slot) =>
      connectionFrom(env, slot) === null ? 'empty' : 'filled',
    ),
    addressOf: (slot) => connectionFrom(env, slot)?.url ?? null,
    describe: describeDocuments,
    secrets: () => secretsFrom(env),
    ...present({ ended }),
  };
}

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
