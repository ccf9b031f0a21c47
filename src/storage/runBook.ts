import { ok } from '#base';
import type { Beginning, RunBook } from '#hosting';
import type { RunOrigin, Runs } from './runs';
import { endOf } from './summarize';

/**
 * The runs that are kept here, as a book of those who drive them.
 *
 * @param originOf what the list says of a run that begins
 */
export function runBookOf(runs: Runs, originOf: (run: Beginning) => RunOrigin): RunBook {
  return {
    line: async (runId) => {
      const summary = await runs.summary(runId);
      return summary && { isOver: endOf(summary) !== null, parentRunId: summary.parentRunId };
    },
    read: (runId) => runs.read(runId),
    begin: async (run) => ok(await runs.open(run.runId, originOf(run))),
    open: async (runId, takeOver) => {
      const summary = await runs.summary(runId);
      return ok(summary && (await runs.open(runId, summary, { takeOver })));
    },
    drop: (runId) => runs.remove(runId),
    beside: async (runId) => {
      const summary = await runs.summary(runId);
      if (summary === null || summary.sessionId === null) return [];
      const { sessionId, workspace } = summary;
      const all = await runs.list(workspace, { sessionId });
      return all.filter((run) => run.runId !== runId && endOf(run) === null).map((run) => run.runId);
    },
    ended: (runId, signal) => runs.ended(runId, signal),
  };
}
