import { Hand, Lock, Plug } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { RunView } from '#projection';
import type { SlotStanding } from '#runtime';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { UnlockForm } from '../settings/ConnectionsTab';
import { openDialog } from '../state/dialogs';
import { useSession } from '../state/session';
import { slotStanding } from '../state/slots';
import { modelsToJoin } from './modelsOfRun';
import { useLive, useRunFacts, useView } from './runStore';

/** K6: a run that lost its page waits for Resume, and says what has to be joined again before it can go on. */
export function InterruptedBanner() {
  const view = useView();
  const live = useLive();
  const here = useRunFacts((facts) => facts.standing === 'here');
  const missing = useModelsToJoin(view, 'any');
  const locked = useModelsToJoin(view, 'locked');
  if (!live || !here || view?.status !== 'paused' || view.pausedBecause !== 'interrupted') return null;
  if (locked !== '') return <UnlockFirst models={locked} />;
  if (missing !== '') return <JoinFirst models={missing} />;
  return (
    <Banner tone="wait" icon={Hand} title="This run was interrupted">
      <p>
        The page was closed or lost while it ran. Everything up to here is kept; Resume continues from it.
      </p>
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

/** Nothing is typed again that was to be remembered: only the passphrase. */
function UnlockFirst({ models }: { readonly models: string }) {
  return (
    <Banner
      tone="wait"
      icon={Lock}
      title="This run was interrupted, and the key of its model is locked"
      actions={<UnlockForm />}
    >
      <p>Unlock {models} with your passphrase, then press Resume: everything up to here is kept.</p>
    </Banner>
  );
}

/**
 * Their names in one text, so that it reads the same as long as nothing changed; empty when none is missing.
 *
 * @param why `locked`: those alone whose key waits for the passphrase
 */
function useModelsToJoin(view: RunView | null, why: 'any' | 'locked'): string {
  const session = useSession();
  const closure = view?.started?.closure;
  return useSyncExternalStore(
    (changed) => session.storage.vault.subscribe(changed),
    () =>
      closure === undefined
        ? ''
        : modelsToJoin(closure, (slot) => isThere(slotStanding(session, slot), why))
            .map((model) => `“${model.name ?? model.model}”`)
            .join(', '),
  );
}

function isThere(standing: SlotStanding, why: 'any' | 'locked'): boolean {
  return why === 'locked' ? standing !== 'locked' : standing === 'filled';
}
