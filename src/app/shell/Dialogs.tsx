import { Suspense, useEffect } from 'react';
import { COMMAND_DIALOGS } from '../commands/dialogs';
import { DESIGN_DIALOGS } from '../design/dialogs';
import { HELP_DIALOGS } from '../help/dialogs';
import { HISTORY_DIALOGS } from '../history/dialogs';
import { LIBRARY_DIALOGS } from '../library/dialogs';
import { Boundary } from '../parts/Boundary';
import { Dialog } from '../parts/Dialog';
import { KeptContext } from '../parts/kept';
import { PIN_DIALOGS } from '../pins/dialogs';
import { PROPOSAL_DIALOGS } from '../proposal/dialogs';
import { PROVING_DIALOGS } from '../proving/dialogs';
import { RUN_DIALOGS } from '../run/dialogs';
import { SETTINGS_DIALOGS } from '../settings/dialogs';
import { SHARE_DIALOGS } from '../share/dialogs';
import {
  closeOnly,
  type DialogKind,
  type DialogProps,
  type DialogTable,
  useOpenDialog,
} from '../state/dialogs';
import { SurfaceFault, saveNow } from '../surfaces/Surface';
import { TRY_DIALOGS } from '../trial/dialogs';
import { PHONE_DIALOGS } from './phone/dialogs';

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

/** The dialogs of all features. Each is loaded when it is first opened. */
export const DIALOGS: DialogTable = {
  ...COMMAND_DIALOGS,
  ...DESIGN_DIALOGS,
  ...HELP_DIALOGS,
  ...HISTORY_DIALOGS,
  ...LIBRARY_DIALOGS,
  ...PHONE_DIALOGS,
  ...PIN_DIALOGS,
  ...PROPOSAL_DIALOGS,
  ...PROVING_DIALOGS,
  ...TRY_DIALOGS,
  ...RUN_DIALOGS,
  ...SETTINGS_DIALOGS,
  ...SHARE_DIALOGS,
};
