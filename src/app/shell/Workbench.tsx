import { Plus, WandSparkles } from 'lucide-react';
import { type ReactNode, type RefCallback, useCallback } from 'react';
import { useStore } from 'zustand';
import { give } from '../commands/give';
import { Button } from '../parts/Button';
import { keyDown } from '../parts/browser';
import { lazily } from '../parts/lazily';
import { Splitter } from '../parts/Splitter';
import { Tabs } from '../parts/Tabs';
import { AnswerLine } from '../run/Answer';
import { useForkDraft } from '../run/fork';
import { Notices } from '../run/Notices';
import { Scrubber } from '../run/Scrubber';
import { ThinkingStrip } from '../run/ThinkingStrip';
import { adjustPlace, usePlace, type View } from '../state/address';
import { canvasOfPage } from '../state/canvas';
import { openDialog, useOpenDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { BOUNDS, layoutStore, showInDock } from '../state/layout';
import { useDocument, useScene, useSession } from '../state/session';
import { Surface } from '../surfaces/Surface';
import styles from './Centre.module.css';
import dockStyles from './Dock.module.css';
import { Folds, Frame, useReading, useRoomKept } from './Frame';
import leftPanelStyles from './LeftPanel.module.css';
import { PANELS, PanelCount, PanelTools, PanelView, panelsAt, shownAt } from './Panels';
import { PlanSurface } from './PlanSurface';
import { TopBar } from './TopBar';

// One element each, so that what happens around them does not draw them anew.
const BAR = (
  <Surface of="toolbar">
    <TopBar />
  </Surface>
);
const FORK = <PanelView key="fork" of="fork" />;
const LEFT = <LeftPanel />;
const CENTRE = <Centre />;
const DOCK = <Dock />;
const INSPECTOR = <PanelView key="inspector" of="inspector" />;

/** The screen at a desk: top bar, left panel, canvas, inspector, dock. */
export function Workbench() {
  const isForking = useForkDraft() !== null;
  const read = useReading();
  const reading = isForking ? null : read;
  const hasSheet = useOpenDialog().open?.kind === 'goOn';
  useRoomKept(reading, hasSheet);
  return (
    <Frame
      bar={BAR}
      left={LEFT}
      centre={CENTRE}
      right={isForking ? FORK : INSPECTOR}
      reading={reading}
      hasSheet={hasSheet}
      dock={DOCK}
    />
  );
}

const StateView = lazily(() => import('./StateView'));

/** The middle of the screen: the plan, or the machine that it is compiled to, and over it what wants a decision. */
function Centre() {
  const session = useSession();
  const keysFor = useKeyTexts();
  const steady = useSteadyCanvas();
  const view = usePlace((place) => place.view);
  const isAsked = useDocument(({ workspace }) => workspace.documents.length > 0);
  const readOnly = useScene((scene) => scene.readOnly || (scene.plan === null && scene.machine === null));
  return (
    <>
      <div ref={steady} className={styles.tools}>
        <div role="tablist" aria-label="View of the plan" className={styles.tabs}>
          {isAsked && <ViewTab id="ask" label="Ask" selected={false} />}
          <ViewTab id="canvas" label="Canvas" selected={view !== 'state'} />
          <ViewTab id="state" label="State view" selected={view === 'state'} />
          <ViewTab id="proving" label="Proving ground" selected={false} />
        </div>
        {view !== 'state' && (
          <Button
            variant="outline"
            size="small"
            className={styles.add}
            icon={Plus}
            aria-label="Add node"
            data-keys={keysFor('node.add')}
            data-tip="Add a node"
            disabled={readOnly}
            onClick={() => openDialog({ kind: 'adder' })}
          >
            Add node
          </Button>
        )}
        {view !== 'state' && (
          <Button
            variant="outline"
            size="small"
            className={styles.add}
            icon={WandSparkles}
            aria-label="Change the plan by a sentence"
            data-keys={keysFor('plan.change')}
            data-tip="Say what should be different: a model changes the plan"
            disabled={readOnly}
            onClick={() => give(session, 'plan.change')}
          >
            Change
          </Button>
        )}
        <Surface of="answerLine">
          <AnswerLine />
        </Surface>
        <Folds />
      </div>
      <Surface of="notices">
        <Notices ref={steady} />
      </Surface>
      {view !== 'state' ? (
        <Surface key="canvas" of="canvas">
          <PlanSurface inHand={false} />
          <ThinkingStrip />
        </Surface>
      ) : (
        <Surface key="stateView" of="stateView">
          <StateView />
        </Surface>
      )}
    </>
  );
}

function ViewTab({
  id,
  label,
  selected,
}: {
  readonly id: View;
  readonly label: string;
  readonly selected: boolean;
}) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      className={styles.tab}
      onClick={() => adjustPlace({ view: id })}
      onKeyDown={keyDown((event) => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
        const { nextElementSibling: next, previousElementSibling: previous } = event.currentTarget;
        const other = event.key === 'ArrowRight' ? next : previous;
        if (other instanceof HTMLElement) {
          other.click();
          other.focus();
        }
      })}
    >
      {label}
    </button>
  );
}

/** The run under the canvas: the slider over its whole width, then what happened, beside the variables. */
function Dock() {
  const tab = shownAt(
    'dock',
    useStore(layoutStore, (layout) => layout.dockTab),
  );
  return (
    <>
      <Surface of="slider">
        <Scrubber />
      </Surface>
      <div className={dockStyles.dock}>
        <div className={dockStyles.main}>
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
        <BesideDock>
          <PanelView of="variables" />
        </BesideDock>
      </div>
    </>
  );
}

/** As wide as the person has drawn it, which is nothing to what stands in it or beside it. */
function BesideDock({ children }: { readonly children: ReactNode }) {
  const width = useStore(layoutStore, (layout) => layout.variables);
  return (
    <>
      <Splitter
        label="Width of the variables"
        orientation="vertical"
        direction={-1}
        value={width}
        min={BOUNDS.variables[0]}
        max={BOUNDS.variables[1]}
        onChange={(variables) => layoutStore.setState({ variables })}
      />
      <div className={dockStyles.variables} style={{ width }}>
        {children}
      </div>
    </>
  );
}

/** Tabs, and below them what the workspace holds. */
function LeftPanel() {
  const tab = shownAt(
    'left',
    useStore(layoutStore, (layout) => layout.leftTab),
  );
  return (
    <>
      <Tabs
        label="Left panel"
        className={leftPanelStyles.tabs}
        selected={tab}
        onSelect={(leftTab) => layoutStore.setState({ leftTab })}
        tabs={panelsAt('left').map((id) => ({ id, label: PANELS[id].name }))}
      >
        <PanelView key={tab} of={tab} />
      </Tabs>
      {SECTIONS}
    </>
  );
}

const SECTIONS = <Sections />;

function Sections() {
  return panelsAt('section').map((id) => <PanelView key={id} of={id} />);
}

/**
 * Keeps the nodes where they are on the screen while something above the canvas comes, grows or goes (D4: the viewport
 * stays where the user put it).
 *
 * @returns the ref of what stands above the canvas
 */
function useSteadyCanvas(): RefCallback<HTMLElement> {
  return useCallback((above) => {
    if (above === null) return;
    const observer = new ResizeObserver(() => canvasOfPage()?.pushed());
    observer.observe(above);
    return () => observer.disconnect();
  }, []);
}
