import type { FormEvent } from 'react';
import type { JsonObject } from '#base';
import type { Waiting } from '#projection';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Field } from '../ui/Field';
import styles from './Banners.module.css';
import { keyOfWaiting } from './keyOfWaiting';
import { answerWait } from './runActions';

interface Props {
  readonly waiting: Waiting;
  /** What the answer says besides. */
  readonly answer?: JsonObject;
  readonly onBack: () => void;
}

/** Says no, with the reason. */
export function RejectForm({ waiting, answer = {}, onBack }: Props) {
  const [reason, setReason] = useKept(`reason ${keyOfWaiting(waiting)}`, () => '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    answerWait(waiting.address, { ...answer, decision: 'reject', ...(text === '' ? {} : { reason: text }) });
  };
  return (
    <form className={styles.reject} onSubmit={submit}>
      <Field label="Why? The run keeps the reason.">
        {(ids) => (
          <Input
            {...ids}
            ref={focusOnce}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="danger" aria-label="Reject">
        Reject
      </Button>
      <Button onClick={onBack}>Back</Button>
    </form>
  );
}

/** It appears because Reject was pressed. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
