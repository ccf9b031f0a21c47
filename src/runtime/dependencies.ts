import type { Driver } from './driver';
import type { Host } from './host';

/** M4: tells a run when those that it depends on have ended. A host that cannot know leaves that to whoever can. */
export function waitForRuns(driver: Driver, { ended }: Host, runs: readonly string[]): void {
  if (ended === undefined) return;
  for (const runId of runs) {
    void ended(runId).then((status) => driver.send({ type: 'dependency.ended', runId, status }));
  }
}
