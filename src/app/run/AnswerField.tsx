import { isEventType } from '#base';
import { Input } from '../parts/Input';
import { Field } from '../ui/Field';

interface Props {
  /** The goal event that starts the machine. */
  readonly goal: string;
  readonly value: string;
  readonly onChange: (type: string) => void;
}

/** M3: a machine that a goal starts publishes its result as an event; a run of the session that waits for it goes on. */
export function AnswerField({ goal, value, onChange }: Props) {
  const type = value.trim();
  const wrong = type !== '' && !isEventType(type);
  return (
    <Field
      label="Answer with the event"
      aside={`to ${goal}`}
      hint="Published with the result at the end. The run of this session that has waited longest for it receives it."
      error={wrong ? 'A name that begins with a letter, such as research.completed.' : null}
    >
      {(ids) => (
        <Input
          {...ids}
          mono
          value={value}
          placeholder="none"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
