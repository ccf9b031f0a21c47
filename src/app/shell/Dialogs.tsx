import { Suspense, useEffect } from 'react';
import { Boundary } from '../parts/Boundary';
import { Dialog } from '../parts/Dialog';
import { KeptContext } from '../parts/kept';
import { closeOnly, type DialogKind, type DialogProps, useOpenDialog } from '../state/dialogs';
import { SurfaceFault, saveNow } from '../surfaces/Surface';
import { DIALOGS } from './dialogTable';

/** The one dialog that is open. One about a workspace goes with it: nobody answers it for the next one. */
export function Dialogs() {
  const { open, isOfHere } = useOpenDialog();
  const isLeft = open !== null && !isOfHere && !DIALOGS[open.kind].isOfApp;
  useEffect(() => {
    if (isLeft) closeOnly(open);
  }, [open, isLeft]);
  if (open === null || isLeft) return null;
  return (
    // What was typed into one that threw goes with it when it is closed.
    <KeptContext value={null}>
      <OneDialog dialog={open} onClose={() => closeOnly(open)} />
    </KeptContext>
  );
}

function OneDialog<Kind extends DialogKind>({ dialog, onClose }: DialogProps<Kind>) {
  const { name, Dialog: Shown } = DIALOGS[dialog.kind];
  return (
    <Boundary
      key={dialog.kind}
      onFault={saveNow}
      fallback={(fault) => (
        <Dialog title={name} width="narrow" onClose={onClose}>
          <SurfaceFault surface={{ name, size: 'panel' }} fault={fault} />
        </Dialog>
      )}
    >
      <Suspense fallback={null}>
        <Shown dialog={dialog} onClose={onClose} />
      </Suspense>
    </Boundary>
  );
}
