import { FlaskConical } from 'lucide-react';
import type { PanelTable } from '../state/panels';
import { EventsPanel } from './EventsPanel';

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
