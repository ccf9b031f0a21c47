import { useSessionState } from '../state/session';
import styles from './SaveState.module.css';

/** Says when something is not saved (W6); silent while all is well. */
export function SaveState() {
  const saving = useSessionState((state) => state.saving);
  if (saving !== 'failed') return null;
  return <span className={styles.failed}>Not saved</span>;
}
