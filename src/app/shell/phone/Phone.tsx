import { Menu, MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../parts/IconButton';
import { RunStatusPill } from '../../run/RunStatusPill';
import { useView } from '../../run/runStore';
import { Scrubber } from '../../run/Scrubber';
import { ThinkingStrip } from '../../run/ThinkingStrip';
import { momentText } from '../../run/time';
import { useLookingBack } from '../../run/useLookingBack';
import { adjustPlace } from '../../state/address';
import { openDialog } from '../../state/dialogs';
import { useDocument, useScene } from '../../state/session';
import { Surface } from '../../surfaces/Surface';
import { PanelCount, PanelView } from '../PanelView';
import { panelsInHand } from '../panelTable';
import { BackButton } from './BackButton';
import { ChosenBar } from './ChosenBar';
import styles from './Phone.module.css';
import { PhoneControls } from './PhoneControls';

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
