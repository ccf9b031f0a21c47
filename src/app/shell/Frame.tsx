import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Splitter } from '../parts/Splitter';
import { BOUNDS, layoutStore } from '../state/layout';
import styles from './Frame.module.css';
import type { Reading } from './useAnswerRoom';

interface Props {
  readonly bar: ReactNode;
  readonly left: ReactNode;
  readonly centre: ReactNode;
  readonly right: ReactNode;
  /** What is read in the right panel, which is wider then; null where it inspects. */
  readonly reading?: Reading | null;
  /** A sheet lies over the right panel, which makes room for it. */
  readonly hasSheet?: boolean;
  readonly dock?: ReactNode;
}

/** How a screen at a desk is divided: a bar, panels that fold and can be resized, and the middle. */
export function Frame({ bar, left, centre, right, reading = null, hasSheet = false, dock }: Props) {
  const layout = useStore(layoutStore);
  const panel = reading === null ? 'inspector' : 'answer';
  const resize = (what: 'left' | 'inspector' | 'answer' | 'dock') => (size: number) =>
    layoutStore.setState({ [what]: size });
  return (
    <div className={styles.frame}>
      {bar}
      <div className={styles.middle}>
        <div className={styles.upper}>
          {layout.leftOpen && (
            <aside className={styles.side} aria-label="Left panel" style={{ width: layout.left }}>
              <div className={styles.panel}>{left}</div>
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
          <main className={styles.centre}>{centre}</main>
          {(layout.inspectorOpen || hasSheet) && (
            <aside
              className={styles.side}
              aria-label="Right panel"
              data-reading={reading ?? undefined}
              data-sheet={hasSheet || undefined}
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
              <div className={styles.panel}>{right}</div>
            </aside>
          )}
        </div>
        {dock !== undefined && layout.dockOpen && (
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
            {dock}
          </footer>
        )}
      </div>
    </div>
  );
}
