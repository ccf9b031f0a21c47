import {
  CircleAlert,
  CircleHelp,
  Download,
  History,
  ListPlus,
  type LucideIcon,
  Milestone,
  Redo2,
  Scale,
  Settings,
  Share2,
  Undo2,
  Upload,
  Workflow,
} from 'lucide-react';
import { hasErrors } from '#base';
import { Dialog } from '../../parts/Dialog';
import { useLaunch } from '../../run/launch';
import { isSettledRun, useMadePlan, useRunFacts, useShownRun } from '../../run/runStore';
import { adjustPlace } from '../../state/address';
import { type DialogProps, type OpenDialog, openDialog } from '../../state/dialogs';
import { useDocument, useEditor, usePlanView, useProblems } from '../../state/session';
import { panelsInHand } from '../Panels';
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
  panelsInHand('menu').map(({ id, name, icon }) => ({
    label: name,
    icon,
    opens: { kind: 'panel', panel: id },
  })),
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
        <ul className={styles.section}>
          <StartWith onClose={onClose} />
          <PromoteMade />
          <Problems />
        </ul>
        <Plans onClose={onClose} />
        <ul className={styles.section}>
          <li>
            <button
              type="button"
              className={styles.item}
              onClick={() => {
                onClose();
                adjustPlace({ view: 'proving' });
              }}
            >
              <Scale aria-hidden />
              Proving ground
            </button>
          </li>
        </ul>
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

/** With inputs, in a session, or after another run: what "Run" itself does not ask for. */
function StartWith({ onClose }: { readonly onClose: () => void }) {
  const launch = useLaunch();
  const blocked = useProblems(({ diagnostics }) => hasErrors(diagnostics));
  const here = useRunFacts((facts) => facts.standing === 'here');
  const goesOn = useShownRun((run) => run !== null && !isSettledRun(run.live.status)) && here;
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        disabled={blocked || goesOn}
        onClick={() => {
          onClose();
          launch({ ask: true });
        }}
      >
        <ListPlus aria-hidden />
        Start with…
      </button>
    </li>
  );
}

/** P11: where a plan was made in the run that is shown. */
function PromoteMade() {
  const isMade = useMadePlan();
  if (!isMade) return null;
  return (
    <li>
      <button type="button" className={styles.item} onClick={() => openDialog({ kind: 'promote' })}>
        <Milestone aria-hidden />
        Promote
      </button>
    </li>
  );
}

function Problems() {
  const count = useProblems(
    ({ diagnostics }) => diagnostics.filter(({ severity }) => severity !== 'info').length,
  );
  return (
    <li>
      <button type="button" className={styles.item} onClick={() => openDialog({ kind: 'problems' })}>
        <CircleAlert aria-hidden />
        Problems ({count})
      </button>
    </li>
  );
}

/** The other plans of the workspace, where there are some. */
function Plans({ onClose }: { readonly onClose: () => void }) {
  const editor = useEditor();
  const plans = useDocument(({ workspace }) => workspace.plans);
  const open = usePlanView(({ planId }) => planId);
  if (plans.length < 2) return null;
  return (
    <ul className={styles.section} aria-label="Plans">
      {plans.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.item}
            aria-current={id === open ? 'page' : undefined}
            onClick={() => {
              editor.openPlan(id);
              onClose();
            }}
          >
            <Workflow aria-hidden />
            {name ?? id}
          </button>
        </li>
      ))}
    </ul>
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
