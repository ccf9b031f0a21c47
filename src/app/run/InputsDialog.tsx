import { type FormEvent, useMemo, useState } from 'react';
import { type Diagnostic, isEventType, type JsonObject } from '#base';
import { formProblems } from '../forms/formProblems';
import { SchemaForm } from '../forms/SchemaForm';
import { setAt } from '../forms/setAt';
import { startValues } from '../forms/startValues';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { useKept } from '../parts/kept';
import type { DialogProps } from '../state/dialogs';
import { useScene } from '../state/session';
import { AnswerField } from './AnswerField';
import styles from './InputsDialog.module.css';
import { inputDefaults, inputSchema } from './inputSchema';
import { PlacementFields } from './PlacementFields';
import { placementOf } from './placement';
import { useShownRun } from './runStore';

/** Asks for the inputs of a run (V1), and where it belongs (M4): by itself only when an input has no default. */
export default function InputsDialog({ dialog, onClose }: DialogProps<'inputs'>) {
  const plan = useScene((scene) => scene.plan ?? scene.machine);
  const { variables } = plan ?? {};
  const name = plan?.name ?? plan?.id ?? '';
  const schema = useMemo(() => inputSchema(variables), [variables]);
  const [input, setInput] = useKept<JsonObject>('input', () => ({
    ...startValues(schema),
    ...inputDefaults(variables),
  }));
  // What is started beside a run most often belongs to the session of that.
  const around = useShownRun((run) => run?.live.started?.labels.sessionId ?? '');
  const [session, setSession] = useKept('session', () => around);
  const [after, setAfter] = useKept('after', () => '');
  const goal = useScene((scene) => scene.machine?.onGoal ?? null);
  const [answer, setAnswer] = useKept('answer', () => '');
  // Told until the next try: what goes away while a button is pressed would pull the button from under the pointer.
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = formProblems(schema, input, NEEDED);
    setProblems(found);
    if (found.length > 0 || (answer.trim() !== '' && !isEventType(answer.trim()))) return;
    onClose();
    dialog.next(input, placementOf(session, after, answer));
  };
  return (
    <Dialog
      title={`Run “${name}”`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" type="submit" form="run-inputs">
            Run
          </Button>
        </>
      }
    >
      <form id="run-inputs" className={styles.form} onSubmit={submit}>
        <SchemaForm
          schema={schema}
          value={input}
          mode="literal"
          problems={problems}
          onChange={(path, value) => {
            setInput((old) => setAt(old, path, value));
            return null;
          }}
        />
        <details className={styles.placement} open={dialog.unfold || session !== ''}>
          <summary>Session and order</summary>
          <PlacementFields session={session} after={after} onSession={setSession} onAfter={setAfter} />
          {goal !== null && <AnswerField goal={goal} value={answer} onChange={setAnswer} />}
        </details>
      </form>
    </Dialog>
  );
}

const NEEDED = { message: 'The run needs this.', help: 'Fill it in, or give it a default.' };
