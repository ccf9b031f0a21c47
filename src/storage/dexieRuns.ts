import { type Collection, Dexie, liveQuery, type Table } from 'dexie';
import { ok } from '#base';
import { endOfLine, ledgerDamaged, type PartRead, type RunWriter, runAbsent } from '#hosting';
import type { Commit, DependencyEnd } from '#kernel';
import { filesOfCommit, StorageError } from '#runtime';
import { attemptLines } from './attempts';
import type { CommitRow, Database, RunRow } from './database';
import { dropUnnamed } from './dexieBlobs';
import type { Held, Locks } from './locks';
import { pageOfRuns, sessionsOf, summaryOfRow } from './pageOfRuns';
import { MOST_ATTEMPTS, type RunOrigin, type RunSummary, type Runs } from './runs';
import { guarded } from './storageErrors';
import { emptySummary, summaryAfter } from './summarize';

/** Runs and their ledgers in IndexedDB. */
export function dexieRuns(database: Database, locks: Locks): Runs {
  const { workspaces, checkpoints, runs, commits, attempts, blobs } = database;

  const ledgerOf = (runId: string, from = 0) => linesOf(commits, runId, from);

  const read = (runId: string, from = 0): Promise<readonly Commit[]> =>
    guarded(async () => (await ledgerOf(runId, from).sortBy('seq')).map(({ commit }) => commit));

  async function part(runId: string, from: number, most: number): Promise<PartRead> {
    const row = await runs.get(runId);
    if (!row) return runAbsent(runId);
    const end = Math.min(from + most, row.commits);
    const lines = await linesOf(commits, runId, from, end).toArray();
    const lost = Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index).find(
      (seq, index) => lines[index]?.seq !== seq,
    );
    if (lost !== undefined) return ledgerDamaged(runId, lost);
    return ok({ commits: lines.map(({ commit }) => commit), next: end < row.commits ? end : null });
  }

  /** Every transaction checks that the run was not taken over since (K7), and that nothing is missing. */
  async function append(runId: string, epoch: number, added: readonly Commit[]): Promise<void> {
    const row = await runs.get(runId);
    if (!row || row.epoch !== epoch) throw stale();
    const first = added[0];
    if (first && first.seq !== row.commits) throw stale();
    await commits.bulkAdd(added.map((commit): CommitRow => ({ runId, seq: commit.seq, commit })));
    await attempts.bulkAdd(added.flatMap((commit) => attemptLines(row, commit)));
    const files = [...new Set([...(row.files ?? []), ...added.flatMap(filesOfCommit)])];
    await runs.put({ ...added.reduce<RunSummary>(summaryAfter, row), files, epoch });
  }

  async function claim(runId: string, origin: RunOrigin): Promise<number> {
    const row = await runs.get(runId);
    const epoch = (row?.epoch ?? 0) + 1;
    await runs.put({ ...(row ?? emptySummary(runId, origin, false)), epoch });
    return epoch;
  }

  function writer(runId: string, epoch: number, { release, lost }: Held): RunWriter {
    return {
      runId,
      lost,
      release,
      append: (_runId, added) =>
        guarded(() =>
          database.transaction('rw', [runs, commits, attempts], () => append(runId, epoch, added)),
        ),
      read: () => read(runId),
    };
  }

  return {
    page: (asked, fits) => guarded(async () => pageOfRuns(runs, await locks.taken(), asked, fits)),
    sessions: (workspace) => guarded(() => sessionsOf(runs, workspace)),
    read: (runId) => read(runId),
    part: (runId, from, most) =>
      guarded(() => database.transaction('r', [runs, commits], () => part(runId, from, most))),
    summary: (runId) =>
      guarded(async () => {
        const row = await runs.get(runId);
        return row ? summaryOfRow(row) : null;
      }),
    open: async (runId, origin, options = {}) => {
      const held = await locks.take(runId, options.takeOver ?? false);
      if (!held) return null;
      try {
        const epoch = await guarded(() => database.transaction('rw', runs, () => claim(runId, origin)));
        return writer(runId, epoch, held);
      } catch (thrown) {
        held.release();
        throw thrown;
      }
    },
    attempts: () => guarded(() => attempts.orderBy('at').reverse().limit(MOST_ATTEMPTS).toArray()),
    isOpen: (runId) => locks.taken().then((taken) => taken.has(runId)),
    import: (added, origin) =>
      guarded(() =>
        database.transaction('rw', [runs, commits, attempts], async () => {
          const first = added[0]?.fact;
          if (first?.type !== 'run.started') return false;
          if (await runs.get(first.runId)) return false;
          await runs.put({ ...emptySummary(first.runId, origin, true), epoch: 0 });
          await append(first.runId, 0, added);
          return true;
        }),
      ),
    mark: (runId, { status, waits }) =>
      guarded(async () => void (await runs.update(runId, { status, waits }))),
    rename: (runId, name) => guarded(async () => void (await runs.update(runId, { name }))),
    planEdit: (runId) => guarded(async () => (await runs.get(runId))?.planEdit ?? null),
    keepPlanEdit: (runId, edit) =>
      guarded(async () => void (await runs.update(runId, { planEdit: edit ?? undefined }))),
    follow,
    ended: (runId, signal) => ended(() => runs.get(runId), signal),
    remove: (runId) =>
      guarded(() =>
        database.transaction('rw', [workspaces, checkpoints, runs, commits, attempts, blobs], async () => {
          const row = await runs.get(runId);
          await ledgerOf(runId).delete();
          await linesOf(attempts, runId).delete();
          await runs.delete(runId);
          await dropUnnamed(database, row?.files ?? []);
        }),
      ),
  };

  function follow(runId: string, from: number, listener: (commits: readonly Commit[]) => void): () => void {
    let next = from;
    const subscription = liveQuery(() => read(runId, next)).subscribe({
      next: (added) => {
        const fresh = added.filter(({ seq }) => seq >= next);
        next = (fresh.at(-1)?.seq ?? next - 1) + 1;
        if (fresh.length > 0) listener(fresh);
      },
      error: () => {},
    });
    return () => subscription.unsubscribe();
  }
}

/** Asked again by Dexie whenever that row is written, in this tab or in another. */
function ended(read: () => Promise<RunRow | undefined>, signal: AbortSignal): Promise<DependencyEnd> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      subscription.unsubscribe();
      reject(signal.reason);
    };
    const subscription = liveQuery(read).subscribe({
      next: (row) => {
        const end = endOfLine(row);
        if (end === null) return;
        signal.removeEventListener('abort', stop);
        subscription.unsubscribe();
        resolve(end);
      },
      error: reject,
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** What a table that is keyed by run and position holds of a run, from a position on and, where that is said, before another. */
export function linesOf<Row>(
  table: Table<Row, [string, number]>,
  runId: string,
  from = 0,
  end?: number,
): Collection<Row> {
  return table.where('[runId+seq]').between([runId, from], [runId, end ?? Dexie.maxKey]);
}

function stale(): StorageError {
  return new StorageError('STORAGE_STALE_WRITER', 'This run is written by another tab now.');
}
