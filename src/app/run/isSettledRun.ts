import type { RunStatus } from '#projection';

const SETTLED: ReadonlySet<RunStatus> = new Set(['completed', 'failed', 'cancelled']);

/** Whether a run is over and can never go on. */
export function isSettledRun(status: RunStatus): boolean {
  return SETTLED.has(status);
}
