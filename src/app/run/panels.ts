import { ChartNoAxesGantt, Coins, FlaskConical, Inbox, ListChecks, ScrollText, Variable } from 'lucide-react';
import { lazily } from '../parts/lazily';
import type { PanelTable } from '../state/panels';
import { AttemptsAside, AttemptsPanel } from './AttemptsPanel';
import { CostsPanel } from './CostsPanel';
import { InboxPanel } from './InboxPanel';
import { LedgerPanel } from './LedgerPanel';
import { RunsPanel } from './RunsPanel';
import { TimelineAside, TimelinePanel } from './TimelinePanel';
import { VariablesPanel } from './VariablesPanel';
import { useToldWaits } from './waiting';

declare module '../state/panels' {
  interface Panels {
    runs: 'left';
    variables: 'fixed';
    timeline: 'dock';
    ledger: 'dock';
    attempts: 'dock';
    costs: 'dock';
    inbox: 'dock';
    fork: 'fixed';
  }
}

export const RUN_PANELS = {
  runs: { name: 'Runs', at: 'left', Panel: RunsPanel, hand: { at: 'menu', icon: ListChecks } },
  variables: {
    name: 'Variables',
    at: 'fixed',
    Panel: VariablesPanel,
    hand: { at: 'menu', icon: Variable },
  },
  timeline: {
    name: 'Timeline',
    at: 'dock',
    Panel: TimelinePanel,
    Tools: TimelineAside,
    hand: { at: 'tab', icon: ChartNoAxesGantt },
  },
  ledger: { name: 'Ledger', at: 'dock', Panel: LedgerPanel, hand: { at: 'tab', icon: ScrollText } },
  attempts: {
    name: 'Plan attempts',
    at: 'dock',
    Panel: AttemptsPanel,
    Tools: AttemptsAside,
    hand: { at: 'menu', icon: FlaskConical },
  },
  costs: { name: 'Costs', at: 'dock', Panel: CostsPanel, hand: { at: 'menu', icon: Coins } },
  inbox: {
    name: 'Inbox',
    at: 'dock',
    Panel: InboxPanel,
    useCount: () => useToldWaits().length,
    hand: { at: 'tab', icon: Inbox },
  },
  fork: {
    name: 'Fork',
    at: 'fixed',
    Panel: lazily(() => import('./ForkPanel')),
    hand: { at: 'dialog' },
  },
} satisfies PanelTable<
  'runs' | 'variables' | 'timeline' | 'ledger' | 'attempts' | 'costs' | 'inbox' | 'fork'
>;
