import type { RunSummary, Runs } from '#storage';

/**
 * The runs of a workspace, or of all, the newest first. One that its ledger left going and that no tab writes was
 * interrupted: it is told as what it will be when it is opened, paused (K6).
 */
export async function listRuns(runs: Runs, workspace?: string): Promise<readonly RunSummary[]> {
  const all = await (workspace === undefined ? runs.list() : runs.list(workspace));
  return Promise.all(all.map((run) => asItStands(run, runs)));
}

async function asItStands(run: RunSummary, runs: Runs): Promise<RunSummary> {
  const going = run.status === 'running' || run.status === 'pending';
  return going && !(await runs.isOpen(run.runId)) ? { ...run, status: 'paused' } : run;
}
