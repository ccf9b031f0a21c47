import { useStore } from 'zustand';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { StatusIcon } from '../ui/StatusPill';
import styles from './OpeningDialog.module.css';
import { openingStore } from './opening';

/** What is being opened, while it takes long enough to be noticed; it can be let go of. */
export function OpeningDialog() {
  const opening = useStore(openingStore, (state) => state.opening);
  if (opening === null) return null;
  return (
    <Dialog
      title={`Opening ${opening.what}`}
      width="narrow"
      question
      onClose={opening.cancel}
      footer={
        <Button variant="outline" onClick={opening.cancel}>
          Cancel
        </Button>
      }
    >
      <p role="status" className={styles.doing}>
        <StatusIcon status="running" />
        {opening.doing === '' ? 'Starting' : opening.doing} …
      </p>
      <p className={styles.note}>What is large takes a while. Cancel leaves everything as it was.</p>
    </Dialog>
  );
}
