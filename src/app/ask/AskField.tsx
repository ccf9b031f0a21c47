import { ArrowRight } from 'lucide-react';
import { PlannedBy } from '../home/PlannedBy';
import { useKept } from '../parts/kept';
import { SentenceField } from '../parts/SentenceField';
import { useSession } from '../state/session';
import styles from './AskField.module.css';
import { ask } from './ask';
import { useWorkingQuestions } from './useWorkingQuestions';

/** The question field of a person's own data, and questions that have an answer there. */
export function AskField() {
  const session = useSession();
  const [question, setQuestion] = useKept('question', () => '');
  const offered = useWorkingQuestions();
  return (
    <>
      <SentenceField
        focused
        placeholder="Your question, in your own words"
        value={question}
        onChange={setQuestion}
        onSubmit={() => ask(session, question)}
        action="Ask"
        icon={ArrowRight}
        disabled={question.trim() === ''}
      />
      <div className={styles.below}>
        {offered.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are ways on.
          <div role="group" aria-label="Suggested questions" className={styles.offered}>
            {offered.map((one) => (
              <button key={one} type="button" className={styles.offer} onClick={() => ask(session, one)}>
                <span>{one}</span>
                <ArrowRight aria-hidden />
              </button>
            ))}
          </div>
        )}
        <PlannedBy />
      </div>
    </>
  );
}
