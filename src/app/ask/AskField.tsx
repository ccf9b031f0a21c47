import { ArrowRight } from 'lucide-react';
import { questionOf } from '#editor';
import { PlannedBy } from '../home/PlannedBy';
import { useKept } from '../parts/kept';
import { SentenceField } from '../parts/SentenceField';
import { useScene, useSession } from '../state/session';
import styles from './AskField.module.css';
import { ask, useAskedPlace } from './ask';
import { useWorkingQuestions } from './questions';

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

/** Questions that carry on from the one that was answered; each has an answer. The answer that is there stays in its plan. */
export function AskNext() {
  const plan = useScene((scene) => scene.plan);
  const asked = plan === null ? null : questionOf(plan);
  const questions = useWorkingQuestions(asked);
  if (asked === null) return null;
  return <QuestionOffers label="Ask next" title="Ask next" questions={questions} className={styles.next} />;
}

interface Props {
  readonly label: string;
  readonly questions: readonly string[];
  readonly className: string | undefined;
  /** Shown before them; `label` says the same to those who hear it. */
  readonly title?: string;
}

/** Questions that have an answer, each asked by one click; nothing where there are none. */
function QuestionOffers({ label, questions, className, title }: Props) {
  const session = useSession();
  if (questions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are ways on.
    <div role="group" aria-label={label} className={className}>
      {title !== undefined && <span aria-hidden>{title}</span>}
      {questions.map((question) => (
        <button key={question} type="button" onClick={() => ask(session, question)}>
          <span>{question}</span>
          <ArrowRight aria-hidden />
        </button>
      ))}
    </div>
  );
}
