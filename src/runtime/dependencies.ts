import type { Driver } from './driver';
import type { Host } from './host';

/**
 * M4: tells a run when those that it depends on have ended. A host that cannot know leaves it pending. What cannot be
 * found out now, because storage refused, is asked again when the run is taken up.
 */
export function waitForRuns(driver: Driver, { ended }: Host, runs: readonly string[]): void {
  if (ended === undefined || runs.length === 0) return;
  const over = new AbortController();
  const forget = driver.changeListeners.add(() => {
    if (!driver.isOver) return;
    forget();
    over.abort();
  });
  for (const runId of runs) {
    ended(runId, over.signal).then(
      (status) => driver.send({ type: 'dependency.ended', runId, status }),
      () => {},
    );
  }
}
