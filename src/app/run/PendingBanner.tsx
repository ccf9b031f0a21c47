import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import type { RunSummary } from '#storage';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { useSession } from '../state/session';
import { openRun } from './openRun';
import { runInWords } from './placement';
import { isOpenQuery, runsOf } from './runLists';
import { useLive, useView } from './runStore';

/** M4: a run that has not begun says which runs it waits for, how each of them stands, and leads there. */
export function PendingBanner() {
  const { id } = useSession();
  const live = useLive();
  const awaited = useView()?.pendingOn ?? [];
  const { data: runs = [] } = useQuery(runsOf(id));
  if (!live || awaited.length === 0) return null;
  return awaited.map((runId) => (
    <Awaited key={runId} runId={runId} run={runs.find((one) => one.runId === runId)} />
  ));
}

function Awaited({ runId, run }: { readonly runId: string; readonly run: RunSummary | undefined }) {
  const session = useSession();
  const { data: isOpen = true } = useQuery(isOpenQuery(runId));
  return (
    <Banner
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
        {run === undefined ? 'It is not in this workspace.' : `${runInWords(run)}.`} This run begins when that
        one has completed.{!isOpen && ' It is open in no tab now: open it, and resume it there.'}
      </p>
    </Banner>
  );
}
