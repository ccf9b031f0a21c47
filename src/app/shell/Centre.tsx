import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../parts/Button';
import { keyText } from '../parts/Kbd';
import { AnswerLine } from '../run/AnswerLine';
import { Notices } from '../run/Notices';
import { adjustPlace, usePlace } from '../state/address';
import { openDialog } from '../state/dialogs';
import { useScene } from '../state/session';
import styles from './Centre.module.css';
import { Folds } from './Folds';
import { PlanSurface } from './PlanSurface';
import { useSteadyCanvas } from './useSteadyCanvas';

const StateView = lazy(() => import('./StateView'));

/** The middle of the screen: the plan, or the machine that it is compiled to, and over it what wants a decision. */
export function Centre() {
  const steady = useSteadyCanvas();
  const view = usePlace((place) => place.view);
  const readOnly = useScene((scene) => scene.readOnly || (scene.plan === null && scene.machine === null));
  return (
    <>
      <div className={styles.tools}>
        <div role="tablist" aria-label="View of the plan" className={styles.tabs}>
          <ViewTab id="canvas" label="Canvas" selected={view === 'canvas'} />
          <ViewTab id="state" label="State view" selected={view === 'state'} />
        </div>
        {view === 'canvas' && (
          <Button
            variant="outline"
            size="small"
            icon={Plus}
            aria-label="Add node"
            data-keys={keyText('N')}
            data-tip="Add a node"
            disabled={readOnly}
            onClick={() => openDialog({ kind: 'adder' })}
          >
            Add node
          </Button>
        )}
        <AnswerLine />
        <Folds />
      </div>
      <Notices ref={steady} />
      {view === 'canvas' ? (
        <PlanSurface />
      ) : (
        <Suspense fallback={null}>
          <StateView />
        </Suspense>
      )}
    </>
  );
}

function ViewTab({
  id,
  label,
  selected,
}: {
  readonly id: 'canvas' | 'state';
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
      onKeyDown={(event) => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
        const other = event.currentTarget.nextElementSibling ?? event.currentTarget.previousElementSibling;
        if (other instanceof HTMLElement) {
          other.click();
          other.focus();
        }
      }}
    >
      {label}
    </button>
  );
}
