import { UserRoundCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Waiting } from '#projection';
import { SchemaForm } from '../forms/SchemaForm';
import { setAt } from '../forms/setAt';
import { startValues } from '../forms/startValues';
import { Button } from '../parts/Button';
import { Markdown } from '../parts/Markdown';
import styles from './Banners.module.css';
import { answerWait } from './runActions';
import { useCanSteer } from './runStore';

/** A HUMAN_INPUT that waits: its message, a form made from its schema, and its decisions as buttons (D9, L9). */
export function HumanForm({ waiting }: { readonly waiting: Waiting }) {
  const steer = useCanSteer();
  const command = waiting.command?.kind === 'wait' ? waiting.command : null;
  const [fields, setFields] = useState(() => startValues(command?.schema ?? {}));
  if (command === null) return null;
  const decisions = command.decisions;
  const answer = (decision: string | null) =>
    answerWait(waiting.address, decision === null ? fields : { ...fields, decision });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (decisions.length === 0) answer(null);
  };
  return (
    <form className={styles.form} aria-label={command.message} onSubmit={submit}>
      <UserRoundCheck aria-hidden />
      <div className={styles.formBody}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1). */}
        <div className={styles.message} tabIndex={0}>
          <Markdown text={command.message} />
          <p className={styles.asker}>asked by “{waiting.name}”</p>
        </div>
        {command.schema !== null && (
          <SchemaForm
            schema={command.schema}
            value={fields}
            mode="literal"
            disabled={!steer}
            onChange={(path, value) => {
              setFields((old) => setAt(old, path, value));
              return null;
            }}
          />
        )}
        <div className={styles.decisions}>
          {decisions.length === 0 ? (
            <Button type="submit" variant="primary" disabled={!steer}>
              Answer
            </Button>
          ) : (
            decisions.map((decision, index) => (
              <Button
                key={decision.id}
                variant={index === 0 ? 'primary' : 'outline'}
                disabled={!steer}
                onClick={() => answer(decision.id)}
              >
                {decision.label}
              </Button>
            ))
          )}
        </div>
      </div>
    </form>
  );
}
