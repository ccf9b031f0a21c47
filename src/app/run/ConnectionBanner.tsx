import { Lock, Plug } from 'lucide-react';
import type { Waiting } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { UnlockForm } from '../settings/UnlockForm';
import { openDialog } from '../state/dialogs';
import { useSession } from '../state/session';
import { filledBy, modelsToAsk } from '../state/slots';
import { useVault } from '../state/useConnections';

/** K13: a call whose slot is not filled has not left. It leaves by itself as soon as that is so. */
export function ConnectionBanner({ waiting }: { readonly waiting: Waiting }) {
  const session = useSession();
  const isLocked = useVault(session.storage.vault, () =>
    modelsToAsk(session).some(({ connection }) => filledBy(session, connection)?.locked),
  );
  if (isLocked)
    return (
      <Banner
        tone="wait"
        icon={Lock}
        title={`“${waiting.name}” waits for your passphrase`}
        actions={<UnlockForm />}
      >
        <p>The key of its connection is locked. Nothing was sent; it goes on as soon as you unlock it.</p>
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
      <p>Its model is not connected. Nothing was sent; it goes on as soon as you connect one.</p>
    </Banner>
  );
}
