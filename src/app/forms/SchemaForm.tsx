import { isJsonObject, type Json, type JsonObject } from '#base';
import { FieldEditor } from './FieldEditor';
import styles from './SchemaForm.module.css';
import { fieldsOf, withField } from './schema';

/** How a form's strings are read. */
export type FormMode =
  /** Values as they are: parameters, answers, inputs of a run. */
  | 'literal'
  /** Any value may be a template with `{{ expressions }}` (V3). */
  | 'template';

interface Props {
  readonly schema: JsonObject;
  readonly value: JsonObject;
  readonly mode: FormMode;
  readonly disabled?: boolean | undefined;
  /** Fields that something else edits. */
  readonly omit?: readonly string[];
  /** Names of fields whose strings are templates even in a literal form. */
  readonly templates?: readonly string[];
  readonly problemOf?: ((name: string) => string | undefined) | undefined;
  readonly onChange: (value: JsonObject) => void;
}

/** A form made from a JSON Schema (E5): a field for each property, labelled by its title. */
export function SchemaForm({ schema, value, mode, disabled, omit, templates, problemOf, onChange }: Props) {
  const fields = fieldsOf(schema).filter((field) => !omit?.includes(field.name));
  return (
    <div className={styles.form}>
      {fields.map((field) => (
        <FieldEditor
          key={field.name}
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
