import { type FormEvent, useMemo, useState } from 'react';
import { type Diagnostic, isEventType, type JsonObject, setAt } from '#base';
import { takesFile } from '#capabilities';
import { inputDefaults, inputSchema } from '#plan';
import { BudgetFields } from '../forms/BudgetFields';
import { budgetOfDraft, draftOfBudget } from '../forms/budgetDraft';
import { formProblems } from '../forms/formProblems';
import { fieldsOf } from '../forms/schema';
import { startValues } from '../forms/startValues';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { useKept } from '../parts/kept';
import type { DialogProps } from '../state/dialogs';
import { useScene, useSessionState } from '../state/session';
import { AnswerField } from './AnswerField';
import { InputField } from './InputField';
import styles from './InputsDialog.module.css';
import { type InputFile, inputFilesOf } from './inputFiles';
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
  // A run that follows is given the same files, as long as they are inputs.
  const shown = useShownRun((run) => run?.live.started ?? null);
  const [files, setFiles] = useKept<Files>('files', () =>
    filesFor(schema, inputFilesOf(shown, plan?.id ?? '')),
  );
  // What is started beside a run most often belongs to the session of that.
  const around = useShownRun((run) => run?.live.started?.labels.sessionId ?? '');
  const [session, setSession] = useKept('session', () => around);
  const [after, setAfter] = useKept('after', () => '');
  const goal = useScene((scene) => scene.machine?.onGoal ?? null);
  const [answer, setAnswer] = useKept('answer', () => '');
  const usual = useSessionState((state) => state.budget);
  const [draft, setDraft] = useKept('budget', () => draftOfBudget(usual ?? {}));
  const budget = budgetOfDraft(draft);
  // Told until the next try: what goes away while a button is pressed would pull the button from under the pointer.
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = { ...input, ...valuesOf(files) };
    // Files were held against the schema when they were read.
    const found = formProblems(schema, input, NEEDED).filter(({ where }) => !isOf(files, where.field));
    setProblems(found);
    if (found.length > 0 || budget === null || (answer.trim() !== '' && !isEventType(answer.trim()))) return;
    onClose();
    const inputFiles = [...files.values()].map(({ document }) => document);
    dialog.next({ input: given, inputFiles, budget }, placementOf(session, after, answer));
  };
  return (
    <Dialog
      title={`Run “${name}”`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="run-inputs">
            Run
          </Button>
        </>
      }
    >
      <form id="run-inputs" className={styles.form} onSubmit={submit}>
        {fieldsOf(schema).map(({ name: field }) => (
          <InputField
            key={field}
            name={field}
            schema={schema}
            value={input}
            file={files.get(field)}
            problems={problems}
            onChange={(path, value) => {
              setInput((old) => setAt(old, path, value));
              return null;
            }}
            onFile={(file) => setFiles((old) => withFile(old, field, file))}
          />
        ))}
        <details className={styles.placement} open={dialog.unfold || session !== ''}>
          <summary>Session and order</summary>
          <PlacementFields session={session} after={after} onSession={setSession} onAfter={setAfter} />
          {goal !== null && <AnswerField goal={goal} value={answer} onChange={setAnswer} />}
        </details>
        <details className={styles.placement} open={budget === null}>
          <summary>Budget</summary>
          <BudgetFields draft={draft} onChange={setDraft} />
        </details>
      </form>
    </Dialog>
  );
}

type Files = ReadonlyMap<string, InputFile>;

function filesFor(schema: JsonObject, given: Files): Files {
  const taken = new Set(fieldsOf(schema).flatMap(({ name, schema: own }) => (takesFile(own) ? [name] : [])));
  return new Map([...given].filter(([name]) => taken.has(name)));
}

function withFile(files: Files, name: string, file: InputFile | undefined): Files {
  const others = [...files].filter(([other]) => other !== name);
  return new Map(file === undefined ? others : [...others, [name, file]]);
}

function valuesOf(files: Files): JsonObject {
  return Object.fromEntries([...files].map(([name, { value }]) => [name, value]));
}

/** Whether a place in the form is that of an input that is a file. */
function isOf(files: Files, field: string | undefined): boolean {
  return files.has(field?.split('/')[1] ?? '');
}

const NEEDED = { message: 'The run needs this.', help: 'Fill it in, or give it a default.' };
