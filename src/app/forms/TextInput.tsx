import { useId } from 'react';
import type { Json } from '#base';
import { keyDown } from '../parts/browser';
import { Input, TextArea } from '../parts/Input';
import { ProblemNote } from '../ui/ProblemList';
import type { Refusal } from './formProblems';
import { readUntyped, untypedText } from './templates';
import { useDraft } from './useDraft';

export interface TextInputProps {
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

interface Props extends Omit<TextInputProps, 'value' | 'onCommit' | 'multiline'> {
  readonly value: Json | undefined;
  readonly onCommit: (value: Json | undefined) => Refusal;
}

/** A value whose type nobody has said: plain text, or JSON. */
export function UntypedInput({ value, onCommit, ...rest }: Props) {
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
