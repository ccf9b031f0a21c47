import type { Commit } from '#kernel';
import { type LedgerStore, StorageError } from './ports';

/**
 * A ledger that lives as long as the page or process: for tests, for hosts without storage, for dry runs.
 *
 * @param before the commits of a run that is taken up
 */
export function memoryLedger(before: readonly Commit[] = []): LedgerStore {
  const runs = new Map<string, Commit[]>();
  const started = before[0]?.fact;
  if (started?.type === 'run.started') runs.set(started.runId, [...before]);
  return {
    append: async (runId, commits) => {
      const ledger = runs.get(runId) ?? [];
      const next = commits[0]?.seq ?? ledger.length;
      if (next !== ledger.length)
        throw new StorageError(
          'STORAGE_STALE_WRITER',
          `The run has ${ledger.length} commits already; this one counts from ${next}.`,
        );
      for (const commit of commits) ledger.push(commit);
      runs.set(runId, ledger);
    },
    read: async (runId) => [...(runs.get(runId) ?? [])],
  };
}
