import {
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type Diagnostic, type Json, type JsonObject, LIMITS, parseExactJson } from '#base';
import { compileExpression, compileTemplate, evaluate, fill } from '#plan';
import { shortValue } from '#projection';
import { keyDown, whenIdle } from '../parts/browser';
import { cx } from '../parts/cx';
import { TextArea } from '../parts/Input';
import { once } from '../parts/lazily';
import { ProblemOfField } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import styles from './CodeField.module.css';
import type { Caret, CodeElement, CodeSettings } from './codeElement';
import { type CodeLanguage, completionsAt, type ExpressionLanguage } from './completion';
import { type Fault, faultAt, faultIn, type Refusal, useExpressionScope } from './form';
import { jsonText } from './typedValues';
import { useDraft } from './useDraft';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'planloom-code': HTMLAttributes<CodeElement> & { readonly ref?: Ref<CodeElement> };
    }
  }
}

interface CodeFieldProps {
  readonly id?: string;
  readonly language: CodeLanguage;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** `grows`: one line that grows with its text; Enter makes the edit, Shift+Enter a line. `many`: room for a text. */
  readonly lines: 'grows' | 'many';
  readonly onEnter?: (() => void) | undefined;
  readonly onBlur?: () => void;
  readonly onCompositionStart?: () => void;
  readonly onCompositionEnd?: () => void;
  readonly complete?: CodeSettings['complete'];
  /** What is wrong at a place; what the field around says, when left out. */
  readonly fault?: Fault | null;
  readonly className?: string | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly placeholder?: string | undefined;
  /** Only where no label stands beside it. */
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'data-autofocus'?: boolean;
}

/**
 * A field for code. Until the editor is loaded, and where it cannot be, a plain field stands there, with the same name; what was
 * typed in it goes over, with focus and caret.
 */
export function CodeField(props: CodeFieldProps) {
  const plain = useRef<HTMLTextAreaElement>(null);
  const [isComposing, setIsComposing] = useState(false);
  const [opened, setOpened] = useState<{ readonly caret: Caret | null } | null>(null);
  useEffect(() => {
    // What an input method composes is half a text, and would end with its field.
    if (isComposing) return;
    return whenItsTurn({
      hasFocus: () => document.activeElement === plain.current,
      // At once: what has the focus now must not have gone, or come, when the field is another.
      open: () => flushSync(() => setOpened({ caret: caretIn(plain.current) })),
    });
  }, [isComposing]);
  if (opened !== null) return <Editor {...props} caret={opened.caret} />;
  const { language: _l, complete: _c, fault: _f, onChange, onEnter, lines, className, ...rest } = props;
  return (
    <TextArea
      {...rest}
      ref={plain}
      mono
      rows={1}
      className={cx(styles.plain, styles[lines], className)}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={keyDown((event) => {
        if (event.key !== 'Enter' || event.shiftKey || onEnter === undefined) return;
        event.preventDefault();
        enter(event.currentTarget, onEnter);
      })}
      onCompositionStart={() => {
        setIsComposing(true);
        rest.onCompositionStart?.();
      }}
      onCompositionEnd={() => {
        setIsComposing(false);
        rest.onCompositionEnd?.();
      }}
    />
  );
}

/** Enter ends the typing, and submits the form around, as in any field of one line. */
function enter(field: HTMLElement | null, onEnter: () => void): void {
  flushSync(onEnter);
  field?.closest('form')?.requestSubmit();
}

function caretIn(field: HTMLTextAreaElement | null): Caret | null {
  if (field === null || document.activeElement !== field) return null;
  return { anchor: field.selectionStart, head: field.selectionEnd };
}

function Editor(props: CodeFieldProps & { readonly caret: Caret | null }) {
  const { caret, lines, className, onChange, onEnter } = props;
  const said = useContext(ProblemOfField);
  const element = useRef<CodeElement>(null);
  const settings: CodeSettings = {
    text: props.value,
    language: props.language,
    label: props['aria-label'],
    describedBy: props['aria-describedby'],
    placeholder: props.placeholder,
    isInvalid: props['aria-invalid'] ?? false,
    isRequired: props.required ?? false,
    isDisabled: props.disabled ?? false,
    fault: props.fault ?? faultIn(props.value, said),
    complete: props.complete ?? (() => null),
    // As React does for its own fields: what is shown next is what was typed last.
    onType: (text) => flushSync(() => onChange(text)),
    onEnter: onEnter === undefined ? null : () => enter(element.current, onEnter),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once, with what there is then.
  useLayoutEffect(() => {
    const opened = element.current;
    opened?.open(settings, caret);
    return () => opened?.close();
  }, []);
  useLayoutEffect(() => element.current?.show(settings));
  return (
    <planloom-code
      ref={element}
      id={props.id}
      className={cx(styles.code, styles[lines], className)}
      data-invalid={settings.isInvalid || undefined}
      data-disabled={settings.isDisabled || undefined}
      data-autofocus={props['data-autofocus']}
      onBlur={props.onBlur}
      onCompositionStart={props.onCompositionStart}
      onCompositionEnd={props.onCompositionEnd}
    />
  );
}

interface CodeInputProps extends Omit<CodeFieldProps, 'onChange' | 'onBlur' | 'fault' | 'onEnter'> {
  readonly onCommit: (text: string) => Refusal;
  /** What is said of what is typed, under the field. */
  readonly below?: (text: string) => ReactNode;
}

/** Code that becomes one edit when typing rests. What is refused stays, and says why and where (T8). */
function CodeInput({ value, onCommit, below, ...rest }: CodeInputProps) {
  const draft = useDraft(value, onCommit);
  const said = useContext(ProblemOfField);
  const noteId = useId();
  const { text, refusal } = draft;
  // Of the value, also while another text is typed: the editor moves the underline along until it is known better.
  const fault = refusal === null ? faultIn(value, said) : faultOf(refusal, text);
  return (
    <>
      <CodeField
        {...rest}
        value={text}
        fault={fault}
        aria-invalid={refusal === null ? rest['aria-invalid'] : true}
        aria-describedby={refusal === null ? rest['aria-describedby'] : noteId}
        onChange={draft.set}
        onEnter={rest.lines === 'grows' ? draft.flush : undefined}
        onBlur={draft.leave}
        {...draft.composition}
      />
      {refusal && <ProblemNote id={noteId} problem={refusal} />}
      {below?.(text)}
    </>
  );
}

/** A refusal is of the whole text. */
function faultOf(refusal: Diagnostic, text: string): Fault | null {
  const { offset } = refusal.where;
  return offset === undefined ? null : faultAt(text, refusal, offset);
}

/** A field that waits for its editor. */
interface Waiting {
  readonly hasFocus: () => boolean;
  readonly open: () => void;
}

const waiting = new Set<Waiting>();
const loadEditor = once(() => import('./codeElement'));
let isServing = false;

/**
 * Opens editors one after the other while the page is idle: one takes a few milliseconds, and a form may have dozens.
 *
 * @returns gives up the turn
 */
function whenItsTurn(field: Waiting): () => void {
  waiting.add(field);
  if (!isServing) void serve();
  return () => waiting.delete(field);
}

async function serve(): Promise<void> {
  isServing = true;
  try {
    await loadEditor();
    for (let next = nextOf(waiting); next !== undefined; next = nextOf(waiting)) {
      await whenIdle();
      if (waiting.delete(next)) next.open();
    }
  } catch {
    // The fields stay plain; the next form asks again.
  } finally {
    isServing = false;
  }
}

/** Who is being typed in comes first. */
function nextOf(fields: ReadonlySet<Waiting>): Waiting | undefined {
  const all = [...fields];
  return all.find(({ hasFocus }) => hasFocus()) ?? all[0];
}

interface ExpressionInputProps extends Omit<CodeInputProps, 'complete' | 'below'> {
  readonly language: ExpressionLanguage;
}

/** An expression or a template: completes the variables there are, and shows its value in the shown run (E5). */
export function ExpressionInput({ language, ...rest }: ExpressionInputProps) {
  const scope = useExpressionScope();
  return (
    <div className={styles.wrap}>
      <CodeInput
        {...rest}
        language={language}
        complete={(text, caret, asked) => completionsAt(text, caret, language, scope, asked)}
        below={(text) => <RunValue language={language} source={text} values={scope.values} />}
      />
    </div>
  );
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

interface Props extends Omit<CodeInputProps, 'value' | 'onCommit' | 'language' | 'lines'> {
  readonly value: Json | undefined;
  readonly onCommit: (value: Json | undefined) => Refusal;
}

/** Any JSON, typed. What is no JSON stays in the field, says so, and changes nothing. */
export function JsonInput({ value, onCommit, ...rest }: Props) {
  return (
    <CodeInput
      placeholder="JSON"
      {...rest}
      language="json"
      lines="many"
      value={jsonText(value)}
      onCommit={(text) => {
        if (text.trim() === '') return onCommit(undefined);
        const read = parseExactJson(text, LIMITS.jsonDepth);
        return read.ok ? onCommit(read.value) : read.problem;
      }}
    />
  );
}
