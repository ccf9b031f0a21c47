import { PanelBottom, PanelLeft, PanelRight } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isUnanswered, placeOf, type RunView } from '#projection';
import { IconButton } from '../parts/Button';
import { Splitter } from '../parts/Splitter';
import { useAskedHere } from '../run/waiting';
import { canvasOfPage } from '../state/canvas';
import { BOUNDS, layoutStore, useIsAsked } from '../state/layout';
import { useScene, useSelection } from '../state/session';
import centreStyles from './Centre.module.css';
import styles from './Frame.module.css';

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

/** Folds the panels around the canvas away, and brings them back. */
export function Folds() {
  const { leftOpen, inspectorOpen, dockOpen } = useStore(layoutStore);
  return (
    <div className={centreStyles.folds}>
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

/** What a run says to the person in the right panel, which is then as wide as that is read in. */
type Reading = 'answer' | 'question';

/** What is read in the right panel: an answer, or why there is none, or what the person is asked. */
export function useReading(): Reading | null {
  const isAnswer = useIsAnswer();
  const isQuestion = useAskedHere().length > 0;
  if (isQuestion) return 'question';
  return isAnswer ? 'answer' : null;
}

function useIsAnswer(): boolean {
  const isAsked = useIsAsked();
  const isSelected = useSelection(({ focus }) => focus !== null);
  const isMachine = useScene(({ machine }) => machine !== null);
  const isShown = useStore(layoutStore, ({ planTab }) => planTab === 'run');
  const isWide = useStore(layoutStore, ({ answerWide }) => answerWide);
  const speaks = useScene(({ view }) => hasAnswer(view));
  return !isMachine && !isSelected && isShown && (isAsked || (isWide && speaks));
}

/** Whether a run came to its end with an answer, or with why there is none. */
function hasAnswer(view: RunView | null): boolean {
  if (view === null) return false;
  return (view.status === 'completed' && Object.keys(view.outputs).length > 0) || isUnanswered(view);
}

/**
 * What is seen of the plan, while the panel beside it widens: beside an answer the whole, if that was seen before; beside
 * a question or a sheet, which are about what is looked at, zoom and centre stay (D4), but for what it takes to see who asks,
 * and only as long as it asks.
 */
export function useRoomKept(reading: Reading | null, hasSheet: boolean): void {
  const before = useRef(reading);
  const [asked] = useAskedHere();
  const asking = asked && placeOf(asked.address).key;
  const hadSheet = useRef(hasSheet);
  useLayoutEffect(() => {
    if (hadSheet.current !== hasSheet) canvasOfPage()?.resizedAround();
    hadSheet.current = hasSheet;
  }, [hasSheet]);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = reading;
    if (reading === was) return;
    if (reading !== 'question' && was !== 'question') return canvasOfPage()?.resized();
    canvasOfPage()?.resizedAround();
    if (asking !== undefined) canvasOfPage()?.bringIn(asking, true);
    // Whoever saw the whole before the question sees it beside the answer, too.
    else if (reading === 'answer') canvasOfPage()?.resized();
  }, [reading, asking]);
}
