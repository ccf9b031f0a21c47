import { Hand, Plug } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { RunView } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useSession } from '../state/session';
import { connectedBy } from '../state/slots';
import { modelsToJoin } from './modelsToJoin';
import { useLive, useRunFacts, useView } from './runStore';

/** K6: a run that lost its page waits for Resume, and says what has to be joined again before it can go on. */
export function InterruptedBanner() {
  const view = useView();
  const live = useLive();
  const here = useRunFacts((facts) => facts.standing === 'here');
  const missing = useModelsToJoin(view);
  if (!live || !here || view?.status !== 'paused' || view.pausedBecause !== 'interrupted') return null;
  if (missing !== '') return <JoinFirst models={missing} />;
  return (
    <Banner tone="wait" icon={Hand} title="This run was interrupted">
      <p>The page was closed or lost while it ran. Everything up to here is kept; Resume goes on from it.</p>
    </Banner>
  );
}

function JoinFirst({ models }: { readonly models: string }) {
  return (
    <Banner
      tone="wait"
      icon={Plug}
      title="This run was interrupted, and its model is not connected any more"
      actions={
        <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'models' })}>
          Connect the model
        </Button>
      }
    >
      <p>
        What was kept in the other page only ended with it. Connect {models} again, then press Resume:
        everything up to here is kept.
      </p>
    </Banner>
  );
}

/** Their names in one text, so that it reads the same as long as nothing changed; empty when none is missing. */
function useModelsToJoin(view: RunView | null): string {
  const session = useSession();
  const closure = view?.started?.closure;
  return useSyncExternalStore(
    (changed) => session.storage.vault.subscribe(changed),
    () =>
      closure === undefined
        ? ''
        : modelsToJoin(closure, (slot) => connectedBy(session, slot) !== null)
            .map((model) => `“${model.name ?? model.model}”`)
            .join(', '),
  );
}
