import { useContext } from 'react';
import type { Diagnostic } from '#base';
import styles from './ProblemNote.module.css';
import { ProblemActions } from './problemActions';

/** A problem under the field that has it (T8): one sentence, what to do, the code to quote. */
export function ProblemNote({ id, problem }: { readonly id?: string; readonly problem: Diagnostic }) {
  const { severity, message, help, code } = problem;
  const actionsFor = useContext(ProblemActions);
  return (
    <>
      <p id={id} className={styles.note} data-severity={severity}>
        <span className={styles.message}>{message}</span> {help} <code>{code}</code>
      </p>
      {actionsFor?.(problem)}
    </>
  );
}
