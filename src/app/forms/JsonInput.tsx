import { type Json, LIMITS, parseExactJson } from '#base';
import type { Refusal } from './formProblems';
import { TextInput, type TextInputProps } from './TextInput';
import { jsonText } from './templates';

interface Props extends Omit<TextInputProps, 'value' | 'onCommit' | 'multiline' | 'mono'> {
  readonly value: Json | undefined;
  readonly onCommit: (value: Json | undefined) => Refusal;
}

/** Any JSON, typed. What is no JSON stays in the field, says so, and changes nothing. */
export function JsonInput({ value, onCommit, ...rest }: Props) {
  return (
    <TextInput
      placeholder="JSON"
      {...rest}
      multiline
      mono
      value={jsonText(value)}
      onCommit={(text) => {
        if (text.trim() === '') return onCommit(undefined);
        const read = parseExactJson(text, LIMITS.jsonDepth);
        return read.ok ? onCommit(read.value) : read.problem;
      }}
    />
  );
}
