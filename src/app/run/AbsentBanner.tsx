import { PlugZap } from 'lucide-react';
import { useMemo } from 'react';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useDocument, usePlanView, useSession, useSessionState } from '../state/session';
import { useShownRun } from './runStore';

/** Names that are told; the dialog lists them all. */
const TOLD = 3;

/** S3: an imported plan calls by name what is not here. Nothing of it can run before something stands in. */
export function AbsentBanner() {
  const session = useSession();
  const trusted = useSessionState((state) => state.trusted);
  const running = useShownRun((run) => run !== null);
  const workspace = useDocument((state) => state.workspace);
  const planId = usePlanView((view) => view.planId);
  // What has to be looked at first is said first, and a run is told of by what became of it.
  const told = trusted && !running;
  const absent = useMemo(() => {
    const plan = told ? workspace.plans.find(({ id }) => id === planId) : undefined;
    return plan === undefined ? [] : session.absent(plan);
  }, [session, workspace, planId, told]);
  if (absent.length === 0) return null;
  const names = absent.slice(0, TOLD).map(({ id }) => id);
  const more = absent.length > TOLD ? ` and ${absent.length - TOLD} more` : '';
  const [verb, noun] = absent.length === 1 ? ['is', 'capability'] : ['are', 'capabilities'];
  return (
    <Banner
      tone="wait"
      icon={PlugZap}
      title={`${absent.length} ${noun} of this plan ${verb} not here`}
      actions={
        <Button variant="outline" onClick={() => openDialog({ kind: 'standIns', next: null })}>
          Choose replacements
        </Button>
      }
    >
      <p>
        <bdi>{names.join(', ')}</bdi>
        {more}
      </p>
    </Banner>
  );
}
