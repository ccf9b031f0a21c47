import {
  CircleHelp,
  Coins,
  Download,
  FlaskConical,
  History,
  ListChecks,
  type LucideIcon,
  Redo2,
  Settings,
  Share2,
  Undo2,
  Upload,
  Variable,
} from 'lucide-react';
import { Dialog } from '../../parts/Dialog';
import { type DialogProps, type OpenDialog, openDialog } from '../../state/dialogs';
import { useDocument, useEditor } from '../../state/session';
import styles from './PhoneMenu.module.css';

interface Item {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly opens: OpenDialog;
}

/** What has no tab of its own in a hand. */
const SECTIONS: readonly (readonly Item[])[] = [
  [
    { label: 'Share', icon: Share2, opens: { kind: 'share', tab: 'link' } },
    { label: 'Export', icon: Download, opens: { kind: 'share', tab: 'export' } },
    { label: 'Import', icon: Upload, opens: { kind: 'import' } },
  ],
  [
    { label: 'Runs', icon: ListChecks, opens: { kind: 'panel', panel: 'runs' } },
    { label: 'Variables', icon: Variable, opens: { kind: 'panel', panel: 'variables' } },
    { label: 'Plan attempts', icon: FlaskConical, opens: { kind: 'panel', panel: 'attempts' } },
    { label: 'Costs', icon: Coins, opens: { kind: 'panel', panel: 'costs' } },
  ],
  [
    { label: 'History', icon: History, opens: { kind: 'history' } },
    { label: 'Settings', icon: Settings, opens: { kind: 'settings' } },
    { label: 'Help', icon: CircleHelp, opens: { kind: 'help', page: 'start' } },
  ],
];

/** What the top bar and the dock hold at a desk, in a hand and at a large zoom. */
export default function PhoneMenu({ onClose }: DialogProps<'menu'>) {
  return (
    <Dialog title="Menu" width="narrow" onClose={onClose}>
      <div className={styles.menu}>
        {SECTIONS.map((section, index) => (
          <ul key={section[0]?.label} className={styles.section}>
            {index === 0 && <UndoRedo />}
            {section.map(({ label, icon: Icon, opens }) => (
              <li key={label}>
                <button type="button" className={styles.item} onClick={() => openDialog(opens)}>
                  <Icon aria-hidden />
                  {label}
                </button>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </Dialog>
  );
}

function UndoRedo() {
  const editor = useEditor();
  const past = useDocument((state) => state.history.past.length > 0);
  const future = useDocument((state) => state.history.future.length > 0);
  return (
    <li className={styles.pair}>
      <button type="button" className={styles.item} disabled={!past} onClick={() => editor.undo()}>
        <Undo2 aria-hidden />
        Undo
      </button>
      <button type="button" className={styles.item} disabled={!future} onClick={() => editor.redo()}>
        <Redo2 aria-hidden />
        Redo
      </button>
    </li>
  );
}
