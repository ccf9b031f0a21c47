import { isJsonObject, type Json } from '#base';
import { Field } from '../parts/Field';
import { Checkbox } from '../parts/Input';
import { controlFor } from './controls';
import type { FormMode, NestedForm } from './form';
import { RowsEditor } from './RowsEditor';
import styles from './SchemaForm.module.css';
import type { SchemaField } from './schema';
import { isTemplate } from './templates';

interface Props {
  readonly Form: NestedForm;
  readonly field: SchemaField;
  readonly value: Json | undefined;
  readonly mode: FormMode;
  readonly disabled: boolean;
  readonly problem?: string | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** What edits one property of a schema. */
export function FieldEditor(props: Props) {
  const { Form, field, value, mode, disabled, onChange } = props;
  const { kind } = field;
  if (kind.kind === 'object' && !isTemplate(value)) {
    return (
      <fieldset className={styles.nested}>
        <legend>{field.title}</legend>
        <div className={styles.inset}>
          <Form
            schema={kind.schema}
            value={isJsonObject(value) ? value : {}}
            mode={mode}
            disabled={disabled}
            onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
          />
        </div>
      </fieldset>
    );
  }
  if (kind.kind === 'rows' && !isTemplate(value)) {
    return (
      <RowsEditor
        Form={Form}
        title={field.title}
        item={kind.item}
        rows={Array.isArray(value) ? value : []}
        mode={mode}
        disabled={disabled}
        onChange={onChange}
      />
    );
  }
  if (kind.kind === 'boolean' && mode === 'literal') {
    return (
      <Checkbox
        label={field.title}
        checked={value === true}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked ? true : undefined)}
      />
    );
  }
  return <LabelledControl {...props} />;
}

function LabelledControl({ field, value, mode, disabled, problem, onChange }: Props) {
  const Control = controlFor(field.kind, mode, value);
  return (
    <Field label={field.title} aside={field.typeWord} hint={field.description} error={problem}>
      {(ids) => (
        <Control
          ids={{ ...ids, disabled, required: field.required }}
          field={field}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
