import { ArrowRight } from 'lucide-react';
import { useSession } from '../state/session';
import { ask } from './ask';

interface Props {
  readonly label: string;
  readonly questions: readonly string[];
  readonly className: string | undefined;
  /** Shown before them; `label` says the same to those who hear it. */
  readonly title?: string;
}

/** Questions that have an answer, each asked by one click; nothing where there are none. */
export function QuestionOffers({ label, questions, className, title }: Props) {
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
