import { isJsonObject, type Json, type JsonObject } from '#base';
import { FieldEditor } from './FieldEditor';
import type { SchemaFormProps } from './form';
import styles from './SchemaForm.module.css';
import { fieldsOf, withField } from './schema';

/** A form made from a JSON Schema (E5): a field for each property, labelled by its title. */
export function SchemaForm({
  schema,
  value,
  mode,
  disabled,
  omit,
  templates,
  problemOf,
  onChange,
}: SchemaFormProps) {
  const fields = fieldsOf(schema).filter((field) => !omit?.includes(field.name));
  return (
    <div className={styles.form}>
      {fields.map((field) => (
        <FieldEditor
          key={field.name}
          Form={SchemaForm}
          field={field}
          value={ownValue(value, field.name)}
          mode={templates?.includes(field.name) ? 'template' : mode}
          disabled={disabled ?? false}
          problem={problemOf?.(field.name)}
          onChange={(next) => onChange(withField(value, field.name, next))}
        />
      ))}
    </div>
  );
}

function ownValue(value: JsonObject, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
