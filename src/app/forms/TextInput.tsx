import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Json } from '#base';
import { keyDown } from '../parts/browser';
import { found, type Suggestion, useSuggestions } from '../parts/Combobox';
import { Input, TextArea } from '../parts/Input';
import { ProblemNote } from '../ui/ProblemList';
import { useFieldPath } from './FieldAt';
import { forgetRefused, keepRefused, type Refusal, refusedText } from './form';
import styles from './TextInput.module.css';
import { readUntyped, untypedText } from './typedValues';
import { useDraft } from './useDraft';

interface TextInputProps {
  readonly id?: string;
  readonly value: string;
  readonly multiline?: boolean;
  readonly mono?: boolean;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly placeholder?: string | undefined;
  readonly inputMode?: 'decimal' | 'numeric';
  /** Only where no label stands beside it. */
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  /** Becomes an edit only on Enter and when the focus leaves. */
  readonly late?: boolean;
  readonly onCommit: (text: string) => Refusal;
}

/** A text that becomes one edit when typing rests. What is refused stays, and says why (T8). */
export function TextInput({ value, multiline, mono, late, onCommit, ...rest }: TextInputProps) {
  const draft = useDraft(value, onCommit, late);
  const noteId = useId();
  const refused = draft.refusal !== null;
  const shared = {
    ...rest,
    mono: mono ?? false,
    value: draft.text,
    'aria-invalid': refused ? (true as const) : rest['aria-invalid'],
    'aria-describedby': refused ? noteId : rest['aria-describedby'],
    onChange: (event: { target: { value: string } }) => draft.set(event.target.value),
    onBlur: draft.leave,
    ...draft.composition,
  };
  return (
    <>
      {multiline ? (
        <TextArea {...shared} />
      ) : (
        <Input
          {...shared}
          onKeyDown={keyDown((event) => {
            if (event.key === 'Enter') draft.flush();
          })}
        />
      )}
      {draft.refusal && <ProblemNote id={noteId} problem={draft.refusal} />}
    </>
  );
}

interface UntypedInputProps extends Omit<TextInputProps, 'value' | 'onCommit' | 'multiline'> {
  readonly value: Json | undefined;
  readonly onCommit: (value: Json | undefined) => Refusal;
}

/** A value whose type nobody has said: plain text, or JSON. */
export function UntypedInput({ value, onCommit, ...rest }: UntypedInputProps) {
  return (
    <TextInput
      {...rest}
      multiline
      value={untypedText(value)}
      onCommit={(text) => {
        const read = readUntyped(text);
        return read.ok ? onCommit(read.value) : read.problem;
      }}
    />
  );
}

interface SuggestInputProps {
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
export function SuggestInput({ value, suggestions, mono, onCommit, ...rest }: SuggestInputProps) {
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

interface NamesInputProps {
  readonly id?: string;
  readonly value: readonly string[];
  readonly suggestions: readonly Suggestion[];
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly placeholder?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly onCommit: (names: readonly string[] | undefined) => Refusal;
}

/** A list of short texts as chips: Enter or a comma adds what is typed, Backspace takes the last away. */
export function NamesInput({
  value,
  suggestions,
  disabled,
  placeholder,
  onCommit,
  required,
  ...rest
}: NamesInputProps) {
  const path = useFieldPath();
  const [before] = useState(() => refusedText(path, ''));
  const [text, setText] = useState(before?.text ?? '');
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>(before?.refusal ?? null);
  const noteId = useId();
  const offered = suggestions.filter((one) => !value.includes(one.value));
  const put = (names: readonly string[]): Refusal => onCommit(names.length === 0 ? undefined : names);
  const add = (typed: string) => {
    const names = new Set(typed.split(/[,\n]/).map((name) => name.trim()));
    const fresh = [...names].filter((name) => name !== '' && !value.includes(name));
    const wrong = fresh.length === 0 ? null : put([...value, ...fresh]);
    setRefusal(wrong);
    setText(wrong === null ? '' : typed);
    if (wrong === null) forgetRefused(path);
    else keepRefused(path, { value: '', text: typed, refusal: wrong });
  };
  const words = useSuggestions({
    label: 'Suggestions',
    suggestions: open ? found(offered, text) : [],
    onChoose: add,
    onClose: () => setOpen(false),
  });
  const onKeyDown = keyDown((event: KeyboardEvent) => {
    const typed = text.trim() !== '';
    if (words.onKeyDown(event)) return;
    if (typed && (event.key === 'Enter' || event.key === ',')) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) put(value.slice(0, -1));
    else if (event.key === 'ArrowDown') setOpen(true);
  });
  return (
    <div className={styles.names} data-disabled={disabled}>
      {value.length > 0 && (
        <ul className={styles.chips}>
          {value.map((name) => (
            <li key={name} className={styles.chip}>
              <span>{name}</span>
              {!disabled && (
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => put(value.filter((one) => one !== name))}
                >
                  <X aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {disabled && value.length === 0 && <span className={styles.none}>none</span>}
      <div className={styles.field} hidden={disabled}>
        <input
          {...rest}
          {...words.aria}
          className={styles.input}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          aria-required={required}
          aria-invalid={refusal === null ? rest['aria-invalid'] : true}
          aria-describedby={refusal === null ? rest['aria-describedby'] : noteId}
          placeholder={placeholder ?? 'Add…'}
          value={text}
          onKeyDown={onKeyDown}
          onClick={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            add(text);
          }}
          onChange={({ target }) => {
            setText(target.value);
            setOpen(true);
          }}
        />
        {words.list}
      </div>
      {refusal && <ProblemNote id={noteId} problem={refusal} />}
    </div>
  );
}
