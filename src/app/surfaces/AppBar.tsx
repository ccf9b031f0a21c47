import { Mark } from '../parts/Mark';
import { goTo } from '../state/address';
import styles from './AppBar.module.css';
import { AppCommands } from './AppCommands';

interface Props {
  /** The workspace that is open; without one this is the start page, and the brand leads nowhere. */
  readonly workspace?: string;
}

/** Where one is, and what can be done anywhere. */
export function AppBar({ workspace }: Props) {
  return (
    <header className={styles.bar}>
      {workspace === undefined ? (
        <div className={styles.brand}>
          <Brand />
        </div>
      ) : (
        <>
          <button
            type="button"
            className={styles.brand}
            aria-label="Planloom, to the start"
            onClick={() => goTo({})}
          >
            <Brand />
          </button>
          <p className={styles.workspace}>{workspace}</p>
        </>
      )}
      <AppCommands />
    </header>
  );
}

function Brand() {
  return (
    <>
      <Mark />
      Planloom
    </>
  );
}
