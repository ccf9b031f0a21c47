import { Dexie, liveQuery } from 'dexie';
import type { Clock } from '#runtime';
import type { Database } from './database';
import { linesOf } from './dexieRuns';
import { guarded } from './storageErrors';
import {
  type Checkpoint,
  type CheckpointDraft,
  checkpointOf,
  isPassing,
  isWorthKeeping,
  revisionAfter,
  type Saved,
  type StoredWorkspace,
  surplus,
  type WorkspaceDraft,
  type WorkspaceSummary,
  type Workspaces,
} from './workspaces';

/** Workspaces in IndexedDB. */
export function dexieWorkspaces(database: Database, clock: Clock): Workspaces {
  const { workspaces, checkpoints, checkpointTexts, runs, commits, attempts } = database;
  const kept = [checkpoints, checkpointTexts];

  async function save({ conflict, ...draft }: WorkspaceDraft): Promise<Saved> {
    const stored = await workspaces.get(draft.id);
    if ((stored?.revision ?? 0) !== draft.revision) {
      if (conflict != null) await drop([conflict]);
      const checkpoint = await keep(checkpointOf(draft, 'conflict'));
      return { kind: 'conflict', stored: stored ?? null, checkpoint };
    }
    const revision = revisionAfter(stored, draft);
    if (stored && stored.hash !== draft.hash) {
      const kept = await checkpoints.where({ workspace: draft.id }).sortBy('key');
      if (isWorthKeeping(stored, kept, clock.now())) await keep(checkpointOf(stored, 'edited'));
    }
    await workspaces.put({ ...draft, revision, updatedAt: clock.now() });
    return { kind: 'saved', revision };
  }

  async function keep({ text, ...draft }: CheckpointDraft): Promise<number> {
    const passing = await checkpoints.where({ workspace: draft.workspace }).filter(isPassing).sortBy('key');
    if (isPassing(draft)) await drop(surplus(passing));
    const key = await checkpoints.add({ ...draft, at: clock.now() });
    await checkpointTexts.add({ key, text });
    return key;
  }

  function drop(keys: readonly number[]): PromiseLike<void> {
    return Dexie.Promise.all([checkpoints.bulkDelete([...keys]), checkpointTexts.bulkDelete([...keys])]).then(
      () => undefined,
    );
  }

  async function readCheckpoint(key: number): Promise<Checkpoint | null> {
    const checkpoint = await checkpoints.get(key);
    const row = await checkpointTexts.get(key);
    return checkpoint && row ? { ...checkpoint, text: row.text } : null;
  }

  async function remove(id: string): Promise<void> {
    for (const runId of await runs.where({ workspace: id }).primaryKeys()) {
      await linesOf(commits, runId).delete();
      await linesOf(attempts, runId).delete();
      await runs.delete(runId);
    }
    await drop(await checkpoints.where({ workspace: id }).primaryKeys());
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
    save: (draft) => guarded(() => database.transaction('rw', [workspaces, ...kept], () => save(draft))),
    checkpoint: (draft) => guarded(() => database.transaction('rw', kept, () => keep(draft))),
    history: (id) =>
      guarded(async () => (await checkpoints.where({ workspace: id }).sortBy('key')).toReversed()),
    readCheckpoint: (key) => guarded(() => database.transaction('r', kept, () => readCheckpoint(key))),
    removeCheckpoint: (key) => guarded(() => database.transaction('rw', kept, () => drop([key]))),
    remove: (id) =>
      guarded(() =>
        database.transaction('rw', [workspaces, ...kept, runs, commits, attempts], () => remove(id)),
      ),
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
