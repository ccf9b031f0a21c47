import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { StatusIcon } from '../ui/StatusPill';
import styles from './OpeningDialog.module.css';

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

/** Something large that is being opened. */
interface Opening {
  /** What it is, as in "Opening the link". */
  readonly what: string;
  /** What is being done with it. */
  readonly doing: string;
  /** Lets go of it: everything is as it was. */
  readonly cancel: () => void;
}

/** What is being opened in this page. */
const openingStore = createStore<{ readonly opening: Opening | null }>(() => ({ opening: null }));

/** Whatever is opened sooner is not spoken of: a dialog that comes and goes is only a flicker. Milliseconds. */
const SPOKEN_AFTER = 300;

/**
 * Tells of something while it is opened, and offers to cancel it.
 *
 * @param work is given what stops it, and whom to tell what it does
 * @param onCancel what else is to be done when it was cancelled
 * @returns what came of the work; null when it was cancelled
 */
export async function whileOpening<Result>(
  what: string,
  work: (signal: AbortSignal, say: (doing: string) => void) => Promise<Result>,
  onCancel: () => void = () => undefined,
): Promise<Result | null> {
  const going = new AbortController();
  let opening: Opening = { what, doing: '', cancel: () => going.abort(CANCELLED) };
  let isSpoken = false;
  const show = (): void => {
    isSpoken = true;
    openingStore.setState({ opening });
  };
  const timer = setTimeout(show, SPOKEN_AFTER);
  try {
    return await work(going.signal, (doing) => {
      opening = { ...opening, doing };
      if (isSpoken) show();
    });
  } catch (thrown) {
    if (thrown !== CANCELLED) throw thrown;
    onCancel();
    return null;
  } finally {
    clearTimeout(timer);
    if (openingStore.getState().opening === opening) openingStore.setState({ opening: null });
  }
}

const CANCELLED = new DOMException('Opening was cancelled.', 'AbortError');
