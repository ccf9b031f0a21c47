import { Hourglass } from 'lucide-react';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { useStored } from '../state/services';
import { useSession } from '../state/session';
import { listRuns } from './listRuns';
import { openRun } from './openRun';
import { runInWords } from './placement';
import { useLive, useView } from './runStore';

/** M4: a run that has not begun says which runs it waits for, how each of them stands, and leads there. */
export function PendingBanner() {
  const session = useSession();
  const live = useLive();
  const awaited = useView()?.pendingOn ?? [];
  const { data: runs = [] } = useStored(['runs', session.id], ({ runs: all }) => listRuns(all, session.id));
  if (!live || awaited.length === 0) return null;
  return awaited.map((runId) => {
    const run = runs.find((one) => one.runId === runId);
    return (
      <Banner
        key={runId}
        tone="wait"
        icon={Hourglass}
        title={`Waiting for run ${run === undefined ? runId : `“${run.planName}”`}`}
        actions={
          run && (
            <Button variant="outline" onClick={() => void openRun(session, runId, null)}>
              Open that run
            </Button>
          )
        }
      >
        <p>
          {run === undefined ? 'It is not in this workspace.' : `${runInWords(run)}.`} This run begins when
          that one has completed{run?.status === 'paused' ? ', and that one waits until it is resumed' : ''}.
        </p>
      </Banner>
    );
  });
}
