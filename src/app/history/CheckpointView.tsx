import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { PlanCanvas } from '#canvas';
import { arrange } from '#layout';
import type { Plan, Workspace } from '#plan';
import { graphOfMachine, graphOfPlan } from '#projection';
import type { CheckpointSummary } from '#storage';
import { Button } from '../parts/Button';
import { EmptyNote } from '../parts/EmptyNote';
import { IconButton } from '../parts/IconButton';
import { Select } from '../parts/Input';
import { say } from '../parts/Toasts';
import { momentText } from '../run/time';
import { sayThrown } from '../state/sayTrouble';
import { useEditor, useSession } from '../state/session';
import { revertTo } from './checkpoints';
import { checkpointTitle } from './checkpointWords';
import styles from './HistoryDialog.module.css';
import { useCheckpoint } from './useCheckpoints';
import { changesBetween } from './workspaceChanges';

interface Props {
  readonly checkpoint: CheckpointSummary;
  readonly present: Workspace;
  readonly onClose: () => void;
}

/** A kept state to look at, with what going back to it would change. */
export function CheckpointView({ checkpoint, present, onClose }: Props) {
  const session = useSession();
  const past = useCheckpoint(checkpoint.key);
  const changes = useMemo(() => (past ? changesBetween(present, past) : []), [present, past]);
  const revert = async () => {
    if (!past) return;
    try {
      await revertTo(session, { workspace: past, trusted: checkpoint.trusted });
      onClose();
      say({
        tone: 'ok',
        text: 'This is the checkpoint again. What was here before is kept under History.',
        action: { label: 'Undo', run: () => void session.editor.undo() },
        until: session.closed,
      });
    } catch (thrown) {
      sayThrown(thrown, 'Nothing was changed: the present could not be kept first.');
    }
  };
  const remove = async () => {
    if (!window.confirm(`Delete “${checkpointTitle(checkpoint)}”? This cannot be undone.`)) return;
    await session.storage.workspaces.removeCheckpoint(checkpoint.key);
  };
  return (
    <section className={styles.view} aria-label={`Checkpoint ${checkpointTitle(checkpoint)}`}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h3>{checkpointTitle(checkpoint)}</h3>
          <p className={styles.fact}>{momentText(checkpoint.at)}, to look at only</p>
        </div>
        <IconButton icon={Trash2} label="Delete this checkpoint" onClick={() => void remove()} />
        <Button variant="primary" disabled={!past || changes.length === 0} onClick={() => void revert()}>
          Revert to checkpoint
        </Button>
      </header>
      {past === null && <EmptyNote>This state cannot be read any more.</EmptyNote>}
      {past && (
        <>
          <p className={styles.fact}>
            {changes.length === 0 ? 'It is the same as now.' : `Going back means: ${changes.join(' · ')}.`}
          </p>
          <PastPlans past={past} checkpoint={checkpoint.key} />
        </>
      )}
    </section>
  );
}

function PastPlans({ past, checkpoint }: { readonly past: Workspace; readonly checkpoint: number }) {
  const { plans } = past;
  const [chosen, setChosen] = useState<string | null>(null);
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0];
  if (!plan) return <EmptyNote>There is no plan in it.</EmptyNote>;
  return (
    <>
      {plans.length > 1 && (
        <Select
          aria-label="Plan of the checkpoint"
          value={plan.id}
          onChange={({ target }) => setChosen(target.value)}
        >
          {plans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? id}
            </option>
          ))}
        </Select>
      )}
      <PastPlan key={plan.id} plan={plan} past={past} shown={`checkpoint ${checkpoint} ${plan.id}`} />
    </>
  );
}

interface PlanProps {
  readonly plan: Plan;
  readonly past: Workspace;
  readonly shown: string;
}

/** The plan as it was: it can be moved about, and changes nothing. */
function PastPlan({ plan, past, shown }: PlanProps) {
  const { catalogue } = useEditor();
  const graph = useMemo(
    () =>
      plan.kind === 'capability'
        ? graphOfPlan(plan, [], catalogue, past)
        : graphOfMachine(plan, { places: past.layout[plan.id] ?? {} }),
    [plan, past, catalogue],
  );
  const boxes = useMemo(() => arrange(graph, past.layout[plan.id] ?? {}), [graph, past, plan]);
  return (
    <div className={styles.picture}>
      <PlanCanvas
        graph={graph}
        shown={shown}
        boxes={boxes}
        mode="view"
        selection={NOTHING}
        gestures={NO_GESTURES}
        controls={false}
      />
    </div>
  );
}

const NOTHING: ReadonlySet<string> = new Set();
const NO_GESTURES = {};
