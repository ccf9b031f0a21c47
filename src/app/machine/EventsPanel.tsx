import { Suspense } from 'react';
import styles from '../design/Inspector.module.css';
import { lazily } from '../parts/lazily';
import { Panel } from '../parts/Panel';

const EventsTab = lazily(() => import('./EventsTab'));

/** Where there is no room for the machine's panel, on a phone and in the dock: what may happen next. */
export function EventsPanel() {
  return (
    <Panel name="Events">
      <h2 className="visually-hidden">Events</h2>
      <div className={styles.body}>
        <Suspense fallback={null}>
          <EventsTab />
        </Suspense>
      </div>
    </Panel>
  );
}
