import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { RoomLeft } from '../settings/StorageTab';
import { openDialog } from '../state/dialogs';
import { useSession } from '../state/session';
import { retryStorage } from './runActions';
import { exportRun } from './runFiles';
import { useRunFacts, useShownRun } from './runStore';

/** Case H2: the run cannot be written. Nothing of it is lost: it waits here for room, and can be taken away. */
export function RunTroubleBanner() {
  const session = useSession();
  const trouble = useRunFacts((facts) => facts.trouble);
  const runId = useShownRun((run) => run?.runId ?? null);
  if (trouble === null) return null;
  return (
    <Banner
      tone="bad"
      urgent
      title="The run is paused: its ledger cannot be written"
      actions={
        <>
          <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'storage' })}>
            See storage
          </Button>
          {trouble.retryable && (
            <Button variant="outline" onClick={retryStorage}>
              Try again
            </Button>
          )}
          {runId !== null && (
            <Button variant="outline" onClick={() => void exportRun(session, { runId })}>
              Download it
            </Button>
          )}
        </>
      }
    >
      <p>
        {trouble.message} <RoomLeft code={trouble.code} /> {trouble.help} <code>{trouble.code}</code>
      </p>
    </Banner>
  );
}
