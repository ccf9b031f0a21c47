import type { Json } from '#base';
import type { Refusal } from './formProblems';
import { TextInput, type TextInputProps } from './TextInput';
import { readUntyped, untypedText } from './untyped';

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
