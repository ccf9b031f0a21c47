import { Plus, Trash2 } from 'lucide-react';
import type { Json } from '#base';
import { ExpressionInput } from '../forms/ExpressionInput';
import { TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import styles from './Inspector.module.css';

type Result = { readonly [name: string]: Json };

interface Props {
  readonly result: Result;
  readonly disabled: boolean;
  readonly onChange: (result: { [name: string]: Json } | null) => void;
}

/** What the plan gives back: output ← template over its variables (V1). */
export function ResultFields({ result, disabled, onChange }: Props) {
  const entries = Object.entries(result);
  const put = (index: number, name: string, value: Json) =>
    onChange(Object.fromEntries(entries.map((entry, at) => (at === index ? [name, value] : entry))));
  return (
    <div className={styles.group}>
      <h3>Gives back</h3>
      {entries.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: while a name is typed it is no key.
        <div key={index} className={styles.pair}>
          <TextInput
            id={`result-${index}`}
            aria-label="Name of the output"
            mono
            disabled={disabled}
            value={name}
            onCommit={(next) => put(index, next, value)}
          />
          <ExpressionInput
            id={`result-value-${index}`}
            aria-label={`Value of ${name}`}
            language="template"
            disabled={disabled}
            value={typeof value === 'string' ? value : JSON.stringify(value)}
            onCommit={(next) => put(index, name, next)}
          />
          <IconButton
            icon={Trash2}
            label={`Do not give back ${name}`}
            disabled={disabled}
            onClick={() => {
              const rest = entries.filter((_, at) => at !== index);
              onChange(rest.length === 0 ? null : Object.fromEntries(rest));
            }}
          />
        </div>
      ))}
      {!disabled && (
        <Button
          size="small"
          icon={Plus}
          className={styles.add}
          onClick={() => onChange({ ...result, [`output${entries.length + 1}`]: '' })}
        >
          Add an output
        </Button>
      )}
    </div>
  );
}
