import type { Citation, CitedAnswer } from '#projection';
import { useEditor } from '../state/session';
import { Markdown } from '../ui/Markdown';
import styles from './AnswerCitations.module.css';
import chips from './AnswerSources.module.css';
import { markdownWithMarks } from './answerText';

/** An answer that a model wrote: where it names a step stands the number of that step, which leads to its card (P10). */
export function CitedText({
  cited,
  className,
}: {
  readonly cited: CitedAnswer;
  readonly className: string | undefined;
}) {
  const editor = useEditor();
  const mark = (name: string) => {
    const citation = cited.citations.find(({ number }) => String(number) === name);
    if (citation === undefined) return null;
    const { address, number, title } = citation;
    return (
      <button
        type="button"
        className={styles.mark}
        aria-label={`Step ${number}: ${title}`}
        data-tip={title}
        onClick={() => editor.select([address])}
      >
        {number}
      </button>
    );
  };
  return <Markdown text={markdownWithMarks(cited)} mark={mark} className={className} />;
}

/** The steps that an answer names, under their numbers: each leads to its card. */
export function AnswerCitations({ citations }: { readonly citations: readonly Citation[] }) {
  const editor = useEditor();
  return (
    <section className={chips.sources} aria-label="Cited steps">
      <span>cites</span>
      {citations.map(({ number, address, title }) => (
        <button
          key={address}
          type="button"
          className={chips.chip}
          data-tip="Show the step"
          onClick={() => editor.select([address])}
        >
          <span className={styles.number}>{number}</span>
          <bdi>{title}</bdi>
        </button>
      ))}
    </section>
  );
}
