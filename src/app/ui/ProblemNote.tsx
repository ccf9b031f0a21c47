import { useContext } from 'react';
import type { Diagnostic } from '#base';
import styles from './ProblemNote.module.css';
import { ProblemActions, ProblemWords } from './problemActions';

/** A problem under the field that has it (T8): one sentence, what to do, the code to quote. */
export function ProblemNote({ id, problem }: { readonly id?: string; readonly problem: Diagnostic }) {
  const { severity, message, help, code } = problem;
  const actionsFor = useContext(ProblemActions);
  const words = useContext(ProblemWords);
  return (
    <>
      <p id={id} className={styles.note} data-severity={severity}>
        <span className={styles.message}>{words(message, problem)}</span> {words(help, problem)}{' '}
        <code>{code}</code>
      </p>
      {actionsFor?.(problem)}
    </>
  );
}
