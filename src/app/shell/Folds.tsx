import { PanelBottom, PanelLeft, PanelRight } from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '../parts/Button';
import { layoutStore } from '../state/layout';
import styles from './Centre.module.css';

/** Folds the panels around the canvas away, and brings them back. */
export function Folds() {
  const { leftOpen, inspectorOpen, dockOpen } = useStore(layoutStore);
  return (
    <div className={styles.folds}>
      <IconButton
        icon={PanelLeft}
        label="Left panel"
        aria-pressed={leftOpen}
        onClick={() => layoutStore.setState({ leftOpen: !leftOpen })}
      />
      <IconButton
        icon={PanelBottom}
        label="Dock"
        aria-pressed={dockOpen}
        onClick={() => layoutStore.setState({ dockOpen: !dockOpen })}
      />
      <IconButton
        icon={PanelRight}
        label="Inspector panel"
        aria-pressed={inspectorOpen}
        onClick={() => layoutStore.setState({ inspectorOpen: !inspectorOpen })}
      />
    </div>
  );
}
