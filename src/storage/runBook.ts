import { ok } from '#base';
import type { RunBook } from '#hosting';
import type { Storage } from './storage';

/**
 * The runs that are kept here, as a book of those who drive them.
 *
 * @param workspace where runs begin
 */
export function runBookOf({ runs, blobs }: Pick<Storage, 'runs' | 'blobs'>, workspace: string): RunBook {
  return {
    line: (runId) => runs.summary(runId),
    page: (asked) => runs.page({ ...asked, workspace }),
    read: (runId, from, most) => runs.part(runId, from, most),
    begin: async ({ runId, ...origin }) => ok(await runs.open(runId, { workspace, ...origin })),
    open: async (runId, takeOver) => {
      const summary = await runs.summary(runId);
      return ok(summary && (await runs.open(runId, summary, { takeOver })));
    },
    blobs: () => blobs,
    remove: (runId) => runs.remove(runId),
    follow: (runId, from, listener) => runs.follow(runId, from, listener),
    ended: (runId, signal) => runs.ended(runId, signal),
  };
}
