import { questionOf } from '#editor';
import { useScene, useSession } from '../state/session';
import styles from './AskNext.module.css';
import { ask } from './ask';
import { useWorkingQuestions } from './useWorkingQuestions';

/** Questions that carry on from the one that was answered; each has an answer. The answer that is there stays in its plan. */
export function AskNext() {
  const session = useSession();
  const plan = useScene((scene) => scene.plan);
  const asked = plan === null ? null : questionOf(plan);
  const questions = useWorkingQuestions(asked);
  if (asked === null || questions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are ways on.
    <div role="group" aria-label="Ask next" className={styles.next}>
      <span aria-hidden>Ask next</span>
      {questions.map((question) => (
        <button key={question} type="button" onClick={() => ask(session, question)}>
          {question}
        </button>
      ))}
    </div>
  );
}
