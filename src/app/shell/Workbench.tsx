import { Suspense } from 'react';
import { useStore } from 'zustand';
import { Inspector } from '../design/Inspector';
import { lazily } from '../parts/lazily';
import { Splitter } from '../parts/Splitter';
import { useForkDraft } from '../run/forkStore';
import { BOUNDS, layoutStore } from '../state/layout';
import { Surface } from '../surfaces/Surface';
import { Centre } from './Centre';
import { Dock } from './Dock';
import { LeftPanel } from './LeftPanel';
import { TopBar } from './TopBar';
import { useReading, useRoomKept } from './useAnswerRoom';
import styles from './Workbench.module.css';

const ForkPanel = lazily(() => import('../run/ForkPanel'));

/** The screen at a desk: top bar, left panel, canvas, inspector, dock. Panels fold and can be resized. */
export function Workbench() {
  const layout = useStore(layoutStore);
  const isForking = useForkDraft() !== null;
  const read = useReading();
  const reading = isForking ? null : read;
  useRoomKept(reading);
  const panel = reading === null ? 'inspector' : 'answer';
  const resize = (what: 'left' | 'inspector' | 'answer' | 'dock') => (size: number) =>
    layoutStore.setState({ [what]: size });
  return (
    <div className={styles.workbench}>
      <Surface of="toolbar">
        <TopBar />
      </Surface>
      <div className={styles.middle}>
        <div className={styles.upper}>
          {layout.leftOpen && (
            <aside className={styles.side} aria-label="Left panel" style={{ width: layout.left }}>
              <div className={styles.panel}>
                <LeftPanel />
              </div>
              <Splitter
                label="Width of the left panel"
                orientation="vertical"
                direction={1}
                value={layout.left}
                min={BOUNDS.left[0]}
                max={BOUNDS.left[1]}
                onChange={resize('left')}
              />
            </aside>
          )}
          <main className={styles.centre}>
            <Centre />
          </main>
          {layout.inspectorOpen && (
            <aside
              className={styles.side}
              aria-label="Right panel"
              data-reading={reading ?? undefined}
              style={{ width: layout[panel] }}
            >
              <Splitter
                label="Width of the inspector"
                orientation="vertical"
                direction={-1}
                value={layout[panel]}
                min={BOUNDS[panel][0]}
                max={BOUNDS[panel][1]}
                onChange={resize(panel)}
              />
              <div className={styles.panel}>
                {isForking ? (
                  <Surface key="fork" of="fork">
                    <Suspense fallback={null}>
                      <ForkPanel />
                    </Suspense>
                  </Surface>
                ) : (
                  <Surface key="inspector" of="inspector">
                    <Inspector />
                  </Surface>
                )}
              </div>
            </aside>
          )}
        </div>
        {layout.dockOpen && (
          <footer className={styles.dock} style={{ height: layout.dock }}>
            <Splitter
              label="Height of the dock"
              orientation="horizontal"
              direction={-1}
              value={layout.dock}
              min={BOUNDS.dock[0]}
              max={BOUNDS.dock[1]}
              onChange={resize('dock')}
            />
            <Dock />
          </footer>
        )}
      </div>
    </div>
  );
}
