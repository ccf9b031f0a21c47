import { KeyRound, Lock, Plug } from 'lucide-react';
import { modelAskedBy } from '#kernel';
import type { Waiting } from '#projection';
import type { VaultEntry } from '#storage';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { UnlockForm } from '../settings/UnlockForm';
import { openDialog } from '../state/dialogs';
import { type Session, useSession } from '../state/session';
import { filledBy } from '../state/slots';
import { useVault } from '../state/useConnections';
import { useView } from './runStore';

/** K13: a call whose slot is not filled has not left. It leaves by itself as soon as that is so. */
export function ConnectionBanner({ waiting }: { readonly waiting: Waiting }) {
  const session = useSession();
  const slot = useSlotOf(waiting);
  const entry = useVault(session.storage.vault, () => filling(session, slot));
  if (entry?.locked)
    return (
      <Banner
        tone="wait"
        icon={Lock}
        title={`“${waiting.name}” waits for your passphrase`}
        actions={<UnlockForm />}
      >
        <p>
          The key for {entry.origin} is locked. Nothing was sent; the run continues as soon as you unlock it.
        </p>
      </Banner>
    );
  if (entry?.trouble?.code === 'KEY_UNREADABLE')
    return (
      <Banner
        tone="wait"
        icon={KeyRound}
        title={`“${waiting.name}” waits for a key`}
        actions={
          <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'connections' })}>
            Type the key again
          </Button>
        }
      >
        <p>
          The key that was kept for {entry.origin} cannot be read any more. Nothing was sent; it goes on as
          soon as you type it again.
        </p>
      </Banner>
    );
  return (
    <Banner
      tone="wait"
      icon={Plug}
      title={`“${waiting.name}” waits for a connection`}
      actions={
        <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'models' })}>
          Connect the model
        </Button>
      }
    >
      <p>Its model is not connected. Nothing was sent; the run continues as soon as you connect one.</p>
    </Banner>
  );
}

/** The slot of the model that the call asks; null where that cannot be told. */
function useSlotOf({ command }: Waiting): string | null {
  const closure = useView()?.started?.closure;
  if (closure === undefined || command === null) return null;
  const id = modelAskedBy(command, closure);
  const spec = id === null ? closure.models[0] : closure.models.find((model) => model.id === id);
  return spec?.connection ?? null;
}

function filling(session: Session, slot: string | null): VaultEntry | null {
  return slot === null ? null : filledBy(session, slot);
}
