import { describeDocuments } from '#capabilities';
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
  systemClock,
  systemIds,
  unconnectedAmong,
} from '#runtime';
import type { Surroundings } from '../surroundings';
import { connectionFrom, secretsFrom } from './connections';
import { sqlInProcess } from './sqlInProcess';

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
    ...(ended === undefined ? {} : { ended }),
  };
}
