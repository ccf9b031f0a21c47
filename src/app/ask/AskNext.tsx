import { questionOf } from '#editor';
import { useScene } from '../state/session';
import styles from './AskNext.module.css';
import { QuestionOffers } from './QuestionOffers';
import { useWorkingQuestions } from './useWorkingQuestions';

/** Questions that carry on from the one that was answered; each has an answer. The answer that is there stays in its plan. */
export function AskNext() {
  const plan = useScene((scene) => scene.plan);
  const asked = plan === null ? null : questionOf(plan);
  const questions = useWorkingQuestions(asked);
  if (asked === null) return null;
  return <QuestionOffers label="Ask next" title="Ask next" questions={questions} className={styles.next} />;
}
