import { ArrowRight } from 'lucide-react';
import { PlannedBy } from '../home/PlannedBy';
import { useKept } from '../parts/kept';
import { SentenceField } from '../parts/SentenceField';
import { useSession } from '../state/session';
import styles from './AskField.module.css';
import { ask, useAskedPlace } from './ask';
import { QuestionOffers } from './QuestionOffers';

import { useWorkingQuestions } from './useWorkingQuestions';

/** The question field of a person's own data, and questions that have an answer there. */
export function AskField() {
  const session = useSession();
  const [question, setQuestion] = useKept('question', () => '');
  const offered = useWorkingQuestions();
  const place = useAskedPlace();
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
        <QuestionOffers label="Suggested questions" questions={offered} className={styles.offered} />
        <PlannedBy place={place} isOpen />
      </div>
    </>
  );
}
