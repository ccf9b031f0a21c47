import { storedQuery } from '../state/services';

/** The runs of a workspace, the newest first. */
export function runsOf(workspace: string) {
  return storedQuery('runs', [workspace], ({ runs }) => runs.list(workspace));
}

/** The runs of all workspaces, the newest first. */
export const allRuns = storedQuery('runs', [], ({ runs }) => runs.list());

/** A line for each attempt of a planner, of all runs (P6). */
export const allAttempts = storedQuery('runs', ['', 'attempts'], ({ runs }) => runs.attempts());

/** Whether a tab has the run open. */
export function isOpenQuery(runId: string) {
  return storedQuery('runs', ['', 'open', runId], ({ runs }) => runs.isOpen(runId));
}
