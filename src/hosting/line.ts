import { type Commit, type DependencyEnd, type Reuse, recordIn } from '#kernel';
import type { RunStatus, Waiting } from '#projection';

/** What a book says of a run without its whole ledger: where it belongs, how it stands, and what it waits for. */
export interface RunLine {
  readonly runId: string;
  /** L8, M4: the session that it belongs to, and the run that started it; null where there is none. */
  readonly sessionId: string | null;
  readonly parentRunId: string | null;
  /** When it began, in milliseconds since the epoch; 0 while it has not. */
  readonly startedAt: number;
  /** M4: runs that had to complete before it began; absent where there are none. */
  readonly dependsOn?: readonly string[];
  /** D12: the run that it goes on from; absent where it is no branch. */
  readonly branchOf?: string;
  /** How many commits of that one it goes on from, and whether as a fork; absent where the line is older. */
  readonly branchAt?: number;
  readonly isFork?: boolean;
  /** As its ledger said last. A run that reads `running` and is open nowhere was interrupted (K6). */
  readonly status: RunStatus;
  /** D9: what it waits for, as far as whoever drives it has told; absent where it waits for nothing. */
  readonly waits?: readonly RunWait[];
  /** Came from a file: not executed here (case A14). */
  readonly imported: boolean;
}

/** What one node of a run waits for (D9): `call` is the approval of a call (K15), `approval` that of a plan. */
export interface RunWait {
  readonly kind: Waiting['kind'] | 'call';
  /** What the node is called. */
  readonly name: string;
}

/** M4: which runs are asked for; each part that is there must fit. */
export interface RunFilter {
  readonly sessionId?: string;
  /** How they may stand, as `asItStands` tells. */
  readonly statuses?: readonly RunStatus[];
  readonly parentRunId?: string;
}

/** The line of a run that has not begun. */
export function lineOfNew(runId: string, imported: boolean): RunLine {
  return { runId, sessionId: null, parentRunId: null, startedAt: 0, status: 'pending', imported };
}

/** The line of a run after one more commit. */
export function lineAfter<Line extends RunLine>({ waits, ...line }: Line, commit: Commit) {
  const status = statusAfter(line.status, commit);
  const still = waits === undefined || status !== 'waiting' ? {} : { waits };
  return { ...line, ...belonging(commit), status, ...still };
}

/** L8, M4: what the first fact says of where a run belongs, and when it began. */
function belonging({ fact, at }: Commit): Partial<RunLine> {
  if (fact.type !== 'run.started') return {};
  const { labels, parentRunId = null, dependsOn } = fact;
  return {
    sessionId: labels.sessionId ?? null,
    parentRunId,
    startedAt: at,
    ...(dependsOn ? { dependsOn } : {}),
    ...branchOf(recordIn(fact)),
  };
}

/** D12: a record that asks about nothing was forked; one that does goes on after a failure, or from a step (D11). */
function branchOf(record: Reuse | null): Partial<RunLine> {
  if (record === null) return {};
  const { from, called } = record;
  return { branchOf: from.runId, branchAt: from.at, isFork: called === undefined };
}

function statusAfter(before: RunStatus, { entries }: Commit): RunStatus {
  let status: RunStatus = before === 'waiting' ? 'running' : before;
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

/** K6: one that its ledger left going and that nobody drives was interrupted: it stands as it will when it is opened, paused. */
export function asItStands<Line extends RunLine>(line: Line, isDriven: boolean): Line {
  const isGoing = line.status === 'running' || line.status === 'pending';
  return isGoing && !isDriven ? { ...line, status: 'paused' } : line;
}

/** What a line says of the end of its run (M4); null while it goes on, `missing` where it can never end here. */
export function endOfLine(line: Pick<RunLine, 'status' | 'imported'> | undefined): DependencyEnd | null {
  if (line === undefined) return 'missing';
  const { status, imported } = line;
  if (status === 'completed' || status === 'failed' || status === 'cancelled') return status;
  // Its effects do not happen here (case A14), so it never ends.
  return imported ? 'missing' : null;
}

/** Whether a run is one that is asked for (M4). A line from before there were sessions belongs to none. */
export function passes(line: RunLine, { sessionId, statuses, parentRunId }: RunFilter): boolean {
  if (sessionId !== undefined && line.sessionId !== sessionId) return false;
  if (parentRunId !== undefined && line.parentRunId !== parentRunId) return false;
  return statuses === undefined || statuses.includes(line.status);
}

/** How runs stand that are not over. */
export const UNFINISHED: readonly RunStatus[] = ['pending', 'running', 'waiting', 'paused', 'uncertain'];
