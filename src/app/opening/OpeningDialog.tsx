import { useStore } from 'zustand';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
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
      <p role="status">{opening.doing === '' ? 'Starting' : opening.doing} …</p>
    </Dialog>
  );
}
