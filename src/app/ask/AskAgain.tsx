import { ArrowRight, Pencil } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { questionOf } from '#editor';
import { Button, IconButton } from '../parts/Button';

import { keyDown } from '../parts/browser';
import { useScene, useSession } from '../state/session';
import styles from './AskAgain.module.css';
import { askAgain } from './ask';

/** The question of the open plan, to be changed in place and asked again; nothing where the plan answers none. */
export function AskAgain() {
  const session = useSession();
  const plan = useScene((scene) => scene.plan);
  const asked = plan === null ? null : questionOf(plan);
  if (plan === null || asked === null) return null;
  return <AskedField key={asked} asked={asked} onAsk={(question) => askAgain(session, plan, question)} />;
}

interface Props {
  readonly asked: string;
  readonly onAsk: (question: string) => void;
}

/** A question grows to so many lines, then it scrolls. */
const MOST_LINES = 3;

function AskedField({ asked, onAsk }: Props) {
  const [question, setQuestion] = useState(asked);
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (question.trim() !== '') onAsk(question);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <span className={styles.field}>
        <textarea
          ref={field}
          aria-label="Question"
          rows={1}
          style={{ '--lines': MOST_LINES }}
          value={question}
          maxLength={2_000}
          autoComplete="off"
          onChange={({ target }) => setQuestion(target.value.replaceAll('\n', ' '))}
          onKeyDown={keyDown((event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            submit();
          })}
        />
        <IconButton icon={Pencil} label="Edit question" onClick={() => field.current?.select()} />
      </span>
      <Button type="submit" variant="outline" icon={ArrowRight} disabled={question.trim() === ''}>
        Ask again
      </Button>
    </form>
  );
}
