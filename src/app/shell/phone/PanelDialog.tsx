import { type ComponentType, useEffect, useRef } from 'react';
import { Inspector } from '../../design/Inspector';
import { Dialog } from '../../parts/Dialog';
import { AttemptsAside, AttemptsPanel } from '../../run/AttemptsPanel';
import { CostsPanel } from '../../run/CostsPanel';
import ForkPanel from '../../run/ForkPanel';
import { RunsPanel } from '../../run/RunsPanel';
import { VariablesPanel } from '../../run/VariablesPanel';
import { usePlace } from '../../state/address';
import type { DialogProps, OpenDialog } from '../../state/dialogs';
import { Surface } from '../../surfaces/Surface';
import styles from './PanelDialog.module.css';

type PanelName = Extract<OpenDialog, { kind: 'panel' }>['panel'];

const PANELS: Readonly<
  Record<PanelName, { readonly title: string; readonly Panel: ComponentType; readonly Aside?: ComponentType }>
> = {
  details: { title: 'Details', Panel: Inspector },
  runs: { title: 'Runs', Panel: RunsPanel },
  attempts: { title: 'Plan attempts', Panel: AttemptsPanel, Aside: AttemptsAside },
  costs: { title: 'Costs', Panel: CostsPanel },
  variables: { title: 'Variables', Panel: VariablesPanel },
  fork: { title: 'Fork', Panel: ForkPanel },
};

/** A panel of the desk, in a hand: it goes when it has led somewhere. */
export default function PanelDialog({ dialog, onClose }: DialogProps<'panel'>) {
  const { title, Panel, Aside } = PANELS[dialog.panel];
  const run = usePlace((place) => `${place.workspace} ${place.run}`);
  const opened = useRef(run);
  useEffect(() => {
    if (run !== opened.current) onClose();
  }, [run, onClose]);
  return (
    <Dialog
      title={title}
      width="wide"
      onClose={onClose}
      footer={
        Aside && (
          <Surface of="panelTools">
            <Aside />
          </Surface>
        )
      }
    >
      <div className={styles.panel}>
        <Surface of={dialog.panel === 'details' ? 'inspector' : dialog.panel}>
          <Panel />
        </Surface>
      </div>
    </Dialog>
  );
}
