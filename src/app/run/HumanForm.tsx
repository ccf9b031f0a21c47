import { UserRoundCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Diagnostic, isJsonObject, type Json, type JsonObject, setAt } from '#base';
import { placeOf, type Waiting } from '#projection';
import { formProblems } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { startValues } from '../forms/schema';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Field } from '../ui/Field';
import { Markdown } from '../ui/Markdown';
import styles from './Banners.module.css';
import { answerWait, useCanSteer } from './runStore';
import { keyOfWaiting } from './waiting';

/** A machine has paused the plan (M4): what it goes on with is anything, or nothing. */
const RESUMING: QuestionForm = {
  schema: { type: 'object', properties: { input: { title: 'Goes on with' } } },
  answerIn: ({ input = null }) => input,
};

interface HumanFormProps {
  readonly waiting: Waiting;
  /** In a panel of its own, with all the room that it needs; else among other notices, where a long message scrolls. */
  readonly inPanel?: boolean;
}

/** A HUMAN_INPUT that waits: its message, a form made from its schema, and its decisions as buttons (D9, L9). */
export function HumanForm({ waiting, inPanel = false }: HumanFormProps) {
  const steer = useCanSteer();
  const command = waiting.command?.kind === 'wait' ? waiting.command : null;
  const { schema, answerIn } = waiting.kind === 'resume' ? RESUMING : questionForm(command?.schema ?? {});
  const [fields, setFields] = useKept(`answer ${keyOfWaiting(waiting)}`, () => startValues(schema));
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  if (command === null) return null;
  const decisions = command.decisions;
  const answer = (decision: string | null) => {
    // Refused here, at its field, before the run has to refuse it (L9, T8). It stays until the next try: what goes away
    // while a button is pressed would pull the button from under the pointer.
    const found = formProblems(schema, fields, NEEDED);
    setProblems(found);
    if (found.length > 0) return;
    answerWait(waiting.address, decision === null ? answerIn(fields) : { ...fields, decision });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (decisions.length === 0) answer(null);
  };
  return (
    <form
      className={cx(styles.form, inPanel && styles.inPanel)}
      aria-label={command.message}
      data-notice={placeOf(waiting.address).key}
      onSubmit={submit}
    >
      <UserRoundCheck aria-hidden />
      <div className={styles.formBody}>
        {/* What scrolls must be reachable by keys (WCAG 2.1.1). */}
        <div className={styles.message} tabIndex={inPanel ? undefined : 0}>
          <Markdown text={command.message} />
          <p className={styles.asker}>asked by “{waiting.name}”</p>
        </div>
        {(command.schema !== null || waiting.kind === 'resume') && (
          <SchemaForm
            schema={schema}
            value={fields}
            problems={problems}
            mode="literal"
            disabled={!steer}
            onChange={(path, value) => {
              setFields((old) => setAt(old, path, value));
              return null;
            }}
          />
        )}
        {problems.length > 0 && (
          <p className={styles.refused} role="alert">
            {problems.length === 1
              ? 'The answer is not complete: look at the marked field.'
              : `The answer is not complete: look at the ${problems.length} marked fields.`}
          </p>
        )}
        <div className={styles.decisions}>
          {decisions.length === 0 ? (
            <Button type="submit" variant="primary" disabled={!steer}>
              Answer
            </Button>
          ) : (
            // None is primary: which one is meant to be taken is for the person to say, and a plan marks none.
            decisions.map((decision) => (
              <Button
                key={decision.id}
                variant="outline"
                disabled={!steer}
                onClick={() => answer(decision.id)}
              >
                {decision.label.trim() || decision.id}
              </Button>
            ))
          )}
        </div>
      </div>
    </form>
  );
}

const NEEDED = { message: 'This is needed.', help: 'Fill it in.' };

/** The form of a question: an object schema, and the answer that is in what the form holds. */
interface QuestionForm {
  readonly schema: JsonObject;
  answerIn(fields: JsonObject): Json;
}

/**
 * L1: the form that is made from a HUMAN_INPUT's schema. A schema of something that is no object, such as a number, is a
 * form of one field.
 */
export function questionForm(schema: JsonObject): QuestionForm {
  if (asksForObject(schema)) return { schema, answerIn: (fields) => fields };
  const properties = { answer: { title: 'Your answer', ...schema } };
  return {
    schema: { type: 'object', properties, required: ['answer'] },
    answerIn: ({ answer = null }) => answer,
  };
}

function asksForObject({ type, properties, enum: words, anyOf, oneOf, const: only }: JsonObject): boolean {
  if (type !== undefined) return type === 'object';
  return isJsonObject(properties) || [words, anyOf, oneOf, only].every((keyword) => keyword === undefined);
}

interface RejectFormProps {
  readonly waiting: Waiting;
  /** What the answer says besides. */
  readonly answer?: JsonObject;
  readonly onBack: () => void;
}

/** Says no, with the reason. */
export function RejectForm({ waiting, answer = {}, onBack }: RejectFormProps) {
  const [reason, setReason] = useKept(`reason ${keyOfWaiting(waiting)}`, () => '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    answerWait(waiting.address, { ...answer, decision: 'reject', ...(text === '' ? {} : { reason: text }) });
  };
  return (
    <form className={styles.reject} onSubmit={submit}>
      <Field label="Why? The run keeps the reason.">
        {(ids) => (
          <Input
            {...ids}
            ref={focusOnce}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="danger" aria-label="Reject">
        Reject
      </Button>
      <Button onClick={onBack}>Back</Button>
    </form>
  );
}

/** It appears because Reject was pressed. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
