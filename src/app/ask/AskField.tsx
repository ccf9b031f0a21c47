import { ArrowRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../parts/Button';
import { useSession } from '../state/session';
import styles from './AskField.module.css';
import { ask } from './ask';
import { useWorkingQuestions } from './useWorkingQuestions';

/** The question field of a person's own data, and questions that have an answer there. */
export function AskField() {
  const session = useSession();
  const [question, setQuestion] = useState('');
  const offered = useWorkingQuestions();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(session, question);
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <input
          className={styles.field}
          aria-label="What do you want done?"
          placeholder="Your question, in your own words"
          value={question}
          maxLength={2_000}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the screen is this field; whoever comes here comes to ask.
          autoFocus
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={ArrowRight}
          disabled={question.trim() === ''}
        >
          Ask
        </Button>
      </form>
      {offered.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are ways on.
        <div role="group" aria-label="Suggested questions" className={styles.offered}>
          {offered.map((one) => (
            <button key={one} type="button" className={styles.offer} onClick={() => ask(session, one)}>
              {one}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
