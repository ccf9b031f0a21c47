import { useStore } from 'zustand';
import { Splitter } from '../parts/Splitter';
import { Tabs } from '../parts/Tabs';
import { Scrubber } from '../run/Scrubber';
import { BOUNDS, layoutStore, showInDock } from '../state/layout';
import { Surface } from '../surfaces/Surface';
import styles from './Dock.module.css';
import { PanelCount, PanelTools, PanelView } from './PanelView';
import { PANELS, panelsAt, shownAt } from './panelTable';

/** The run under the canvas: the slider over its whole width, then what happened, beside the variables. */
export function Dock() {
  const tab = shownAt(
    'dock',
    useStore(layoutStore, (layout) => layout.dockTab),
  );
  const width = useStore(layoutStore, (layout) => layout.variables);
  return (
    <>
      <Surface of="slider">
        <Scrubber />
      </Surface>
      <div className={styles.dock}>
        <div className={styles.main}>
          <Tabs
            label="Views of the run"
            selected={tab}
            onSelect={(id) => showInDock(id, PANELS[id].height)}
            aside={PANELS[tab].Tools && <PanelTools of={tab} />}
            tabs={panelsAt('dock').map((id) => ({
              id,
              label: PANELS[id].name,
              extra: <PanelCount of={id}>{(count) => ` (${count})`}</PanelCount>,
            }))}
          >
            <PanelView key={tab} of={tab} />
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
          <PanelView of="variables" />
        </div>
      </div>
    </>
  );
}
