import type { RunSummary, Runs } from '#storage';
import { storedQuery } from '../state/services';

/** The runs of a workspace, the newest first. */
export function runsOf(workspace: string) {
  return storedQuery('runs', [workspace], ({ runs }) => listRuns(runs, workspace));
}

/** The runs of all workspaces, the newest first. */
export const allRuns = storedQuery('runs', [], ({ runs }) => listRuns(runs));

/** A line for each attempt of a planner, of all runs (P6). */
export const allAttempts = storedQuery('runs', ['', 'attempts'], ({ runs }) => runs.attempts());

/** Whether a tab has the run open. */
export function isOpenQuery(runId: string) {
  return storedQuery('runs', ['', 'open', runId], ({ runs }) => runs.isOpen(runId));
}

/**
 * The runs of a workspace, or of all. One that its ledger left going and that no tab writes was interrupted: it is told as what it
 * will be when it is opened, paused (K6).
 */
export async function listRuns(runs: Runs, workspace?: string): Promise<readonly RunSummary[]> {
  const all = await (workspace === undefined ? runs.list() : runs.list(workspace));
  return Promise.all(all.map((run) => asItStands(run, runs)));
}

async function asItStands(run: RunSummary, runs: Runs): Promise<RunSummary> {
  const going = run.status === 'running' || run.status === 'pending';
  return going && !(await runs.isOpen(run.runId)) ? { ...run, status: 'paused' } : run;
}
