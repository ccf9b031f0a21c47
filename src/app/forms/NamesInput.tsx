import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { keyDown } from '../parts/browser';
import { found, type Suggestion, useSuggestions } from '../parts/Combobox';
import { ProblemNote } from '../ui/ProblemList';
import { useFieldPath } from './FieldAt';
import { forgetRefused, keepRefused, type Refusal, refusedText } from './formProblems';
import styles from './NamesInput.module.css';

interface Props {
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
}: Props) {
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
