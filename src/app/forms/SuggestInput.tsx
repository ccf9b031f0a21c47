import { type KeyboardEvent, useId, useState } from 'react';
import { keyDown } from '../parts/browser';
import { found, type Suggestion, useSuggestions } from '../parts/Combobox';
import { Input } from '../parts/Input';
import { ProblemNote } from '../ui/ProblemList';
import styles from './ExpressionInput.module.css';
import type { Refusal } from './formProblems';
import { useDraft } from './useDraft';

interface Props {
  readonly id?: string;
  readonly value: string;
  readonly suggestions: readonly Suggestion[];
  readonly mono?: boolean;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly placeholder?: string | undefined;
  /** Only where no label stands beside it. */
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly onCommit: (text: string) => Refusal;
}

/** A text for which some words are known: the list shows them all, then those that fit what is typed. */
export function SuggestInput({ value, suggestions, mono, onCommit, ...rest }: Props) {
  const draft = useDraft(value, onCommit);
  const noteId = useId();
  const [open, setOpen] = useState<'closed' | 'all' | 'fitting'>('closed');
  const offered = open === 'all' ? suggestions : found(suggestions, draft.text);
  const words = useSuggestions({
    label: 'Suggestions',
    suggestions: open === 'closed' ? [] : offered,
    onChoose: (word) => {
      draft.set(word);
      draft.flush();
      setOpen('closed');
    },
    onClose: () => setOpen('closed'),
  });
  const onKeyDown = keyDown((event: KeyboardEvent) => {
    if (words.onKeyDown(event)) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen('all');
    } else if (event.key === 'Enter') draft.flush();
  });
  const refused = draft.refusal !== null;
  return (
    <div className={styles.wrap}>
      <div className={styles.field}>
        <Input
          {...rest}
          {...words.aria}
          {...draft.composition}
          mono={mono ?? false}
          value={draft.text}
          aria-invalid={refused ? true : rest['aria-invalid']}
          aria-describedby={refused ? noteId : rest['aria-describedby']}
          onKeyDown={onKeyDown}
          onClick={() => setOpen('all')}
          onBlur={() => {
            setOpen('closed');
            draft.leave();
          }}
          onChange={({ target }) => {
            draft.set(target.value);
            setOpen('fitting');
          }}
        />
        {words.list}
      </div>
      {draft.refusal && <ProblemNote id={noteId} problem={draft.refusal} />}
    </div>
  );
}
