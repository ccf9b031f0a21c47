import { FlaskConical } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type Diagnostic, type JsonObject, setAt } from '#base';
import { inputSchema } from '#plan';
import { pinsOfTrial } from '#runtime';
import { formProblems } from '../forms/formProblems';
import { startValues } from '../forms/startValues';
import { Button } from '../parts/Button';
import { Caution } from '../parts/Caution';
import { Dialog } from '../parts/Dialog';
import { Checkbox } from '../parts/Input';
import { useKept } from '../parts/kept';
import { usePins } from '../pins/pinsOfPage';
import { startTrial } from '../run/startHere';
import type { DialogProps } from '../state/dialogs';
import { useRuns, useSession } from '../state/session';
import { TrialFields } from './TrialFields';
import styles from './TryDialog.module.css';
import { TryResult } from './TryResult';

/** D1: runs one node alone, with an input of one's own, as often as one likes. The plan stays as it is, and so does what is shown. */
export default function TryDialog({ dialog, onClose }: DialogProps<'try'>) {
  const { trial, isAgain } = dialog;
  const { plan, writes } = trial;
  const session = useSession();
  const title = plan.name ?? plan.id;
  const schema = useMemo(() => inputSchema(plan.variables), [plan]);
  const [given, setGiven] = useKept<JsonObject>('trial', () => ({ ...startValues(schema), ...dialog.given }));
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [runId, setRunId] = useState<string | null>(null);
  const isRunning = useRuns(({ runs }) => runs.get(runId ?? '')?.hosted === true);
  const pins = usePins();
  const isPinned = pinsOfTrial(pins, trial).length < pins.length;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A text that is no value of its field stays there, and says why.
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) return wrong.focus();
    const found = formProblems(schema, given, NEEDED);
    setProblems(found);
    if (found.length > 0 || isStarting || isRunning) return;
    setStarting(true);
    setRunId(await startTrial(session, trial, given));
    setStarting(false);
    setConfirmed(false);
  };
  return (
    <Dialog
      title={`Try “${title}”`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={FlaskConical}
            type="submit"
            form="try"
            disabled={isStarting || isRunning || (writes.length > 0 && !isConfirmed)}
          >
            {runId === null ? 'Try it' : 'Try again'}
          </Button>
        </>
      }
    >
      <form ref={form} id="try" className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.muted}>
          This step runs alone, for real; the run is kept in the list of runs. The plan stays as it is.
          {isPinned && ' The step is pinned, but it is called anyway.'}
        </p>
        <TrialFields
          trial={trial}
          schema={schema}
          given={given}
          problems={problems}
          onChange={(path, value) => {
            setProblems([]);
            setGiven((old) => setAt(old, path, value));
            return null;
          }}
        />
        {writes.length > 0 && (
          <Caution>
            <p>
              {writes.join(', ')} may change something outside.
              {isAgain && ' It was called in the run that is shown; this calls it a second time.'}
            </p>
            <Checkbox
              label={`Call ${writes.join(', ')} for real`}
              checked={isConfirmed}
              onChange={({ target }) => setConfirmed(target.checked)}
            />
          </Caution>
        )}
      </form>
      {runId !== null && <TryResult trial={trial} runId={runId} onClose={onClose} />}
    </Dialog>
  );
}

const NEEDED = { message: 'The step needs this.', help: 'Fill it in.' };
