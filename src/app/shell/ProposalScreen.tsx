import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { Tabs } from '../parts/Tabs';
import { ApprovalBanner } from '../proposal/ApprovalBanner';
import { ChangeBanner, ChangeCounts } from '../proposal/ChangeBanner';
import {
  dropProposal,
  type EditedProposal,
  leaveProposal,
  type Origin,
  useStillWaits,
} from '../proposal/editedProposal';
import bannerStyles from '../run/Banners.module.css';
import { keyOfWaiting } from '../run/waiting';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { SessionContext, useScene } from '../state/session';
import { Surface } from '../surfaces/Surface';
import centreStyles from './Centre.module.css';
import { Frame } from './Frame';
import panelStyles from './LeftPanel.module.css';
import { PANELS, PanelView } from './Panels';
import { PlanSurface } from './PlanSurface';
import styles from './ProposalScreen.module.css';
import { ProblemsButton, UndoRedo } from './TopBar';

/** A plan that waits for a person, edited before it runs, with the tools that any plan is edited with (D9). */
export default function ProposalScreen({ edited }: { readonly edited: EditedProposal }) {
  return (
    <Frame
      bar={
        <Surface of="toolbar">
          <Bar edited={edited} />
        </Surface>
      }
      left={<Left />}
      centre={<Middle edited={edited} />}
      right={<PanelView of="inspector" />}
    />
  );
}

function Bar({ edited: { from, home, original } }: { readonly edited: EditedProposal }) {
  const isOfRun = from.kind === 'run';
  return (
    <header className={styles.bar}>
      <Button icon={ArrowLeft} onClick={() => (isOfRun ? leaveProposal(home) : dropProposal(home))}>
        {isOfRun ? 'Back to the run' : 'Back to the plan'}
      </Button>
      <h1 className={styles.title}>
        {isOfRun ? 'Plan' : 'Change'} of “{original.name ?? original.id}”{' '}
        <span>in {home.editor.workspace.name || home.id}</span>
      </h1>
      <div className={styles.tools}>
        <UndoRedo />
        <ProblemsButton />
      </div>
    </header>
  );
}

const TABS = ['palette', 'outline'] as const;

function Left() {
  const [tab, setTab] = useState<(typeof TABS)[number]>('palette');
  return (
    <Tabs
      label="Left panel"
      className={panelStyles.tabs}
      selected={tab}
      onSelect={setTab}
      tabs={TABS.map((id) => ({ id, label: PANELS[id].name }))}
    >
      <PanelView key={tab} of={tab} />
    </Tabs>
  );
}

function Middle({ edited }: { readonly edited: EditedProposal }) {
  const keysFor = useKeyTexts();
  const isEditable = useScene(({ plan, machine }) => plan !== null || machine !== null);
  return (
    <>
      <div className={centreStyles.tools}>
        <Button
          variant="outline"
          size="small"
          icon={Plus}
          aria-label="Add node"
          data-keys={keysFor('node.add')}
          data-tip="Add a node"
          disabled={!isEditable}
          onClick={() => openDialog({ kind: 'adder' })}
        >
          Add node
        </Button>
        <ChangeCounts edited={edited} />
      </div>
      <Surface of="notices">
        <div className={bannerStyles.stack}>
          <SessionContext value={edited.home}>
            {edited.from.kind === 'run' ? (
              <RunAsks edited={edited} from={edited.from} />
            ) : (
              <ChangeBanner edited={edited} from={edited.from} />
            )}
          </SessionContext>
        </div>
      </Surface>
      <Surface of="canvas">
        <PlanSurface inHand={false} />
      </Surface>
    </>
  );
}

function RunAsks({
  edited,
  from,
}: {
  readonly edited: EditedProposal;
  readonly from: Extract<Origin, { kind: 'run' }>;
}) {
  const waiting = useStillWaits(edited, from);
  return waiting === null ? null : <ApprovalBanner key={keyOfWaiting(waiting)} waiting={waiting} />;
}
