import { Mark } from '../parts/Mark';
import { AppCommands } from '../shell/AppCommands';
import styles from './HomeBar.module.css';

export function HomeBar() {
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <Mark />
        Planloom
      </div>
      <AppCommands />
    </header>
  );
}
