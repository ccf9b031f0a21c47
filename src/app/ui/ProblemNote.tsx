import { createContext, type ReactNode, useContext } from 'react';
import type { Diagnostic } from '#base';
import styles from './ProblemNote.module.css';

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

/** What can be done about a problem where it is told: given by what knows the document; null is nothing. */
export const ProblemActions = createContext<((problem: Diagnostic) => ReactNode) | null>(null);

/** How a sentence of a problem is said: given by what knows the names in it; as it stands by default. */
export const ProblemWords = createContext<(text: string, problem: Diagnostic) => string>((text) => text);
