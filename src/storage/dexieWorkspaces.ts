import { Dexie, liveQuery } from 'dexie';
import type { Clock } from '#runtime';
import { filesOfText } from '#runtime';
import type { CheckpointRow, Database, WorkspaceRow } from './database';
import { dropUnnamed } from './dexieBlobs';
import { linesOf } from './dexieRuns';
import { guarded } from './storageErrors';
import {
  type Checkpoint,
  type CheckpointDraft,
  type CheckpointSummary,
  checkpointOf,
  isPassing,
  isWorthKeeping,
  type Saved,
  type StoredWorkspace,
  storedAfter,
  surplus,
  type WorkspaceDraft,
  type WorkspaceSummary,
  type Workspaces,
} from './workspaces';

/** Workspaces in IndexedDB. */
export function dexieWorkspaces(database: Database, clock: Clock): Workspaces {
  const { workspaces, checkpoints, checkpointTexts, runs, commits, attempts, blobs } = database;
  const kept = [checkpoints, checkpointTexts];

  async function save(draft: WorkspaceDraft): Promise<Saved> {
    const { conflict } = draft;
    const stored = await workspaces.get(draft.id);
    if ((stored?.revision ?? 0) !== draft.revision) {
      if (conflict != null) await drop([conflict]);
      const checkpoint = await keep(checkpointOf(draft, 'conflict'));
      return { kind: 'conflict', stored: stored ? storedOf(stored) : null, checkpoint };
    }
    if (stored && stored.hash !== draft.hash) {
      const kept = await checkpoints.where({ workspace: draft.id }).sortBy('key');
      if (isWorthKeeping(stored, kept, clock.now())) await keep(checkpointOf(stored, 'edited'));
    }
    const row = storedAfter(stored, draft, clock.now());
    await workspaces.put({ ...row, files: filesOfText(draft.text) });
    return { kind: 'saved', revision: row.revision };
  }

  async function keep({ text, ...draft }: CheckpointDraft): Promise<number> {
    const passing = await checkpoints.where({ workspace: draft.workspace }).filter(isPassing).sortBy('key');
    if (isPassing(draft)) await drop(surplus(passing));
    const key = await checkpoints.add({ ...draft, files: filesOfText(text), at: clock.now() });
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
    return checkpoint && row ? { ...lineOf(checkpoint), text: row.text } : null;
  }

  async function remove(id: string): Promise<void> {
    const [workspace, states, ofRuns] = await Dexie.Promise.all([
      workspaces.get(id),
      checkpoints.where({ workspace: id }).toArray(),
      runs.where({ workspace: id }).toArray(),
    ]);
    for (const { runId } of ofRuns) {
      await linesOf(commits, runId).delete();
      await linesOf(attempts, runId).delete();
      await runs.delete(runId);
    }
    await drop(states.map(({ key }) => key));
    await workspaces.delete(id);
    await dropUnnamed(
      database,
      [workspace, ...states, ...ofRuns].flatMap((row) => row?.files ?? []),
    );
  }

  return {
    list: () =>
      guarded(async () =>
        (await workspaces.orderBy('updatedAt').reverse().toArray()).map((row) => summaryOf(storedOf(row))),
      ),
    read: (id) =>
      guarded(async () => {
        const row = await workspaces.get(id);
        return row ? storedOf(row) : null;
      }),
    findByHash: (hash) =>
      guarded(async () => {
        const found = await workspaces.where({ hash }).first();
        return found ? summaryOf(storedOf(found)) : null;
      }),
    save: (draft) => guarded(() => database.transaction('rw', [workspaces, ...kept], () => save(draft))),
    checkpoint: (draft) => guarded(() => database.transaction('rw', kept, () => keep(draft))),
    history: (id) =>
      guarded(async () =>
        (await checkpoints.where({ workspace: id }).sortBy('key')).map(lineOf).toReversed(),
      ),
    readCheckpoint: (key) => guarded(() => database.transaction('r', kept, () => readCheckpoint(key))),
    removeCheckpoint: (key) => guarded(() => database.transaction('rw', kept, () => drop([key]))),
    remove: (id) =>
      guarded(() =>
        database.transaction('rw', [workspaces, ...kept, runs, commits, attempts, blobs], () => remove(id)),
      ),
    watch: (id, listener) => {
      const subscription = liveQuery(() => workspaces.get(id)).subscribe({
        next: (row) => listener(row ? storedOf(row) : null),
        error: () => {},
      });
      return () => subscription.unsubscribe();
    },
  };
}

export function summaryOf({ text: _text, ...summary }: StoredWorkspace): WorkspaceSummary {
  return summary;
}

function storedOf({ files: _files, ...stored }: WorkspaceRow): StoredWorkspace {
  return stored;
}

function lineOf({ files: _files, ...line }: CheckpointRow): CheckpointSummary {
  return line;
}
