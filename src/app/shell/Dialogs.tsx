import { type ComponentType, lazy, Suspense } from 'react';
import { closeDialog, type DialogProps, type OpenDialog, useOpenDialog } from '../state/dialogs';

type DialogOf = { readonly [Kind in OpenDialog['kind']]: ComponentType<DialogProps<Kind>> };

/** Each is loaded when it is first asked for. */
const DIALOGS: DialogOf = {
  import: lazy(() => import('../share/ImportDialog')),
  settings: lazy(() => import('../settings/SettingsDialog')),
  share: lazy(() => import('../share/ShareDialog')),
  history: lazy(() => import('../history/HistoryDialog')),
  menu: lazy(() => import('./phone/PhoneMenu')),
  panel: lazy(() => import('./phone/PanelDialog')),
  trust: lazy(() => import('../share/TrustDialog')),
  problems: lazy(() => import('../design/ProblemsDialog')),
  commands: lazy(() => import('../commands/CommandsDialog')),
  keys: lazy(() => import('../commands/KeysDialog')),
  adder: lazy(() => import('../design/AdderDialog')),
  document: lazy(() => import('../library/DocumentDialog')),
  prompt: lazy(() => import('../library/PromptDialog')),
  parser: lazy(() => import('../library/ParserDialog')),
  feature: lazy(() => import('../library/FeatureDialog')),
  standIns: lazy(() => import('../library/StandInsDialog')),
  inputs: lazy(() => import('../run/InputsDialog')),
  promote: lazy(() => import('../run/PromoteDialog')),
  help: lazy(() => import('../help/HelpDialog')),
};

/** The one dialog that is open. */
export function Dialogs() {
  const dialog = useOpenDialog();
  if (dialog === null) return null;
  return (
    <Suspense fallback={null}>
      <OneDialog dialog={dialog} />
    </Suspense>
  );
}

function OneDialog<Kind extends OpenDialog['kind']>({
  dialog,
}: {
  readonly dialog: Extract<OpenDialog, { kind: Kind }>;
}) {
  const kind: Kind = dialog.kind;
  const Shown: ComponentType<DialogProps<Kind>> = DIALOGS[kind];
  return <Shown dialog={dialog} onClose={closeDialog} />;
}
