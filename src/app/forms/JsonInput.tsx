import { type Json, LIMITS, parseExactJson } from '#base';
import { CodeInput, type CodeInputProps } from './CodeField';
import type { Refusal } from './formProblems';
import { jsonText } from './templates';

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
