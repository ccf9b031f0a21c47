import { ArrowRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { questionOf } from '#editor';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { Input } from '../parts/Input';
import { useScene, useSession } from '../state/session';
import styles from './AskAgain.module.css';
import { askAgain } from './ask';

/** The question of the open plan, to be changed in place and asked again; nothing where the plan answers none. */
export function AskAgain({ label }: { readonly label: 'Ask again' | 'Edit question' }) {
  const session = useSession();
  const plan = useScene((scene) => scene.plan);
  const asked = plan === null ? null : questionOf(plan);
  if (plan === null || asked === null) return null;
  return (
    <AskedField
      key={asked}
      label={label}
      asked={asked}
      onAsk={(question) => askAgain(session, plan, question)}
    />
  );
}

interface Props {
  readonly label: string;
  readonly asked: string;
  readonly onAsk: (question: string) => void;
}

function AskedField({ label, asked, onAsk }: Props) {
  const [question, setQuestion] = useState(asked);
  const [open, setOpen] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === '') return;
    setOpen(false);
    onAsk(question);
  };
  if (!open) {
    return (
      <Button variant="outline" onClick={() => setOpen(true)}>
        {label}
      </Button>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label="Question">
        {(ids) => (
          <Input
            {...ids}
            value={question}
            maxLength={2_000}
            autoComplete="off"
            autoFocus
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" icon={ArrowRight}>
        Ask
      </Button>
    </form>
  );
}
