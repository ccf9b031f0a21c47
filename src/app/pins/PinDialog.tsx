import type { FormEvent } from 'react';
import { LIMITS, parseExactJson, type Result, reservedAt } from '#base';
import type { PinnedEnd } from '#kernel';
import { compileExpression } from '#plan';
import { CodeField } from '../forms/CodeField';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Segments } from '../parts/Tabs';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import { Field } from '../ui/Field';
import styles from './Pins.module.css';
import { sayPinned } from './pinNode';
import { isSamePlace, keepPin, usePins } from './pinOf';

/** What is typed, as it is typed. */
interface Typed {
  readonly end: 'output' | 'error';
  readonly output: string;
  readonly code: string;
  readonly message: string;
  readonly when: string;
}

const ENDS = [
  { id: 'output', title: 'This output' },
  { id: 'error', title: 'This error' },
] as const;

/** D10: what comes of a node, or of every call of a capability, instead of calling it. */
export default function PinDialog({ dialog, onClose }: DialogProps<'pin'>) {
  const session = useSession();
  const { place, title, begins } = dialog;
  const known = usePins().find((pin) => isSamePlace(pin, place));
  const [typed, setTyped] = useKept<Typed>('pin', () => ({
    ...typedOf(known ?? begins ?? null),
    when: known?.when ?? '',
  }));
  const [wrong, setWrong] = useKept<Wrong | null>('pin-wrong', () => null);
  const change = (next: Partial<Typed>) => {
    setWrong(null);
    setTyped((before) => ({ ...before, ...next }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const end = endOf(typed);
    const when = typed.when.trim();
    const condition = when === '' ? null : compileExpression(when);
    if (!end.ok) setWrong(end.problem);
    else if (condition !== null && !condition.ok)
      setWrong({ field: 'when', message: condition.problem.message });
    else {
      const pin = { ...place, ...end.value, ...(when === '' ? {} : { when }) };
      if (!(await keepPin(session, pin))) return;
      onClose();
      if (known === undefined) sayPinned(session, pin, title);
    }
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
      <form id="pin" className={styles.form} onSubmit={(event) => void submit(event)}>
        <p>
          {'capability' in place
            ? `Every run of this workspace takes this instead of calling ${place.capability}, whichever step calls it; a step’s own pin comes first.`
            : 'Every run of this workspace takes this instead of calling it.'}{' '}
          It stays in this browser: no file and no link has it.
        </p>
        <Segments
          label="What comes of it"
          segments={ENDS}
          chosen={typed.end}
          onChoose={(end) => change({ end })}
        />
        {typed.end === 'output' ? (
          <Field
            label="Output"
            hint="JSON; a text stands in quotation marks."
            error={errorAt(wrong, 'output')}
          >
            {(ids) => (
              <CodeField
                {...ids}
                language="json"
                lines="many"
                data-autofocus
                value={typed.output}
                onChange={(output) => change({ output })}
              />
            )}
          </Field>
        ) : (
          <>
            <Field label="Code" error={errorAt(wrong, 'code')}>
              {(ids) => (
                <Input
                  {...ids}
                  mono
                  placeholder="BROKEN"
                  value={typed.code}
                  onChange={({ target }) => change({ code: target.value })}
                />
              )}
            </Field>
            <Field label="Message" error={errorAt(wrong, 'message')}>
              {(ids) => (
                <Input
                  {...ids}
                  value={typed.message}
                  onChange={({ target }) => change({ message: target.value })}
                />
              )}
            </Field>
          </>
        )}
        <Field
          label="Only when"
          hint="A condition on input and the variables. Leave it empty to pin always."
          error={errorAt(wrong, 'when')}
        >
          {(ids) => (
            <Input
              {...ids}
              mono
              placeholder="input.id == 7"
              value={typed.when}
              onChange={({ target }) => change({ when: target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

interface Wrong {
  readonly field: 'output' | 'code' | 'message' | 'when';
  readonly message: string;
}

function errorAt(wrong: Wrong | null, field: Wrong['field']): string | null {
  return wrong?.field === field ? wrong.message : null;
}

function typedOf(end: PinnedEnd | null): Omit<Typed, 'when'> {
  if (end === null) return { end: 'output', output: '', code: '', message: '' };
  if ('error' in end) return { end: 'error', output: '', code: end.error.code, message: end.error.message };
  return { end: 'output', output: JSON.stringify(end.output, null, 2), code: '', message: '' };
}

function endOf({ end, output, code, message }: Typed): Result<PinnedEnd, Wrong> {
  if (end === 'error') {
    if (code.trim() === '') return wrongAt('code', 'The error needs a code.');
    if (message.trim() === '') return wrongAt('message', 'The error needs a message.');
    return { ok: true, value: { error: { code: code.trim(), message: message.trim() } } };
  }
  const read = parseExactJson(output, LIMITS.jsonDepth);
  if (!read.ok)
    return wrongAt('output', output.trim() === '' ? 'The output is missing.' : read.problem.message);
  const reserved = reservedAt(read.value);
  if (reserved !== null)
    return wrongAt('output', `The key ${reserved} is for tables that a run keeps: a pin has none.`);
  return { ok: true, value: { output: read.value } };
}

function wrongAt(field: Wrong['field'], message: string): Result<PinnedEnd, Wrong> {
  return { ok: false, problem: { field, message } };
}
