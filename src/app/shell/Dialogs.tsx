import { type ComponentType, Suspense } from 'react';
import { Boundary } from '../parts/Boundary';
import { Dialog } from '../parts/Dialog';
import { KeptContext } from '../parts/kept';
import { lazily } from '../parts/lazily';
import { closeOnly, type DialogProps, type OpenDialog, useOpenDialog } from '../state/dialogs';
import { DIALOG_NAMES } from '../surfaces/dialogNames';
import { SurfaceFault, saveNow } from '../surfaces/Surface';

type DialogOf = { readonly [Kind in OpenDialog['kind']]: ComponentType<DialogProps<Kind>> };

/** Each is loaded when it is first asked for. */
const DIALOGS: DialogOf = {
  import: lazily(() => import('../share/ImportDialog')),
  settings: lazily(() => import('../settings/SettingsDialog')),
  connection: lazily(() => import('../settings/NewConnectionDialog')),
  share: lazily(() => import('../share/ShareDialog')),
  history: lazily(() => import('../history/HistoryDialog')),
  menu: lazily(() => import('./phone/PhoneMenu')),
  panel: lazily(() => import('./phone/PanelDialog')),
  trust: lazily(() => import('../share/TrustDialog')),
  problems: lazily(() => import('../design/ProblemsDialog')),
  commands: lazily(() => import('../commands/CommandsDialog')),
  keys: lazily(() => import('../commands/KeysDialog')),
  adder: lazily(() => import('../design/AdderDialog')),
  document: lazily(() => import('../library/DocumentDialog')),
  prompt: lazily(() => import('../library/PromptDialog')),
  parser: lazily(() => import('../library/ParserDialog')),
  feature: lazily(() => import('../library/FeatureDialog')),
  standIns: lazily(() => import('../library/StandInsDialog')),
  inputs: lazily(() => import('../run/InputsDialog')),
  goOn: lazily(() => import('../run/GoOnDialog')),
  pin: lazily(() => import('../pins/PinDialog')),
  promote: lazily(() => import('../run/PromoteDialog')),
  help: lazily(() => import('../help/HelpDialog')),
};

/** The one dialog that is open. */
export function Dialogs() {
  const dialog = useOpenDialog();
  if (dialog === null) return null;
  return (
    // What was typed into one that threw goes with it when it is closed.
    <KeptContext value={null}>
      <OneDialog dialog={dialog} />
    </KeptContext>
  );
}

function OneDialog<Kind extends OpenDialog['kind']>({
  dialog,
}: {
  readonly dialog: Extract<OpenDialog, { kind: Kind }>;
}) {
  const close = () => closeOnly(dialog);
  const kind: Kind = dialog.kind;
  const Shown: ComponentType<DialogProps<Kind>> = DIALOGS[kind];
  const name = DIALOG_NAMES[kind];
  return (
    <Boundary
      key={kind}
      onFault={saveNow}
      fallback={(fault) => (
        <Dialog title={name} width="narrow" onClose={close}>
          <SurfaceFault surface={{ name, size: 'panel' }} fault={fault} />
        </Dialog>
      )}
    >
      <Suspense fallback={null}>
        <Shown dialog={dialog} onClose={close} />
      </Suspense>
    </Boundary>
  );
}
