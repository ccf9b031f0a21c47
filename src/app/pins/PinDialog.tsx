import { type FormEvent, useState } from 'react';
import {
  type Diagnostic,
  isJsonObject,
  type JsonObject,
  ok,
  problem,
  type Result,
  reservedAt,
  setAt,
} from '#base';
import type { Pin, PinnedEnd } from '#kernel';
import { compileExpression, runPartSchema } from '#plan';
import { useExpressionScopeOf } from '../design/useSuggestionsOfPlan';
import { JsonInput } from '../forms/CodeField';
import { type ControlProps, ExpressionScopeContext } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { isBlank } from '../forms/schema';
import { DialogFormContext, useDialogForm } from '../forms/useDraft';
import { MeanwhileNote, useMeanwhile } from '../library/ItemFrame';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { useAsksBeforeLeaving, useKept } from '../parts/kept';
import { Segments } from '../parts/Tabs';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import styles from './Pins.module.css';
import { sayPinned } from './pinNode';
import { isSamePlace, keepPin, usePins } from './pinOf';

/** What is typed of both ends, and which of them is meant. */
interface Draft {
  readonly end: 'output' | 'error';
  readonly said: JsonObject;
}

const ENDS = [
  { id: 'output', title: 'This output' },
  { id: 'error', title: 'This error' },
] as const;

const PINNED = runPartSchema('pinned');
const CONTROLS = { output: OutputControl };

/** D10: what comes of a node, or of every call of a capability, instead of calling it. */
export default function PinDialog({ dialog, onClose }: DialogProps<'pin'>) {
  const session = useSession();
  const { place, title, begins } = dialog;
  const known = usePins().find((pin) => isSamePlace(pin, place));
  const [before, setBefore] = useState(() => draftOf(known ?? begins ?? null));
  const meanwhile = useMeanwhile(known ?? null);
  const [draft, setDraft] = useKept<Draft>('pin', () => before);
  const [wrong, setWrong] = useKept<Diagnostic | null>('pin-wrong', () => null);
  const [fields, isHeld] = useDialogForm();
  const around = useExpressionScopeOf();
  const scope = { ...around, variables: ['input', ...around.variables] };
  useAsksBeforeLeaving(draft !== before);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isHeld) return;
    const pinned = readPinned(draft);
    setWrong(pinned.ok ? null : pinned.problem);
    if (!pinned.ok || !(await keepPin(session, { ...place, ...pinned.value }))) return;
    onClose();
    if (known === undefined) sayPinned(session, { ...place, ...pinned.value }, title);
  };
  return (
    <Dialog
      title={'capability' in place ? `Pin every call of “${title}”` : `Pin “${title}”`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="pin">
            {known === undefined ? 'Pin' : 'Save'}
          </Button>
        </>
      }
    >
      <MeanwhileNote
        meanwhile={meanwhile}
        onTake={() => {
          const now = draftOf(known ?? null);
          setBefore(now);
          setDraft(now);
        }}
      />
      <form id="pin" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>
          {'capability' in place
            ? `Every run of this workspace takes this instead of calling ${place.capability}, whichever step calls it; a step’s own pin comes first.`
            : 'Every run of this workspace takes this instead of calling it.'}{' '}
          It stays in this browser: no file and no link has it.
        </p>
        <Segments
          label="What comes of it"
          segments={ENDS}
          chosen={draft.end}
          onChoose={(end) => setDraft((old) => ({ ...old, end }))}
        />
        <DialogFormContext value={fields}>
          <ExpressionScopeContext value={scope}>
            <SchemaForm
              schema={PINNED}
              value={draft.said}
              mode="literal"
              flat
              only={[draft.end, 'when']}
              controls={CONTROLS}
              problems={wrong === null ? [] : [wrong]}
              onChange={(path, value) => {
                setWrong(null);
                setDraft((old) => ({ ...old, said: setAt(old.said, path, value) }));
                return null;
              }}
            />
          </ExpressionScopeContext>
        </DialogFormContext>
      </form>
    </Dialog>
  );
}

/** What the dialog is mostly opened for has the focus. */
function OutputControl({ ids, value, onChange }: ControlProps) {
  return <JsonInput {...ids} data-autofocus value={value} onCommit={onChange} />;
}

function draftOf(pin: (PinnedEnd & Pick<Pin, 'when'>) | null): Draft {
  if (pin === null) return { end: 'output', said: {} };
  const when = pin.when === undefined ? {} : { when: pin.when };
  if ('output' in pin) return { end: 'output', said: { output: pin.output, ...when } };
  const { code, message } = pin.error;
  return { end: 'error', said: { error: { code, message }, ...when } };
}

/** @returns what is wrong, at its field */
function readPinned({ end, said }: Draft): Result<PinnedEnd & Pick<Pin, 'when'>, Diagnostic> {
  const read = end === 'output' ? readOutput(said) : readError(said);
  if (!read.ok || typeof said.when !== 'string' || isBlank(said.when)) return read;
  const when = said.when.trim();
  const compiled = compileExpression(when);
  if (compiled.ok) return ok({ ...read.value, when });
  const { where } = compiled.problem;
  return { ok: false, problem: { ...compiled.problem, where: { ...where, field: '/when' } } };
}

function readOutput({ output }: JsonObject): Result<PinnedEnd, Diagnostic> {
  if (output === undefined)
    return wrongAt('/output', 'The output is missing.', 'Write the JSON that comes of it.');
  const reserved = reservedAt(output);
  if (reserved === null) return ok({ output });
  const message = `The key ${reserved} is for tables that a run keeps: a pin has none.`;
  return wrongAt('/output', message, 'Call the key otherwise.');
}

function readError({ error }: JsonObject): Result<PinnedEnd, Diagnostic> {
  const { code, message } = error !== undefined && isJsonObject(error) ? error : {};
  const help = 'Fill it in.';
  if (typeof code !== 'string' || isBlank(code))
    return wrongAt('/error/code', 'The error needs a code.', help);
  if (typeof message !== 'string' || isBlank(message))
    return wrongAt('/error/message', 'The error needs a message.', help);
  return ok({ error: { code: code.trim(), message: message.trim() } });
}

function wrongAt(field: string, message: string, help: string): Result<never, Diagnostic> {
  return { ok: false, problem: problem('INPUT_INVALID', message, help, { field }) };
}
