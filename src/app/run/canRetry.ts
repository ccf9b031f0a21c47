import type { AttachedRun } from '#editor';
import { isUnanswered } from '#projection';

/** Whether something of a run is left to be done again (D1): it failed or was cancelled, and it was no simulation. */
export function canRetry({ live }: Pick<AttachedRun, 'live'>): boolean {
  if (live.started === null || live.started.simulated) return false;
  return live.status === 'cancelled' || (live.status === 'failed' && !isUnanswered(live));
}
