import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import type { Json, JsonObject } from '#base';
import { compileExpression, compileTemplate, evaluate, fill } from '#plan';
import { shortValue } from '#projection';
import { useSuggestions } from '../parts/Combobox';
import { Input, TextArea } from '../parts/Input';
import { keyDown } from '../parts/keyDown';
import { ProblemNote } from '../ui/ProblemNote';
import { type Completion, completionAt, type ExpressionLanguage, matching } from './completion';
import styles from './ExpressionInput.module.css';
import { useExpressionScope } from './form';
import type { Refusal } from './formProblems';
import { useDraft } from './useDraft';

interface ExpressionInputProps {
  readonly id?: string;
  readonly language: ExpressionLanguage;
  readonly value: string;
  /** `grows`: one line that grows with its text; Enter makes the edit, Shift+Enter a line. `many`: room for a text. */
  readonly lines?: 'one' | 'grows' | 'many';
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly placeholder?: string | undefined;
  /** Only where no label stands beside it. */
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly onCommit: (text: string) => Refusal;
}

/** An expression or a template: completes the variables there are, and shows its value in the shown run (E5). */
export function ExpressionInput({ language, value, lines = 'one', onCommit, ...rest }: ExpressionInputProps) {
  const scope = useExpressionScope();
  const draft = useDraft(value, onCommit);
  const noteId = useId();
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [open, setOpen] = useState<Completion | null>(null);

  /** @param asked Ctrl+Space asks for the names where nothing was typed yet */
  const look = (asked: boolean) => {
    const caret = control.current?.selectionStart ?? 0;
    const found = completionAt(control.current?.value ?? '', caret, language);
    setOpen(asked || found?.prefix !== '' ? found : null);
  };
  const choose = (name: string) => {
    if (!open) return;
    draft.set(draft.text.slice(0, open.from) + name + draft.text.slice(open.to));
    setOpen(null);
    requestAnimationFrame(() => {
      control.current?.setSelectionRange(open.from + name.length, open.from + name.length);
    });
  };
  const names = useSuggestions({
    label: 'Variables',
    suggestions: open ? matching(scope.variables, open.prefix).map((name) => ({ value: name })) : [],
    onChoose: choose,
    onClose: () => setOpen(null),
  });
  const onKeyDown = keyDown((event: KeyboardEvent) => {
    if (names.onKeyDown(event)) return;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      look(true);
    } else if (event.key === 'Enter' && lines !== 'many' && !event.shiftKey) {
      event.preventDefault();
      draft.flush();
    }
  });
  const refused = draft.refusal !== null;
  const shared = {
    ...rest,
    ref: control,
    mono: true,
    value: draft.text,
    'aria-invalid': refused ? (true as const) : rest['aria-invalid'],
    'aria-describedby': refused ? noteId : rest['aria-describedby'],
    onKeyDown,
    onBlur: () => {
      setOpen(null);
      draft.leave();
    },
    onChange: (event: { target: { value: string } }) => {
      draft.set(event.target.value);
      look(false);
    },
    ...draft.composition,
  };
  return (
    <div className={styles.wrap}>
      <div className={styles.field}>
        {lines === 'one' ? (
          <Input {...shared} {...names.aria} />
        ) : (
          <TextArea
            {...shared}
            {...textboxAria(names.aria)}
            rows={1}
            className={lines === 'grows' ? styles.grows : undefined}
          />
        )}
        {names.list}
      </div>
      {draft.refusal && <ProblemNote id={noteId} problem={draft.refusal} />}
      <RunValue language={language} source={draft.text} values={scope.values} />
    </div>
  );
}

/** A field of several lines stays a `textbox`: ARIA knows a combobox of one line only. */
function textboxAria({
  role: _role,
  'aria-expanded': _expanded,
  ...aria
}: ReturnType<typeof useSuggestions>['aria']) {
  return { ...aria, 'aria-haspopup': 'listbox' } as const;
}

interface RunValueProps {
  readonly language: ExpressionLanguage;
  readonly source: string;
  readonly values: JsonObject | null;
}

/** What the expression is worth in the run that is shown, at its position. */
function RunValue({ language, source, values }: RunValueProps) {
  const value = useMemo(
    () => (values === null ? undefined : worthOf(language, source, values)),
    [language, source, values],
  );
  if (value === undefined) return null;
  return (
    <p className={styles.value}>
      = <span>{shortValue(value)}</span>
    </p>
  );
}

/** Undefined where there is nothing to show: no expression, an error, or JSONata, whose evaluation takes a worker. */
function worthOf(language: ExpressionLanguage, source: string, values: JsonObject): Json | undefined {
  if (source.trim() === '' || language === 'jsonata') return undefined;
  if (language === 'cel') {
    const compiled = compileExpression(source);
    const result = compiled.ok ? evaluate(compiled.value, values) : null;
    return result?.ok ? result.value : undefined;
  }
  if (!source.includes('{{')) return undefined;
  const compiled = compileTemplate(source);
  const result = compiled.ok ? fill(compiled.value, values) : null;
  return result?.ok ? result.value : undefined;
}
