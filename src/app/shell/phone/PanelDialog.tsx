import { useEffect, useRef } from 'react';
import { Dialog } from '../../parts/Dialog';
import { usePlace } from '../../state/address';
import type { DialogProps } from '../../state/dialogs';
import { PANELS, PanelTools, PanelView } from '../Panels';
import styles from './PanelDialog.module.css';

/** A panel of the desk, in a hand: it goes when it has led somewhere. */
export default function PanelDialog({ dialog: { panel }, onClose }: DialogProps<'panel'>) {
  const { name, hand, Tools } = PANELS[panel];
  const run = usePlace((place) => `${place.workspace} ${place.run}`);
  const opened = useRef(run);
  useEffect(() => {
    if (run !== opened.current) onClose();
  }, [run, onClose]);
  return (
    <Dialog
      title={hand?.at === 'dialog' ? (hand.title ?? name) : name}
      width="wide"
      onClose={onClose}
      footer={Tools && <PanelTools of={panel} />}
    >
      <div className={styles.panel}>
        <PanelView of={panel} inHand />
      </div>
    </Dialog>
  );
}
