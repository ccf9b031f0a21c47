import {
  ChevronLeft,
  CornerDownRight,
  Menu,
  MessageCircleQuestionMark,
  PanelBottomOpen,
  Pause,
  Play,
  Square,
  Waypoints,
} from 'lucide-react';
import { useState } from 'react';
import { planBehind } from '#editor';
import { give } from '../../commands/give';
import { showMachineTab } from '../../machine/simulation';
import { Button, IconButton } from '../../parts/Button';
import { useLaunch } from '../../run/launch';
import { RunStatusPill } from '../../run/RunControls';
import { momentText } from '../../run/runLists';
import {
  cancelRun,
  isSettledRun,
  pauseRun,
  resumeRun,
  useLookingBack,
  useRunFacts,
  useShownRun,
  useView,
} from '../../run/runStore';
import { Scrubber } from '../../run/Scrubber';
import { ThinkingStrip } from '../../run/ThinkingStrip';
import { adjustPlace, goTo } from '../../state/address';
import { openDialog } from '../../state/dialogs';
import { useDocument, usePlanView, useScene, useSelection, useSession } from '../../state/session';
import { Surface } from '../../surfaces/Surface';
import { CardIcon } from '../../ui/NodeIcon';
import { PanelCount, PanelView, panelsInHand } from '../Panels';
import chosenBarStyles from './ChosenBar.module.css';
import styles from './Phone.module.css';

/** The screen in a hand: reading, approving and replaying, one thing at a time (E7). */
export default function Phone() {
  // By its place: where a machine is opened, what is of machines stands where that of plans stood.
  const [chosen, setChosen] = useState(0);
  const tabs = panelsInHand(
    'tab',
    useScene(({ machine }) => (machine === null ? 'plan' : 'machine')),
  );
  const tab = tabs[chosen]?.id ?? 'steps';
  const isAsked = useDocument(({ workspace }) => workspace.documents.length > 0);
  return (
    <div className={styles.phone}>
      <Surface of="phoneHead">
        <PhoneHead />
      </Surface>
      <main className={styles.body}>
        <PanelView key={tab} of={tab} inHand />
      </main>
      <footer>
        {(tab === 'steps' || tab === 'canvas') && (
          <Surface of="chosen">
            <ChosenBar />
          </Surface>
        )}
        <Surface of="slider">
          <ThinkingStrip />
          <Scrubber compact />
        </Surface>
        <div role="tablist" aria-label="Views" className={styles.tabs}>
          {isAsked && (
            <button
              type="button"
              role="tab"
              aria-selected={false}
              className={styles.tab}
              onClick={() => adjustPlace({ view: 'ask' })}
            >
              <MessageCircleQuestionMark aria-hidden />
              Ask
            </button>
          )}
          {tabs.map(({ id, name, icon: Icon }, index) => (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={id === tab}
              className={styles.tab}
              onClick={() => setChosen(index)}
            >
              <Icon aria-hidden />
              {name}
              <PanelCount of={id}>{(count) => <span className={styles.badge}>{count}</span>}</PanelCount>
            </button>
          ))}
        </div>
      </footer>
    </div>
  );
}

function PhoneHead() {
  const name = useScene(({ plan, machine }) => (plan ?? machine)?.name ?? (plan ?? machine)?.id ?? null);
  const workspace = useDocument((state) => state.workspace.name || state.workspace.id);
  const view = useView();
  const lookingBack = useLookingBack();
  const when = runWords(view?.startedAt ?? null, view?.started?.simulated === true);
  return (
    <header className={styles.head}>
      <BackButton />
      <div className={styles.titles}>
        <h1>{name ?? workspace}</h1>
        {lookingBack === null ? <p>{when ?? workspace}</p> : <p className={styles.back}>{lookingBack}</p>}
      </div>
      <RunStatusPill short />
      <PhoneControls />
      <IconButton icon={Menu} label="Menu" onClick={() => openDialog({ kind: 'menu' })} />
    </header>
  );
}

function runWords(startedAt: number | null, simulated: boolean): string | null {
  if (startedAt === null) return null;
  return simulated ? 'Simulated, nothing of it happened' : `Run ${momentText(startedAt)}`;
}

/** Out of the plan or the box that was opened last; from the outermost to the start page. */
export function BackButton() {
  const session = useSession();
  const deep = usePlanView(({ trail, inside }) => trail.length > 0 || inside !== null);
  if (!deep) return <IconButton icon={ChevronLeft} label="To the start" onClick={() => goTo({})} />;
  return (
    <IconButton
      icon={ChevronLeft}
      label="Leave group"
      onClick={() => {
        session.editor.select([]);
        give(session, 'select.leave');
      }}
    />
  );
}

/** What is chosen, in a hand: its name, and the ways to read it and to go into it. */
export function ChosenBar() {
  const session = useSession();
  const focus = useSelection((selection) => selection.focus);
  const edge = useSelection(({ edges }) => (edges.size === 1 ? [...edges][0] : undefined));
  const node = useScene(({ graph }) => graph.nodes.find(({ key }) => key === focus));
  const transition = useScene(({ graph }) => graph.edges.find(({ key }) => key === edge)?.transition);
  if (node === undefined && transition === undefined) return null;
  const title = node?.title ?? (transition?.label || 'Transition');
  const opens = node !== undefined && (node.container || planBehind(session.editor, node.key) !== null);
  const showDetails = (): void => {
    if (node === undefined || node.type === 'STATE') showMachineTab('state');
    openDialog({ kind: 'panel', panel: 'inspector' });
  };
  return (
    <section aria-label="Chosen" className={chosenBarStyles.bar}>
      {node === undefined ? (
        <Waypoints className={chosenBarStyles.glyph} aria-hidden />
      ) : (
        <CardIcon card={node} />
      )}
      <span className={chosenBarStyles.name}>{title}</span>
      {opens && (
        <Button
          icon={CornerDownRight}
          aria-label={`Open ${title}`}
          onClick={() => give(session, 'select.open')}
        >
          Open
        </Button>
      )}
      <Button
        variant="outline"
        icon={PanelBottomOpen}
        aria-label={`Details of ${title}`}
        onClick={showDetails}
      >
        Details
      </Button>
    </section>
  );
}

/** The controls that a hand needs: run, pause, resume, cancel. */
export function PhoneControls() {
  const launch = useLaunch();
  const here = useRunFacts((facts) => facts.standing === 'here');
  const status = useShownRun((run) => run?.live.status ?? null);
  if (!here || status === null || isSettledRun(status)) {
    return <IconButton icon={Play} label="Run" onClick={() => launch({})} />;
  }
  return (
    <>
      {status === 'paused' ? (
        <IconButton icon={Play} label="Resume" onClick={resumeRun} />
      ) : (
        <IconButton icon={Pause} label="Pause" onClick={pauseRun} />
      )}
      <IconButton icon={Square} label="Cancel" onClick={cancelRun} />
    </>
  );
}
