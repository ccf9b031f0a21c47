import { Waypoints } from 'lucide-react';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { useStored } from '../state/services';
import { useSession } from '../state/session';
import { isSettledRun } from './isSettledRun';
import { listRuns } from './listRuns';
import { openRun } from './openRun';
import { runInWords } from './placement';
import { useLive, useShownRun } from './runStore';

/** M3: runs that this one has asked by a goal, and that have not answered yet; and the run that asked this one. */
export function GoalBanner() {
  const session = useSession();
  const live = useLive();
  const shown = useShownRun((run) => run?.runId ?? null);
  const over = useShownRun((run) => run !== null && isSettledRun(run.live.status));
  const { data: runs = [] } = useStored(['runs', session.id], ({ runs: all }) => listRuns(all, session.id));
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
