import { Dexie, liveQuery } from 'dexie';
import type { Hash } from '#base';
import type { Clock } from '#runtime';
import type { Database } from './database';
import { guarded } from './storageErrors';
import {
  type Checkpoint,
  CONFLICT_LABEL,
  HISTORY_INTERVAL_MS,
  HISTORY_LENGTH,
  type Saved,
  type StoredWorkspace,
  type WorkspaceDraft,
  type WorkspaceSummary,
  type Workspaces,
} from './workspaces';

/** Workspaces in IndexedDB. */
export function dexieWorkspaces(database: Database, clock: Clock): Workspaces {
  const { workspaces, checkpoints, runs, commits } = database;

  async function save(draft: WorkspaceDraft): Promise<Saved> {
    const stored = await workspaces.get(draft.id);
    if ((stored?.revision ?? 0) !== draft.revision) {
      const checkpoint = await checkpoints.add(checkpointOf(draft, CONFLICT_LABEL));
      return { kind: 'conflict', stored: stored ?? null, checkpoint };
    }
    const revision = draft.revision + 1;
    if (stored && stored.hash !== draft.hash) await remember(stored);
    await workspaces.put({ ...draft, revision, updatedAt: clock.now() });
    return { kind: 'saved', revision };
  }

  async function remember(stored: StoredWorkspace): Promise<void> {
    const taken = await checkpoints
      .where({ workspace: stored.id })
      .filter(({ label }) => label === null)
      .sortBy('key');
    const last = taken.at(-1);
    if (last && clock.now() - last.at < HISTORY_INTERVAL_MS) return;
    await checkpoints.add(checkpointOf(stored, null));
    const old = taken.slice(0, Math.max(0, taken.length + 1 - HISTORY_LENGTH));
    await checkpoints.bulkDelete(old.map(({ key }) => key));
  }

  function checkpointOf(
    { id, hash, text }: { id: string; hash: Hash; text: string },
    label: string | null,
  ): Omit<Checkpoint, 'key'> {
    return { workspace: id, label, at: clock.now(), hash, text };
  }

  async function remove(id: string): Promise<void> {
    const runIds = await runs.where({ workspace: id }).primaryKeys();
    for (const runId of runIds)
      await commits.where('[runId+seq]').between([runId, Dexie.minKey], [runId, Dexie.maxKey]).delete();
    await runs.bulkDelete(runIds);
    await checkpoints.where({ workspace: id }).delete();
    await workspaces.delete(id);
  }

  return {
    list: () =>
      guarded(async () => (await workspaces.orderBy('updatedAt').reverse().toArray()).map(summaryOf)),
    read: (id) => guarded(async () => (await workspaces.get(id)) ?? null),
    findByHash: (hash) =>
      guarded(async () => {
        const found = await workspaces.where({ hash }).first();
        return found ? summaryOf(found) : null;
      }),
    save: (draft) => guarded(() => database.transaction('rw', [workspaces, checkpoints], () => save(draft))),
    checkpoint: (id, label, text, hash) =>
      guarded(() => checkpoints.add(checkpointOf({ id, hash, text }, label))),
    history: (id) =>
      guarded(async () => {
        const all = await checkpoints.where({ workspace: id }).sortBy('key');
        return all.reverse().map(({ text: _text, ...rest }) => rest);
      }),
    readCheckpoint: (key) => guarded(async () => (await checkpoints.get(key)) ?? null),
    remove: (id) =>
      guarded(() => database.transaction('rw', [workspaces, checkpoints, runs, commits], () => remove(id))),
    watch: (id, listener) => {
      const subscription = liveQuery(() => workspaces.get(id)).subscribe({
        next: (workspace) => listener(workspace ?? null),
        error: () => {},
      });
      return () => subscription.unsubscribe();
    },
  };
}

export function summaryOf({ text: _text, ...summary }: StoredWorkspace): WorkspaceSummary {
  return summary;
}
