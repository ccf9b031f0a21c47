import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Input, TextArea } from '../parts/Input';
import { type Completion, completionAt, type ExpressionLanguage, matching } from './completion';
import styles from './ExpressionInput.module.css';
import { RunValue } from './RunValue';
import { useExpressionScope } from './scope';
import { useDraft } from './useDraft';

interface Props {
  readonly id: string;
  readonly language: ExpressionLanguage;
  readonly value: string;
  readonly multiline?: boolean;
  readonly disabled?: boolean;
  readonly required?: boolean;
  /** Only where no label stands beside it. */
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly onCommit: (text: string) => void;
}

/** An expression or a template: completes the variables there are, and shows its value in the shown run (E5). */
export function ExpressionInput({ language, value, multiline, onCommit, ...rest }: Props) {
  const scope = useExpressionScope();
  const draft = useDraft(value, onCommit);
  const listId = useId();
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [open, setOpen] = useState<Completion | null>(null);
  const [active, setActive] = useState(0);
  const options = open ? matching(scope.variables, open.prefix) : [];
  const shown = options.length > 0;

  const look = () => {
    const caret = control.current?.selectionStart ?? 0;
    setOpen(completionAt(control.current?.value ?? '', caret, language));
    setActive(0);
  };
  const choose = (name: string) => {
    if (!open) return;
    draft.set(draft.text.slice(0, open.from) + name + draft.text.slice(open.to));
    setOpen(null);
    requestAnimationFrame(() => {
      control.current?.setSelectionRange(open.from + name.length, open.from + name.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = options[active];
    if (!shown) {
      if (event.key === 'Enter' && !multiline) draft.flush();
      return;
    }
    if (event.key === 'ArrowDown') setActive((active + 1) % options.length);
    else if (event.key === 'ArrowUp') setActive((active - 1 + options.length) % options.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && option) choose(option);
    else if (event.key === 'Escape') setOpen(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ...rest,
    ref: control,
    mono: true,
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': shown,
    'aria-controls': listId,
    'aria-activedescendant': shown ? `${listId}-${active}` : undefined,
    value: draft.text,
    onKeyDown,
    onBlur: () => {
      setOpen(null);
      draft.flush();
    },
    onChange: (event: { target: { value: string } }) => {
      draft.set(event.target.value);
      look();
    },
  };
  return (
    <div className={styles.wrap}>
      {multiline ? <TextArea {...shared} /> : <Input {...shared} />}
      <div id={listId} role="listbox" aria-label="Variables" className={styles.list} hidden={!shown}>
        {options.map((name, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's.
          <div
            key={name}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(name)}
          >
            {name}
          </div>
        ))}
      </div>
      <RunValue language={language} source={draft.text} values={scope.values} />
    </div>
  );
}
