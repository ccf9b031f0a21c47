import { lineAfter, lineOfNew } from '#hosting';
import type { Commit } from '#kernel';
import { isUnanswered } from '#projection';
import type { RunOrigin, RunSummary } from './runs';

export function emptySummary(runId: string, origin: RunOrigin, imported: boolean): RunSummary {
  return {
    ...origin,
    ...lineOfNew(runId, imported),
    updatedAt: 0,
    endedAt: null,
    commits: 0,
    head: null,
  };
}

/** The line of the list after one more commit. */
export function summaryAfter(summary: RunSummary, commit: Commit): RunSummary {
  const line = lineAfter(summary, commit);
  const over = line.status === 'completed' || line.status === 'failed' || line.status === 'cancelled';
  return {
    ...line,
    ...(isRefusal(commit) ? { unanswered: true } : {}),
    updatedAt: commit.at,
    endedAt: over ? (summary.endedAt ?? commit.at) : null,
    commits: commit.seq + 1,
    head: commit.hash,
  };
}

/** Whether a run fails in it because nothing could plan what it was asked (E8). */
function isRefusal({ entries }: Commit): boolean {
  return entries.some((entry) => entry.kind === 'run.failed' && isUnanswered(entry.data));
}
