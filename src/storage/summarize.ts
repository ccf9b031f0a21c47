import { type Commit, type DependencyEnd, type Reuse, recordIn } from '#kernel';
import { isUnanswered } from '#projection';
import type { RunFilter, RunOrigin, RunSummary } from './runs';

export function emptySummary(runId: string, origin: RunOrigin, imported: boolean): RunSummary {
  return {
    ...origin,
    runId,
    sessionId: null,
    parentRunId: null,
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
    ...belonging(commit),
    ...(isRefusal(commit) ? { unanswered: true } : {}),
    status,
    startedAt: summary.commits === 0 ? commit.at : summary.startedAt,
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

/** L8, M4: what the first fact says of where a run belongs. */
function belonging({ fact }: Commit): Partial<RunSummary> {
  if (fact.type !== 'run.started') return {};
  const { labels, parentRunId = null, dependsOn } = fact;
  return {
    sessionId: labels.sessionId ?? null,
    parentRunId,
    ...(dependsOn ? { dependsOn } : {}),
    ...branchOf(recordIn(fact)),
  };
}

/** D12: a record that asks about nothing was forked; one that does goes on after a failure, or from a step (D11). */
function branchOf(record: Reuse | null): Partial<RunSummary> {
  if (record === null) return {};
  const { from, called } = record;
  return { branchOf: from.runId, branchAt: from.at, isFork: called === undefined };
}

/** What a line of the list says of the end of its run (M4); null while it goes on. */
export function endOf(run: RunSummary | undefined): DependencyEnd | null {
  if (run === undefined) return 'missing';
  const { status, imported } = run;
  if (status === 'completed' || status === 'failed' || status === 'cancelled') return status;
  // Its effects do not happen here (case A14), so it never ends.
  return imported ? 'missing' : null;
}

/** Whether a run is one that is asked for (M4). A line from before there were sessions belongs to none. */
export function passes(run: RunSummary, { sessionId, status, parentRunId }: RunFilter): boolean {
  if (sessionId !== undefined && run.sessionId !== sessionId) return false;
  if (parentRunId !== undefined && run.parentRunId !== parentRunId) return false;
  return status === undefined || run.status === status;
}

function statusAfter(before: RunSummary['status'], { entries }: Commit): RunSummary['status'] {
  let status: RunSummary['status'] = before === 'waiting' ? 'running' : before;
  for (const { kind } of entries) {
    if (kind === 'run.started' || kind === 'run.resumed' || kind === 'run.begun') status = 'running';
    else if (kind === 'run.pending') status = 'pending';
    else if (kind === 'run.paused') status = 'paused';
    else if (kind === 'run.completed') status = 'completed';
    else if (kind === 'run.failed') status = 'failed';
    else if (kind === 'run.cancelled') status = 'cancelled';
    else if (kind === 'run.uncertain') status = 'uncertain';
    else if (kind === 'node.waiting') status = 'waiting';
  }
  return status;
}
