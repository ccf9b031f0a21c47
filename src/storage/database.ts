import { Dexie, type DexieOptions, type Table, type Transaction } from 'dexie';
import type { Hash, Json } from '#base';
import type { Commit } from '#kernel';
import type { Bytes } from '#runtime';
import { type AttemptLine, attemptLines } from './attempts';
import type { ConnectionRow, PickRow } from './connections';
import type { PlanEdit, RunSummary } from './runs';
import type { SessionRow } from './sessions';
import type { CheckpointSummary, StoredWorkspace } from './workspaces';

/** A line of the list of runs, with the epoch of whoever may write it (K7), and what is edited of a plan that waits in it (D9). */
export type RunRow = RunSummary & Naming & { readonly epoch: number; readonly planEdit?: PlanEdit };
export type WorkspaceRow = StoredWorkspace & Naming;
export type CheckpointRow = CheckpointSummary & Naming;
/** What a row needs besides itself: blobs that it names, so that they stay as long as it does. */
interface Naming {
  readonly files?: readonly Hash[];
}
export interface CommitRow {
  readonly runId: string;
  readonly seq: number;
  readonly commit: Commit;
}
interface CheckpointTextRow {
  readonly key: number;
  readonly text: string;
}
/** Bytes under their hash, and when they were last written: milliseconds since the epoch. */
interface BlobRow {
  readonly hash: Hash;
  readonly bytes: Bytes;
  readonly at: number;
}
interface SettingRow {
  readonly name: string;
  readonly value: Json;
}

/** An IndexedDB that is not the page's own. */
export interface Factory extends DexieOptions {
  readonly indexedDB?: IDBFactory;
}

const VERSION = 6;
/** Dexie multiplies versions by ten, and counts what it mends by itself in between. */
const DEXIE_STEP = 10;

/** The tables of the database `planloom`. */
export class Database extends Dexie {
  declare readonly workspaces: Table<WorkspaceRow, string>;
  declare readonly checkpoints: Table<CheckpointRow, number, Omit<CheckpointRow, 'key'>>;
  /** Apart from the list, which is read at every save. */
  declare readonly checkpointTexts: Table<CheckpointTextRow, number>;
  declare readonly runs: Table<RunRow, string>;
  declare readonly commits: Table<CommitRow, [string, number]>;
  /** A line for every attempt of every planner in `commits`, to be searched without reading ledgers (P6). */
  declare readonly attempts: Table<AttemptLine, [string, number]>;
  declare readonly settings: Table<SettingRow, string>;
  declare readonly blobs: Table<BlobRow, string>;
  declare readonly connections: Table<ConnectionRow, string>;
  declare readonly picks: Table<PickRow, [string, string]>;
  declare readonly sessions: Table<SessionRow, [string, string]>;
  /** An upgrade has begun: where opening fails after that, it is the upgrade that has failed. */
  upgradeBegan = false;
  readonly #factory: IDBFactory | undefined;

  constructor(name: string, options: Factory = {}) {
    // Relaxed wrote 30 % more rows and lost none in four of four kills; strict guards against power loss only.
    super(name, { chromeTransactionDurability: 'relaxed', ...options });
    this.#factory = options.indexedDB ?? globalThis.indexedDB;
    this.version(1).stores({
      workspaces: 'id, hash, updatedAt',
      checkpoints: '++key, workspace',
      runs: 'runId, workspace, startedAt',
      commits: '[runId+seq]',
      settings: 'name',
    });
    this.version(2)
      .stores({ checkpointTexts: 'key', attempts: '[runId+seq], at' })
      .upgrade((transaction) => {
        this.upgradeBegan = true;
        return upgrade(transaction);
      });
    // Rows of before name no blobs, and there were none.
    this.version(3).stores({
      workspaces: 'id, hash, updatedAt, *files',
      checkpoints: '++key, workspace, *files',
      runs: 'runId, workspace, startedAt, *files',
      blobs: 'hash, at',
    });
    // Where workspaces of before came from nobody knows: none counts as made here, and its slots wait for a pick (W7).
    this.version(4).stores({
      connections: 'id, at',
      picks: '[workspace+slot], workspace, connection',
    });
    this.version(5).stores({ sessions: '[workspace+session], workspace' });
    // Lists of runs are read by pages: each index ends with the place of a run in its list.
    this.version(VERSION).stores({
      runs: [
        'runId, workspace, *files, [startedAt+runId], [workspace+startedAt+runId]',
        '[workspace+sessionId+startedAt+runId], [parentRunId+startedAt+runId], [status+startedAt+runId]',
      ].join(),
    });
    // A newer version of the app in another tab must not wait for this one for ever (case H4).
    this.on('versionchange', () => {
      this.close({ disableAutoOpen: true });
      // Dexie's own handler would open it again at the next write, and write old rows into new tables.
      return false;
    });
  }

  /**
   * Whether a newer version of the app has written it. To be asked before it is opened: Dexie would open it without a
   * word, and add the tables of this version that the newer one has given up.
   */
  async isNewer(): Promise<boolean> {
    const installed = await this.#factory?.databases?.();
    const version = installed?.find(({ name }) => name === this.name)?.version ?? 0;
    return Math.floor(version / DEXIE_STEP) > VERSION;
  }
}

/** Version 2: texts of checkpoints move to a table of their own, and attempts get their index. */
async function upgrade(transaction: Transaction): Promise<void> {
  const texts = transaction.table('checkpointTexts');
  const checkpoints = transaction.table('checkpoints');
  for (const { text, ...row } of await checkpoints.toArray()) {
    await texts.put({ key: row.key, text });
    const reason = row.label === null ? 'edited' : 'named';
    await checkpoints.put({ ...row, reason, trusted: false });
  }
  const runs: readonly RunRow[] = await transaction.table('runs').toArray();
  const byId = new Map(runs.map((run) => [run.runId, run]));
  const lines: AttemptLine[] = [];
  await transaction.table<CommitRow>('commits').each(({ runId, commit }) => {
    const run = byId.get(runId);
    if (run) lines.push(...attemptLines(run, commit));
  });
  await transaction.table('attempts').bulkPut(lines);
}
