import type { Commit } from '#kernel';
import type { RunOrigin, RunSummary } from './runs';

export function emptySummary(runId: string, origin: RunOrigin, imported: boolean): RunSummary {
  return {
    ...origin,
    runId,
    status: 'pending',
    startedAt: 0,
    updatedAt: 0,
    endedAt: null,
    commits: 0,
    head: null,
    imported,
  };
}

/** The line of the list after one more commit. */
export function summaryAfter(summary: RunSummary, commit: Commit): RunSummary {
  const status = statusAfter(summary.status, commit);
  const over = status === 'completed' || status === 'failed' || status === 'cancelled';
  return {
    ...summary,
    status,
    startedAt: summary.commits === 0 ? commit.at : summary.startedAt,
    updatedAt: commit.at,
    endedAt: over ? (summary.endedAt ?? commit.at) : null,
    commits: commit.seq + 1,
    head: commit.hash,
  };
}

function statusAfter(before: RunSummary['status'], { entries }: Commit): RunSummary['status'] {
  let status: RunSummary['status'] = before === 'waiting' ? 'running' : before;
  for (const { kind } of entries) {
    if (kind === 'run.started' || kind === 'run.resumed') status = 'running';
    else if (kind === 'run.paused') status = 'paused';
    else if (kind === 'run.completed') status = 'completed';
    else if (kind === 'run.failed') status = 'failed';
    else if (kind === 'run.cancelled') status = 'cancelled';
    else if (kind === 'run.uncertain') status = 'uncertain';
    else if (kind === 'node.waiting') status = 'waiting';
  }
  return status;
}
