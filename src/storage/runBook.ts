import { ok } from '#base';
import type { RunBook } from '#hosting';
import type { Runs } from './runs';
import { endOf } from './summarize';

/**
 * The runs that are kept here, as a book of those who drive them.
 *
 * @param workspace where runs begin
 */
export function runBookOf(runs: Runs, workspace: string): RunBook {
  return {
    line: async (runId) => {
      const summary = await runs.summary(runId);
      return summary && { isOver: endOf(summary) !== null, parentRunId: summary.parentRunId };
    },
    read: (runId) => runs.read(runId),
    begin: async ({ runId, ...origin }) => ok(await runs.open(runId, { workspace, ...origin })),
    open: async (runId, takeOver) => {
      const summary = await runs.summary(runId);
      return ok(summary && (await runs.open(runId, summary, { takeOver })));
    },
    drop: (runId) => runs.remove(runId),
    beside: async (runId) => {
      const summary = await runs.summary(runId);
      if (summary === null || summary.sessionId === null) return [];
      const { sessionId } = summary;
      const all = await runs.list(summary.workspace, { sessionId });
      return all.filter((run) => run.runId !== runId && endOf(run) === null).map((run) => run.runId);
    },
    ended: (runId, signal) => runs.ended(runId, signal),
  };
}
