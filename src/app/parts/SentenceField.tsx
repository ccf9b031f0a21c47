import type { LucideIcon } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from './Button';
import styles from './SentenceField.module.css';

interface Props {
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (sentence: string) => void;
  readonly onSubmit: () => void;
  /** What the button says. */
  readonly action: string;
  readonly icon: LucideIcon;
  readonly disabled: boolean;
  /** The screen is this field: whoever comes here comes to type. */
  readonly focused?: boolean;
}

const MOST_LETTERS = 2_000;

/** One sentence in a person's own words, and the button that takes it (E8). */
export function SentenceField({ value, onChange, onSubmit, action, icon, disabled, ...field }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!disabled) onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <input
        className={styles.field}
        aria-label="What do you want done?"
        placeholder={field.placeholder}
        value={value}
        maxLength={MOST_LETTERS}
        autoComplete="off"
        ref={field.focused ? focus : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large" icon={icon} disabled={disabled}>
        {action}
      </Button>
    </form>
  );
}

function focus(field: HTMLInputElement | null): void {
  field?.focus();
}
