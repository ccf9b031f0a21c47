import { type ComponentType, Suspense } from 'react';
import { Boundary } from '../parts/Boundary';
import { Dialog } from '../parts/Dialog';
import { lazily } from '../parts/lazily';
import { closeOnly, type DialogProps, type OpenDialog, useOpenDialog } from '../state/dialogs';
import { SurfaceFault, saveNow } from '../surfaces/Surface';

type DialogOf = {
  readonly [Kind in OpenDialog['kind']]: {
    /** What it is called where it cannot be shown. */
    readonly name: string;
    readonly Dialog: ComponentType<DialogProps<Kind>>;
  };
};

/** Each is loaded when it is first asked for. */
const DIALOGS: DialogOf = {
  import: { name: 'Import', Dialog: lazily(() => import('../share/ImportDialog')) },
  settings: { name: 'Settings', Dialog: lazily(() => import('../settings/SettingsDialog')) },
  share: { name: 'Share', Dialog: lazily(() => import('../share/ShareDialog')) },
  history: { name: 'History', Dialog: lazily(() => import('../history/HistoryDialog')) },
  menu: { name: 'Menu', Dialog: lazily(() => import('./phone/PhoneMenu')) },
  panel: { name: 'Panel', Dialog: lazily(() => import('./phone/PanelDialog')) },
  trust: { name: 'Trust this workspace?', Dialog: lazily(() => import('../share/TrustDialog')) },
  problems: { name: 'Problems', Dialog: lazily(() => import('../design/ProblemsDialog')) },
  commands: { name: 'Commands', Dialog: lazily(() => import('../commands/CommandsDialog')) },
  keys: { name: 'Keys', Dialog: lazily(() => import('../commands/KeysDialog')) },
  adder: { name: 'Add a node', Dialog: lazily(() => import('../design/AdderDialog')) },
  document: { name: 'Document', Dialog: lazily(() => import('../library/DocumentDialog')) },
  prompt: { name: 'Prompt', Dialog: lazily(() => import('../library/PromptDialog')) },
  parser: { name: 'Parser', Dialog: lazily(() => import('../library/ParserDialog')) },
  feature: { name: 'Feature', Dialog: lazily(() => import('../library/FeatureDialog')) },
  standIns: {
    name: 'Capabilities that are not here',
    Dialog: lazily(() => import('../library/StandInsDialog')),
  },
  inputs: { name: 'Run', Dialog: lazily(() => import('../run/InputsDialog')) },
  promote: { name: 'Promote', Dialog: lazily(() => import('../run/PromoteDialog')) },
  help: { name: 'Help', Dialog: lazily(() => import('../help/HelpDialog')) },
};

/** The one dialog that is open. */
export function Dialogs() {
  const dialog = useOpenDialog();
  if (dialog === null) return null;
  return <OneDialog dialog={dialog} />;
}

function OneDialog<Kind extends OpenDialog['kind']>({
  dialog,
}: {
  readonly dialog: Extract<OpenDialog, { kind: Kind }>;
}) {
  const close = () => closeOnly(dialog);
  const kind: Kind = dialog.kind;
  const { name, Dialog: Shown }: DialogOf[Kind] = DIALOGS[kind];
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
