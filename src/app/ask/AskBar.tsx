import { Mark } from '../parts/Mark';
import { AppCommands } from '../shell/AppCommands';
import { goTo } from '../state/address';
import { useDocument } from '../state/session';
import styles from './AskBar.module.css';

/** Where one is, and what can be done anywhere. */
export function AskBar() {
  const name = useDocument(({ workspace }) => workspace.name || workspace.id);
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={styles.brand}
        aria-label="Planloom, to the start"
        onClick={() => goTo({})}
      >
        <Mark />
        Planloom
      </button>
      <p className={styles.name}>{name}</p>
      <AppCommands />
    </header>
  );
}
