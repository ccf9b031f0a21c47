import { escapePointer, type Json, own } from '#base';
import { FieldAt } from './FieldAt';
import { FieldEditor } from './FieldEditor';
import type { SchemaFormProps } from './form';
import { problemsInside } from './problems';
import styles from './SchemaForm.module.css';
import { fieldsOf } from './schema';

/** A form made from a JSON Schema (E5): a field for each property, labelled by its title. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, value, mode, disabled, only, templates, controls, later, problems, onChange } = props;
  const all = fieldsOf(schema);
  const fields = only?.flatMap((name) => all.filter((field) => field.name === name)) ?? all;
  return (
    <div className={styles.form}>
      {fields.map((field) => (
        <FieldAt key={field.name} of={field.name}>
          <FieldEditor
            Form={SchemaForm}
            field={field}
            value={own<Json | undefined>(value, field.name)}
            mode={templates?.includes(field.name) ? 'template' : mode}
            disabled={disabled ?? false}
            control={controls && own(controls, field.name)}
            later={later && own(later, field.name)}
            problems={problemsInside(problems, `/${escapePointer(field.name)}`)}
            onChange={(inside, next) => onChange([field.name, ...inside], next)}
          />
        </FieldAt>
      ))}
    </div>
  );
}
