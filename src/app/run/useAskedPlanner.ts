import { useMemo } from 'react';
import { type AskedPlanner, askedPlanners } from '#projection';
import { useLive, useView } from './runStore';

/** The planner whose model is at work in the shown run, of several the latest; null at an earlier position. */
export function useAskedPlanner(): AskedPlanner | null {
  const view = useView();
  const live = useLive();
  return useMemo(() => (view === null || !live ? null : (askedPlanners(view).at(-1) ?? null)), [view, live]);
}
