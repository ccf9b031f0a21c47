import type { AnswerStep } from '#projection';
import { shortValue } from '#projection';
import { useEditor } from '../state/session';
import { rowsWords } from './sourceWords';
import styles from './WhyAnswer.module.css';

/** How an answer came about: its steps in words with what became of the rows, each of which leads to its card. */
export function WhyAnswer({ id, steps }: { readonly id: string; readonly steps: readonly AnswerStep[] }) {
  const editor = useEditor();
  return (
    <section id={id} className={styles.why} aria-label="Why this answer">
      <h3>Why this answer</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.address}>
            <button type="button" onClick={() => editor.select([step.address])}>
              <span>{step.title}</span>
              <span className={styles.gave}>{gaveWords(step)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function gaveWords(step: AnswerStep): string {
  const rows = rowsWords(step);
  if (step.rowsOut !== null && rows !== null) return rows;
  const gave = shortValue(step.result);
  return rows === null ? gave : `${gave} ${rows}`;
}
