import { useQuery } from '@tanstack/react-query';
import { Waypoints } from 'lucide-react';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { useSession } from '../state/session';
import { openRun } from './openRun';
import { runInWords } from './placement';
import { runsOf } from './runLists';
import { isSettledRun, useLive, useShownRun } from './runStore';

/** M3: runs that this one has asked by a goal, and that have not answered yet; and the run that asked this one. */
export function GoalBanner() {
  const session = useSession();
  const live = useLive();
  const shown = useShownRun((run) => run?.runId ?? null);
  const over = useShownRun((run) => run !== null && isSettledRun(run.live.status));
  const { data: runs = [] } = useQuery(runsOf(session.id));
  if (!live || shown === null || over) return null;
  const asked = runs.filter((run) => run.parentRunId === shown && !isSettledRun(run.status));
  return asked.map((run) => (
    <Banner
      key={run.runId}
      tone="info"
      icon={Waypoints}
      title={`“${run.planName}” works on what this run asked for`}
      actions={
        <Button variant="outline" onClick={() => void openRun(session, run.runId, null)}>
          Open that run
        </Button>
      }
    >
      <p>{runInWords(run)}. Its answer comes back here.</p>
    </Banner>
  ));
}
