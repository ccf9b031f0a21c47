import { UserRoundCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Diagnostic, setAt } from '#base';
import type { Waiting } from '#projection';
import { formProblems } from '../forms/formProblems';
import { SchemaForm } from '../forms/SchemaForm';
import { startValues } from '../forms/startValues';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { useKept } from '../parts/kept';
import { Markdown } from '../ui/Markdown';
import styles from './Banners.module.css';
import { keyOfWaiting } from './keyOfWaiting';
import { type QuestionForm, questionForm } from './questionForm';
import { answerWait } from './runActions';
import { useCanSteer } from './runStore';

/** A machine has paused the plan (M4): what it goes on with is anything, or nothing. */
const RESUMING: QuestionForm = {
  schema: { type: 'object', properties: { input: { title: 'Goes on with' } } },
  answerIn: ({ input = null }) => input,
};

interface Props {
  readonly waiting: Waiting;
  /** In a panel of its own, with all the room that it needs; else among other notices, where a long message scrolls. */
  readonly inPanel?: boolean;
}

/** A HUMAN_INPUT that waits: its message, a form made from its schema, and its decisions as buttons (D9, L9). */
export function HumanForm({ waiting, inPanel = false }: Props) {
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
