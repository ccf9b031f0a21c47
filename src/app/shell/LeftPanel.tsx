import { useStore } from 'zustand';
import { Outline } from '../design/Outline';
import { Palette } from '../design/Palette';
import { DocumentsSection } from '../library/DocumentsSection';
import { FeaturesSection } from '../library/FeaturesSection';
import { ParsersSection } from '../library/ParsersSection';
import { PromptsSection } from '../library/PromptsSection';
import { StandInsSection } from '../library/StandInsSection';
import { Tabs } from '../parts/Tabs';
import { RunsPanel } from '../run/RunsPanel';
import { type LeftTab, layoutStore } from '../state/layout';
import { Surface } from '../surfaces/Surface';
import type { SurfaceId } from '../surfaces/surfaces';
import styles from './LeftPanel.module.css';

const PANELS: Readonly<Record<LeftTab, () => React.ReactNode>> = {
  palette: Palette,
  outline: Outline,
  runs: RunsPanel,
};

/** What the workspace holds, below. */
const SECTIONS: readonly { readonly of: SurfaceId; readonly Section: () => React.ReactNode }[] = [
  { of: 'documents', Section: DocumentsSection },
  { of: 'prompts', Section: PromptsSection },
  { of: 'features', Section: FeaturesSection },
  { of: 'standIns', Section: StandInsSection },
  { of: 'parsers', Section: ParsersSection },
];

export function LeftPanel() {
  const tab = useStore(layoutStore, (layout) => layout.leftTab);
  const Panel = PANELS[tab];
  return (
    <>
      <Tabs<LeftTab>
        label="Left panel"
        className={styles.tabs}
        selected={tab}
        onSelect={(leftTab) => layoutStore.setState({ leftTab })}
        tabs={[
          { id: 'palette', label: 'Palette' },
          { id: 'outline', label: 'Outline' },
          { id: 'runs', label: 'Runs' },
        ]}
      >
        <Surface key={tab} of={tab}>
          <Panel />
        </Surface>
      </Tabs>
      {SECTIONS.map(({ of, Section }) => (
        <Surface key={of} of={of}>
          <Section />
        </Surface>
      ))}
    </>
  );
}
