import type { Json } from '#base';
import { ok } from '#base';
import { asItStands, endOfLine, pageAmong, partOf, type RunWriter, runAbsent } from '#hosting';
import type { Commit } from '#kernel';
import { type Clock, memoryBlobs, StorageError } from '#runtime';
import { attemptLines } from './attempts';
import { MemoryChanges } from './changes';
import { summaryOf } from './dexieWorkspaces';
import { type Held, pageLocks } from './locks';
import { pinsIn } from './pins';
import { MOST_ATTEMPTS, type PlanEdit, type RunSummary, type Runs } from './runs';
import { memorySessions, withSessions } from './sessions';
import type { Standing } from './standing';
import type { Storage } from './storage';
import { emptySummary, summaryAfter } from './summarize';
import { Vault } from './vault';
import { withPicks } from './withPicks';
import {
  type Checkpoint,
  type CheckpointDraft,
  checkpointOf,
  type StoredWorkspace,
  storedAfter,
  type Workspaces,
} from './workspaces';

/** The same doors where nothing can be kept: everything ends with the page. */
export function memoryStorage(clock: Clock, standing: Standing, backup: Storage['backup'] = null): Storage {
  const kept = new Map<string, Json>();
  const changes = new MemoryChanges();
  const settings = changes.settings({
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    change: async (name, change) => void kept.set(name, change(kept.get(name) ?? null)),
  });
  const pins = pinsIn(settings);
  const sessions = changes.sessions(memorySessions());
  const runs = withSessions(changes.runs(memoryRuns()), sessions);
  const vault = new Vault();
  return {
    kind: 'memory',
    get trouble() {
      return standing.trouble;
    },
    onTrouble: standing.onTrouble,
    backup,
    workspaces: changes.workspaces(withPicks(memoryWorkspaces(clock, runs), vault, { pins, sessions }, null)),
    runs,
    blobs: changes.blobs(memoryBlobs()),
    settings,
    pins,
    sessions,
    vault,
    onChange: changes.onChange,
    usage: async () => ({ used: null, free: null, persisted: false }),
    persist: async () => false,
    close: () => {},
  };
}

function memoryWorkspaces(clock: Clock, runs: Runs): Workspaces {
  const stored = new Map<string, StoredWorkspace>();
  const checkpoints = new Map<number, Checkpoint>();
  let keys = 0;
  const keep = (draft: CheckpointDraft): number => {
    const key = ++keys;
    checkpoints.set(key, { ...draft, key, at: clock.now() });
    return key;
  };
  const keptOf = (id: string) => [...checkpoints.values()].filter(({ workspace }) => workspace === id);
  return {
    list: async () =>
      [...stored.values()].sort((one, other) => other.updatedAt - one.updatedAt).map(summaryOf),
    read: async (id) => stored.get(id) ?? null,
    findByHash: async (hash) => {
      const found = [...stored.values()].find((one) => one.hash === hash);
      return found ? summaryOf(found) : null;
    },
    save: async (draft) => {
      const { conflict } = draft;
      const before = stored.get(draft.id);
      if ((before?.revision ?? 0) !== draft.revision) {
        if (conflict != null) checkpoints.delete(conflict);
        const checkpoint = keep(checkpointOf(draft, 'conflict'));
        return { kind: 'conflict', stored: before ?? null, checkpoint };
      }
      const row = storedAfter(before, draft, clock.now());
      stored.set(draft.id, row);
      return { kind: 'saved', revision: row.revision };
    },
    checkpoint: async (draft) => keep(draft),
    history: async (id) =>
      keptOf(id)
        .reverse()
        .map(({ text: _text, ...rest }) => rest),
    readCheckpoint: async (key) => checkpoints.get(key) ?? null,
    removeCheckpoint: async (key) => void checkpoints.delete(key),
    remove: async (id) => {
      stored.delete(id);
      for (const { key } of keptOf(id)) checkpoints.delete(key);
      const { lines } = await runs.page({ workspace: id, most: Number.POSITIVE_INFINITY });
      for (const { runId } of lines) await runs.remove(runId);
    },
    watch: () => () => {},
  };
}

function memoryRuns(): Runs {
  const summaries = new Map<string, RunSummary>();
  const ledgers = new Map<string, Commit[]>();
  const epochs = new Map<string, number>();
  const edits = new Map<string, PlanEdit>();
  const locks = pageLocks();
  const watchers = new Set<() => void>();
  const changed = (): void => {
    for (const look of [...watchers]) look();
  };

  function append(runId: string, added: readonly Commit[]): void {
    const ledger = ledgers.get(runId) ?? [];
    const summary = summaries.get(runId);
    if (!summary || (added[0] && added[0].seq !== ledger.length)) throw stale();
    ledgers.set(runId, ledger);
    for (const commit of added) ledger.push(commit);
    summaries.set(runId, added.reduce(summaryAfter, summary));
    changed();
  }

  function writer(runId: string, epoch: number, { release, lost }: Held): RunWriter {
    return {
      runId,
      lost,
      release,
      append: async (_runId, added) => {
        if (epochs.get(runId) !== epoch) throw stale();
        append(runId, added);
      },
      read: async () => [...(ledgers.get(runId) ?? [])],
    };
  }

  return {
    page: async ({ workspace, ...asked }, fits = () => true) => {
      const taken = await locks.taken();
      const here = [...summaries.values()]
        .map((one) => asItStands(one, taken.has(one.runId)))
        .filter((one) => (workspace === undefined || one.workspace === workspace) && fits(one));
      return pageAmong(here, asked);
    },
    sessions: async (workspace) => {
      const here = [...summaries.values()].filter((one) => one.workspace === workspace);
      return [...new Set(here.flatMap(({ sessionId }) => sessionId ?? []))];
    },
    read: async (runId) => [...(ledgers.get(runId) ?? [])],
    part: async (runId, from, most) =>
      summaries.has(runId) ? ok(partOf(ledgers.get(runId) ?? [], from, most)) : runAbsent(runId),
    summary: async (runId) => summaries.get(runId) ?? null,
    open: async (runId, origin, options = {}) => {
      const held = await locks.take(runId, options.takeOver ?? false);
      if (!held) return null;
      const epoch = (epochs.get(runId) ?? 0) + 1;
      epochs.set(runId, epoch);
      if (!summaries.has(runId)) summaries.set(runId, emptySummary(runId, origin, false));
      return writer(runId, epoch, held);
    },
    attempts: async () =>
      [...summaries.values()]
        .flatMap((run) => (ledgers.get(run.runId) ?? []).flatMap((commit) => attemptLines(run, commit)))
        .sort((one, other) => other.at - one.at)
        .slice(0, MOST_ATTEMPTS),
    isOpen: (runId) => locks.taken().then((taken) => taken.has(runId)),
    import: async (added, origin) => {
      const first = added[0]?.fact;
      if (first?.type !== 'run.started' || summaries.has(first.runId)) return false;
      summaries.set(first.runId, emptySummary(first.runId, origin, true));
      append(first.runId, added);
      return true;
    },
    mark: async (runId, told) => {
      const summary = summaries.get(runId);
      if (summary) summaries.set(runId, { ...summary, ...told });
    },
    rename: async (runId, name) => {
      const summary = summaries.get(runId);
      if (summary) summaries.set(runId, { ...summary, name });
    },
    planEdit: async (runId) => edits.get(runId) ?? null,
    keepPlanEdit: async (runId, edit) => {
      if (edit === null) edits.delete(runId);
      else if (summaries.has(runId)) edits.set(runId, edit);
    },
    follow: (runId, from, listener) => {
      listener((ledgers.get(runId) ?? []).slice(from));
      return () => {};
    },
    ended: (runId, signal) =>
      new Promise((resolve, reject) => {
        const forget = (): void => void watchers.delete(look);
        const look = (): void => {
          const end = endOfLine(summaries.get(runId));
          if (end === null) return;
          forget();
          resolve(end);
        };
        watchers.add(look);
        signal.addEventListener('abort', () => {
          forget();
          reject(signal.reason);
        });
        look();
      }),
    remove: async (runId) => {
      summaries.delete(runId);
      ledgers.delete(runId);
      epochs.delete(runId);
      edits.delete(runId);
      changed();
    },
  };
}

function stale(): StorageError {
  return new StorageError('STORAGE_STALE_WRITER', 'This run is written elsewhere now.');
}
