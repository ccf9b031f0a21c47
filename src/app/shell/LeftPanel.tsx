import { useStore } from 'zustand';
import { Tabs } from '../parts/Tabs';
import { layoutStore } from '../state/layout';
import styles from './LeftPanel.module.css';
import { PanelView } from './PanelView';
import { PANELS, panelsAt, shownAt } from './panelTable';

/** Tabs, and below them what the workspace holds. */
export function LeftPanel() {
  const tab = shownAt(
    'left',
    useStore(layoutStore, (layout) => layout.leftTab),
  );
  return (
    <>
      <Tabs
        label="Left panel"
        className={styles.tabs}
        selected={tab}
        onSelect={(leftTab) => layoutStore.setState({ leftTab })}
        tabs={panelsAt('left').map((id) => ({ id, label: PANELS[id].name }))}
      >
        <PanelView key={tab} of={tab} />
      </Tabs>
      {panelsAt('section').map((id) => (
        <PanelView key={id} of={id} />
      ))}
    </>
  );
}
