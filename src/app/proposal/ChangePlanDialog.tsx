import { Send } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { RunView } from '#projection';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { TextArea } from '../parts/Input';
import { useKept } from '../parts/kept';
import { RunPill } from '../run/RunControls';
import { type DialogProps, openDialog } from '../state/dialogs';
import { useSession } from '../state/session';
import { modelsToAsk } from '../state/slots';
import { Field } from '../ui/Field';
import styles from './ChangePlanDialog.module.css';
import { askForChange, changedPlanIn, whyUnchanged } from './changePlan';
import { dropProposal, editChange, openProposal } from './editedProposal';

/** D9: what shall be different about a plan, in one's own words. A model is asked; what it makes of the plan opens as a proposal. */
export default function ChangePlanDialog({ dialog: { plan, of }, onClose }: DialogProps<'changePlan'>) {
  const here = useSession();
  // Asked again from a proposal, it is still the workspace whose plan shall change.
  const session = openProposal(here)?.home ?? here;
  const [model] = modelsToAsk(session);
  const [words, setWords] = useKept('change of a plan', () => '');
  const [asked, setAsked] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const run = useStore(session.editor.runs, ({ runs }) => (asked === null ? undefined : runs.get(asked)));
  const isRunning = isStarting || run?.hosted === true;
  const changed = run?.live.status === 'completed' ? changedPlanIn(run.live, of) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens when it has come, and once.
  useEffect(() => {
    if (changed === null) return;
    onClose();
    dropProposal(session);
    editChange(session, of, words.trim(), changed);
  }, [changed]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === '' || isRunning) return;
    setStarting(true);
    setAsked(await askForChange(session, plan, words.trim()));
    setStarting(false);
  };
  return (
    <Dialog
      title={`Change “${of.name ?? of.id}”`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          {asked !== null && run?.hosted === true && (
            <Button onClick={() => void session.runs.driven(asked)?.handle.cancel()}>Stop</Button>
          )}
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={Send}
            type="submit"
            form="change-plan"
            disabled={model === undefined || words.trim() === '' || isRunning}
          >
            Ask
          </Button>
        </>
      }
    >
      <form id="change-plan" className={styles.form} onSubmit={(event) => void submit(event)}>
        <Field
          label="What should be different?"
          hint="Such as: “also sort by date”, or “ask me before the mail is sent”."
        >
          {(ids) => (
            <TextArea
              {...ids}
              data-autofocus
              rows={3}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
        </Field>
        {model === undefined ? (
          <p className={styles.note}>
            A model has to be asked, and none is connected.{' '}
            <Button size="small" onClick={() => openDialog({ kind: 'settings', section: 'models' })}>
              Connect a model
            </Button>
          </p>
        ) : (
          <p className={styles.note}>
            {model.name ?? model.model} is given this plan, the tools and what is at hand. You see its change
            first; nothing is changed until you apply it.
          </p>
        )}
        {run !== undefined && <Outcome view={run.live} isMade={changed !== null} />}
      </form>
    </Dialog>
  );
}

/** How the asking stands, or why nothing came of it. */
function Outcome({ view, isMade }: { readonly view: RunView; readonly isMade: boolean }) {
  const isOver = view.endedAt !== null;
  const reason = whyUnchanged(view) ?? view.error?.message;
  return (
    <div role="status" className={styles.outcome}>
      <RunPill view={view} />
      {view.waiting.length > 0 && <p>It waits: open it in the list of runs to see what for.</p>}
      {isOver && !isMade && (
        <p className={styles.bad}>
          Nothing came of it. {reason} Say it in other words, or ask another model.
        </p>
      )}
    </div>
  );
}
