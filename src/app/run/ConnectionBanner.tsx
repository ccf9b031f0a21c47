import { Plug } from 'lucide-react';
import type { Waiting } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';

/** K13: a call whose slot is not filled has not left. It leaves by itself as soon as that is so. */
export function ConnectionBanner({ waiting }: { readonly waiting: Waiting }) {
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
