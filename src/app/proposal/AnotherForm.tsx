import { Send } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import type { Waiting } from '#projection';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import styles from '../run/Banners.module.css';
import { keyOfWaiting } from '../run/keyOfWaiting';
import { Field } from '../ui/Field';
import { askForAnother } from './approvePlan';

interface Props {
  readonly waiting: Waiting;
  readonly onBack: () => void;
}

/** Asks the planner for another plan, and may say what should be different (D9). */
export function AnotherForm({ waiting, onBack }: Props) {
  const [words, setWords] = useKept(`another ${keyOfWaiting(waiting)}`, () => '');
  const note = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    askForAnother(waiting, words);
  };
  return (
    <form className={styles.reject} onSubmit={submit}>
      <Field label="What should be different?">
        {(ids) => (
          <Input
            {...ids}
            ref={focusOnce}
            aria-describedby={note}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" icon={Send}>
        Ask
      </Button>
      <Button onClick={onBack}>Back</Button>
      <p id={note} className={styles.note}>
        It goes to the model with the goal and this plan. If you leave it empty, the model is simply asked
        again.
      </p>
    </form>
  );
}

/** It appears because the button was pressed. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
