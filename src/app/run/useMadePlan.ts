import { useShownRun } from './runStore';

/** Whether a plan was made in the run that is shown, so that it can be promoted (P11). */
export function useMadePlan(): boolean {
  return useShownRun((run) => (run?.live.opened.size ?? 0) > 0);
}
