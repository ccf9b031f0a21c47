import { FlaskConical } from 'lucide-react';
import { Suspense } from 'react';
import styles from '../design/Inspector.module.css';
import { lazily } from '../parts/lazily';
import { Panel } from '../parts/Panel';
import type { PanelTable } from '../state/panels';

declare module '../state/panels' {
  interface Panels {
    events: 'none';
  }
}

/** At a desk events are a tab of the machine's own panel. */
export const MACHINE_PANELS = {
  events: {
    name: 'Events',
    at: 'none',
    Panel: EventsPanel,
    hand: { at: 'tab', icon: FlaskConical, of: 'machine' },
  },
} satisfies PanelTable<'events'>;

const EventsTab = lazily(() => import('./EventsTab'));

/** Where there is no room for the machine's panel, on a phone and in the dock: what may happen next. */
function EventsPanel() {
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
