import { NotKeptBanner } from '../library/NotKeptBanner';
import { AppPage } from '../surfaces/AppPage';
import { Surface } from '../surfaces/Surface';
import { GoalField } from './GoalField';
import styles from './Home.module.css';
import { Recent } from './Recent';
import { Templates } from './Templates';

/** E8: the empty state. A sentence becomes a plan and runs; a template opens with one click. */
export function Home() {
  return (
    <AppPage bar="homeBar">
      <header className={styles.head}>
        <h1>Draw a plan, or have one drawn.</h1>
        <p>
          Plans run in this page, without an account or a key. Nothing leaves your browser unless you connect
          a model; then it gets what your plans send it.
        </p>
      </header>
      <div className={styles.notices}>
        <Surface of="notices">
          <NotKeptBanner />
        </Surface>
      </div>
      <Surface of="goal">
        <GoalField />
      </Surface>
      <Surface of="templates">
        <Templates />
      </Surface>
      <Surface of="recent">
        <Recent />
      </Surface>
    </AppPage>
  );
}
