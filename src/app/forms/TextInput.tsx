import { Input, TextArea } from '../parts/Input';
import { useDraft } from './useDraft';

interface Props {
  readonly id: string;
  readonly value: string;
  readonly multiline?: boolean;
  readonly mono?: boolean;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly list?: string;
  readonly placeholder?: string;
  /** Only where no label stands beside it. */
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly onCommit: (text: string) => void;
}

/** A text that becomes one edit when typing rests. */
export function TextInput({ value, multiline, mono, onCommit, ...rest }: Props) {
  const draft = useDraft(value, onCommit);
  if (multiline) {
    return (
      <TextArea
        {...rest}
        mono={mono ?? false}
        value={draft.text}
        onChange={(event) => draft.set(event.target.value)}
        onBlur={draft.flush}
      />
    );
  }
  return (
    <Input
      {...rest}
      mono={mono ?? false}
      value={draft.text}
      onChange={(event) => draft.set(event.target.value)}
      onBlur={draft.flush}
      onKeyDown={(event) => {
        if (event.key === 'Enter') draft.flush();
      }}
    />
  );
}
