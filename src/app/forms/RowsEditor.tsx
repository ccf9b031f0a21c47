import { Plus, Trash2 } from 'lucide-react';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { IconButton } from '../parts/IconButton';
import type { FormMode, NestedForm } from './form';
import styles from './SchemaForm.module.css';
import { fieldsOf } from './schema';

interface Props {
  readonly Form: NestedForm;
  readonly title: string;
  readonly item: JsonObject;
  readonly rows: readonly Json[];
  readonly mode: FormMode;
  readonly disabled: boolean;
  readonly onChange: (rows: readonly Json[] | undefined) => void;
}

/** A list of objects: cases, decisions. Its order is meaning. */
export function RowsEditor({ Form, title, item, rows, mode, disabled, onChange }: Props) {
  const replace = (index: number, next: JsonObject) =>
    onChange(rows.map((row, at) => (at === index ? next : row)));
  return (
    <fieldset className={styles.nested}>
      <legend>{title}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place.
        <div key={index} className={cx(styles.inset, styles.row)}>
          <Form
            schema={item}
            value={isJsonObject(row) ? row : {}}
            mode={mode}
            disabled={disabled}
            onChange={(next) => replace(index, next)}
          />
          <IconButton
            icon={Trash2}
            label={`Remove ${title.toLowerCase()} ${index + 1}`}
            className={styles.remove}
            disabled={disabled}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        className={styles.add}
        disabled={disabled}
        onClick={() => onChange([...rows, blankRow(item, rows.length + 1)])}
      >
        Add
      </Button>
    </fieldset>
  );
}

/** A row whose required texts are there: ids get a free-looking one, expressions one that holds. */
function blankRow(item: JsonObject, number: number): JsonObject {
  const entries = fieldsOf(item)
    .filter((field) => field.required)
    .map((field) => [field.name, field.kind.kind === 'expression' ? 'true' : `choice-${number}`]);
  return Object.fromEntries(entries);
}
