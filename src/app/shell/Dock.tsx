import { useStore } from 'zustand';
import { Splitter } from '../parts/Splitter';
import { Tabs } from '../parts/Tabs';
import { AttemptsAside, AttemptsPanel } from '../run/AttemptsPanel';
import { CostsPanel } from '../run/CostsPanel';
import { InboxPanel } from '../run/InboxPanel';
import { LedgerPanel } from '../run/LedgerPanel';
import { Scrubber } from '../run/Scrubber';
import { TimelineAside, TimelinePanel } from '../run/TimelinePanel';
import { useToldWaits } from '../run/useToldWaits';
import { VariablesPanel } from '../run/VariablesPanel';
import { BOUNDS, type DockTab, layoutStore, openWhatIf } from '../state/layout';
import { Surface } from '../surfaces/Surface';
import { WhatIfPanel } from '../whatif/WhatIfPanel';
import styles from './Dock.module.css';

const PANELS: Readonly<Record<DockTab, () => React.ReactNode>> = {
  timeline: TimelinePanel,
  ledger: LedgerPanel,
  attempts: AttemptsPanel,
  costs: CostsPanel,
  inbox: () => <InboxPanel />,
  whatif: WhatIfPanel,
};

const ASIDES: Readonly<Partial<Record<DockTab, React.ReactNode>>> = {
  timeline: <TimelineAside />,
  attempts: <AttemptsAside />,
};

/** The run under the canvas: the slider over its whole width, then what happened, beside the variables. */
export function Dock() {
  const tab = useStore(layoutStore, (layout) => layout.dockTab);
  const width = useStore(layoutStore, (layout) => layout.variables);
  const waiting = useToldWaits().length;
  const Panel = PANELS[tab];
  return (
    <>
      <Surface of="slider">
        <Scrubber />
      </Surface>
      <div className={styles.dock}>
        <div className={styles.main}>
          <Tabs<DockTab>
            label="Views of the run"
            selected={tab}
            onSelect={(dockTab) => (dockTab === 'whatif' ? openWhatIf() : layoutStore.setState({ dockTab }))}
            aside={ASIDES[tab] && <Surface of="panelTools">{ASIDES[tab]}</Surface>}
            tabs={[
              { id: 'timeline', label: 'Timeline' },
              { id: 'ledger', label: 'Ledger' },
              { id: 'attempts', label: 'Plan attempts' },
              { id: 'costs', label: 'Costs' },
              { id: 'inbox', label: waiting === 0 ? 'Inbox' : `Inbox (${waiting})` },
              { id: 'whatif', label: 'What if' },
            ]}
          >
            <Surface key={tab} of={tab}>
              <Panel />
            </Surface>
          </Tabs>
        </div>
        <Splitter
          label="Width of the variables"
          orientation="vertical"
          direction={-1}
          value={width}
          min={BOUNDS.variables[0]}
          max={BOUNDS.variables[1]}
          onChange={(variables) => layoutStore.setState({ variables })}
        />
        <div className={styles.variables} style={{ width }}>
          <Surface of="variables">
            <VariablesPanel />
          </Surface>
        </div>
      </div>
    </>
  );
}
