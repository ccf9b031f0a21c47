import { createContext, type ReactNode, useId } from 'react';
import type { Diagnostic } from '#base';
import styles from './Field.module.css';
import { ProblemNote } from './ProblemList';

/** What a control inside a Field needs to be tied to its label, hint and error. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** What is wrong with what stands in the field around: a control that can show the place in its text does. */
export const ProblemOfField = createContext<Diagnostic | null>(null);

interface Props {
  readonly label: string;
  /** Shown at the end of the label's line: the type, a unit. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  /** What is wrong with what stands there; shown instead of the hint. */
  readonly problem?: Diagnostic | null | undefined;
  readonly children: (ids: FieldIds) => ReactNode;
}

/** A label, its control, and what is to be said about it. */
export function Field({ label, aside, hint, error, problem, children }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error) || Boolean(problem) || hint !== undefined;
  const wrong = Boolean(error) || problem?.severity === 'error';
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      <ProblemOfField value={problem ?? null}>
        {children({
          id,
          'aria-describedby': hasNote ? noteId : undefined,
          'aria-invalid': wrong ? true : undefined,
        })}
      </ProblemOfField>
      {problem && <ProblemNote id={noteId} problem={problem} />}
      {hasNote && !problem && (
        <p id={noteId} className={error ? styles.error : styles.hint}>
          {error || hint}
        </p>
      )}
    </div>
  );
}
