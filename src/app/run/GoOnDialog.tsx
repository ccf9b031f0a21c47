import { RotateCcw } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { AttachedRun } from '#editor';
import { namesOf } from '#projection';
import type { Definition } from '#runtime';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { ProblemList } from '../ui/ProblemList';
import { culpritOf } from './culprit';
import { DefinitionChoice } from './DefinitionChoice';
import { ForeseenSteps } from './ForeseenSteps';
import styles from './GoOnDialog.module.css';
import { useLaunch } from './launch';
import { useRunFacts, useShownRun } from './runStore';
import { editsSince, waysOn } from './waysOn';

/** D1: goes on from the shown run with one of its own, after it was said what is reused and what is called again. */
export default function GoOnDialog({ onClose }: DialogProps<'goOn'>) {
  const run = useShownRun((shown) => shown);
  // What the run was when it was asked for: whatever goes on meanwhile changes nothing under the pointer.
  const [asked] = useState(run);
  return asked === null ? null : <GoOn run={asked} onClose={onClose} />;
}

function GoOn({ run, onClose }: { readonly run: AttachedRun; readonly onClose: () => void }) {
  const session = useSession();
  const launch = useLaunch();
  const form = useId();
  const isImported = useRunFacts(({ imported }) => imported);
  const ways = useMemo(() => waysOn(session, run, isImported), [session, run, isImported]);
  const [chosen, setChosen] = useState<Definition>(ways[0]?.definition ?? 'current');
  const outcome = ways.find(({ definition }) => definition === chosen)?.outcome;
  const { live } = run;
  const culprit = culpritOf(live);
  const edits = useMemo(
    () => (live.started === null ? [] : editsSince(live.started, workspaceToRun(session))),
    [live, session],
  );
  const submit = () => {
    if (!outcome?.ok) return;
    onClose();
    launch({ branch: outcome.value.branch });
  };
  return (
    <Dialog
      title="Run from here?"
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={RotateCcw}
            type="submit"
            form={form}
            disabled={outcome?.ok !== true}
          >
            Retry
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>
          {culprit === null ? 'Retry what was not finished.' : `Retry from “${namesOf(live)(culprit)}”.`} The
          earlier run stays as it is: this starts a new one.
        </p>
        {ways.length > 1 && (
          <DefinitionChoice ways={ways} edits={edits} chosen={chosen} onChoose={setChosen} />
        )}
        {ways.length === 1 && ways[0]?.definition === 'recorded' && (
          <p className={styles.muted}>
            Its plan is not in this workspace any more. It is run as it was then.
          </p>
        )}
        {outcome?.ok === true && <ForeseenSteps earlier={live} foreseen={outcome.value.foreseen} />}
        {outcome?.ok === false && <ProblemList diagnostics={outcome.problem} />}
      </form>
    </Dialog>
  );
}
