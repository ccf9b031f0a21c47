import {
  ChartNoAxesGantt,
  FlaskConical,
  Inbox,
  ListTree,
  type LucideIcon,
  Menu,
  MessageCircleQuestionMark,
  ScrollText,
  Workflow,
} from 'lucide-react';
import { useState } from 'react';
import { isUnanswered } from '#projection';
import { NotAnswered } from '../../ask/NotAnswered';
import { useIsNotAnswered } from '../../ask/useIsNotAnswered';
import { EventsPanel } from '../../machine/EventsPanel';
import { IconButton } from '../../parts/IconButton';
import { Answer } from '../../run/Answer';
import { InboxPanel } from '../../run/InboxPanel';
import { LedgerPanel } from '../../run/LedgerPanel';
import { Notices } from '../../run/Notices';
import { RunStatusPill } from '../../run/RunStatusPill';
import { useView } from '../../run/runStore';
import { Scrubber } from '../../run/Scrubber';
import { ThinkingStrip } from '../../run/ThinkingStrip';
import { TimelinePanel } from '../../run/TimelinePanel';
import { momentText } from '../../run/time';
import { useLookingBack } from '../../run/useLookingBack';
import { useToldWaits } from '../../run/useToldWaits';
import { adjustPlace } from '../../state/address';
import { openDialog } from '../../state/dialogs';
import { useDocument, useScene } from '../../state/session';
import { Surface } from '../../surfaces/Surface';
import { WhatIfPanel } from '../../whatif/WhatIfPanel';
import { PlanSurface } from '../PlanSurface';
import { BackButton } from './BackButton';
import { ChosenBar } from './ChosenBar';
import styles from './Phone.module.css';
import { PhoneControls } from './PhoneControls';
import { StepsPanel } from './StepsPanel';

type PhoneTab = 'steps' | 'canvas' | 'timeline' | 'ledger' | 'inbox' | 'whatif';

const TABS: readonly { readonly id: PhoneTab; readonly label: string; readonly icon: LucideIcon }[] = [
  { id: 'steps', label: 'Steps', icon: ListTree },
  { id: 'canvas', label: 'Canvas', icon: Workflow },
  { id: 'timeline', label: 'Timeline', icon: ChartNoAxesGantt },
  { id: 'ledger', label: 'Ledger', icon: ScrollText },
  { id: 'inbox', label: 'Inbox', icon: Inbox },
  { id: 'whatif', label: 'What if', icon: FlaskConical },
];

/** The screen in a hand: reading, approving and replaying, one thing at a time (E7). */
export default function Phone() {
  const [tab, setTab] = useState<PhoneTab>('steps');
  const waiting = useToldWaits().length;
  const isMachine = useScene((scene) => scene.machine !== null);
  const isAsked = useDocument(({ workspace }) => workspace.documents.length > 0);
  return (
    <div className={styles.phone}>
      <Surface of="phoneHead">
        <PhoneHead />
      </Surface>
      <main className={styles.body}>
        <Surface key={tab} of={tab === 'whatif' && isMachine ? 'events' : tab}>
          <PhonePanel tab={tab} />
        </Surface>
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
          {TABS.map(({ id, label, icon: Icon }) => (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={id === tab}
              className={styles.tab}
              onClick={() => setTab(id)}
            >
              <Icon aria-hidden />
              {id === 'whatif' && isMachine ? 'Events' : label}
              {id === 'inbox' && waiting > 0 && <span className={styles.badge}>{waiting}</span>}
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

function PhonePanel({ tab }: { readonly tab: PhoneTab }) {
  switch (tab) {
    case 'steps':
      return <Steps />;
    case 'canvas':
      return <PlanSurface controls={false} />;
    case 'timeline':
      return <TimelinePanel />;
    case 'ledger':
      return <LedgerPanel />;
    case 'inbox':
      return <InboxPanel forms />;
    case 'whatif':
      return <WhatIfOrEvents />;
  }
}

function WhatIfOrEvents() {
  const isMachine = useScene((scene) => scene.machine !== null);
  return isMachine ? <EventsPanel /> : <WhatIfPanel />;
}

function Steps() {
  const view = useView();
  const isNotAnswered = useIsNotAnswered(view);
  return (
    <StepsPanel>
      <Surface of="notices">
        <Notices className={styles.notices} />
      </Surface>
      {view !== null && (view.status === 'completed' || isNotAnswered || isUnanswered(view)) && (
        <div className={styles.answer}>
          <Surface of="answer">
            {view.status === 'completed' ? <Answer view={view} /> : <NotAnswered view={view} />}
          </Surface>
        </div>
      )}
    </StepsPanel>
  );
}
