import { useState } from 'react';
import type { Json } from '#base';
import { TextArea } from '../parts/Input';
import styles from './JsonInput.module.css';
import { useDraft } from './useDraft';

interface Props {
  readonly id: string;
  readonly value: Json | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly onCommit: (value: Json | undefined) => void;
}

/** Any JSON, typed. What is no JSON stays in the field, says so, and changes nothing. */
export function JsonInput({ value, onCommit, ...rest }: Props) {
  const [wrong, setWrong] = useState<string | null>(null);
  const draft = useDraft(value === undefined ? '' : JSON.stringify(value, null, 2), (text) => {
    const read = readJson(text);
    setWrong(read.wrong);
    if (read.wrong === null) onCommit(read.value);
  });
  return (
    <>
      <TextArea
        {...rest}
        mono
        placeholder="JSON"
        value={draft.text}
        aria-invalid={wrong === null ? rest['aria-invalid'] : true}
        onChange={(event) => draft.set(event.target.value)}
        onBlur={draft.flush}
      />
      {wrong !== null && <p className={styles.wrong}>{wrong}</p>}
    </>
  );
}

function readJson(text: string): { value: Json | undefined; wrong: string | null } {
  if (text.trim() === '') return { value: undefined, wrong: null };
  try {
    const value: Json = JSON.parse(text);
    return { value, wrong: null };
  } catch (error) {
    return { value: undefined, wrong: error instanceof Error ? error.message : 'This is not JSON.' };
  }
}
