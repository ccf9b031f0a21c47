import { Plus, WandSparkles } from 'lucide-react';
import { give } from '../commands/give';
import { Button } from '../parts/Button';
import { keyDown } from '../parts/keyDown';
import { lazily } from '../parts/lazily';
import { AnswerLine } from '../run/AnswerLine';
import { Notices } from '../run/Notices';
import { ThinkingStrip } from '../run/ThinkingStrip';
import { adjustPlace, usePlace, type View } from '../state/address';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { useDocument, useScene, useSession } from '../state/session';
import { Surface } from '../surfaces/Surface';
import styles from './Centre.module.css';
import { Folds } from './Folds';
import { PlanSurface } from './PlanSurface';
import { useSteadyCanvas } from './useSteadyCanvas';

const StateView = lazily(() => import('./StateView'));

/** The middle of the screen: the plan, or the machine that it is compiled to, and over it what wants a decision. */
export function Centre() {
  const session = useSession();
  const keysFor = useKeyTexts();
  const steady = useSteadyCanvas();
  const view = usePlace((place) => place.view);
  const isAsked = useDocument(({ workspace }) => workspace.documents.length > 0);
  const readOnly = useScene((scene) => scene.readOnly || (scene.plan === null && scene.machine === null));
  return (
    <>
      <div className={styles.tools}>
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
