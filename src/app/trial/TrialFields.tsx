import { type Diagnostic, isJsonObject, type JsonObject, own } from '#base';
import type { Trial } from '#plan';
import type { Change } from '../forms/form';
import { problemsInside } from '../forms/problems';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf } from '../forms/schema';
import { EmptyNote } from '../parts/EmptyNote';
import styles from './TryDialog.module.css';

interface Props {
  readonly trial: Trial;
  /** Of all that it is given. */
  readonly schema: JsonObject;
  readonly given: JsonObject;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What a node is tried with: the fields of what it calls, and the variables that it reads besides. */
export function TrialFields({ trial: { input }, schema, given, problems, onChange }: Props) {
  const fields = fieldsOf(schema);
  const whole = fields.find(({ name }) => name === input);
  const read = fields.flatMap(({ name }) => (name === input ? [] : [name]));
  const value = whole === undefined ? undefined : own(given, whole.name);
  if (fields.length === 0) return <EmptyNote>It takes nothing in.</EmptyNote>;
  return (
    <>
      {whole !== undefined &&
        (isJsonObject(value) && isListed(value, whole.schema) ? (
          <SchemaForm
            schema={whole.schema}
            value={value}
            mode="literal"
            problems={problemsInside(problems, `/${whole.name}`)}
            onChange={(path, next) => onChange([whole.name, ...path], next)}
          />
        ) : (
          <SchemaForm
            schema={asOneText(schema, whole.name)}
            only={[whole.name]}
            value={given}
            mode="literal"
            problems={problems}
            onChange={onChange}
          />
        ))}
      {read.length > 0 && (
        <fieldset className={styles.read}>
          <legend>{whole === undefined ? 'Variables' : 'Variables that it reads besides'}</legend>
          <SchemaForm
            schema={schema}
            only={read}
            value={given}
            mode="literal"
            problems={problems}
            onChange={onChange}
          />
        </fieldset>
      )}
    </>
  );
}

/** Whether the fields of a schema show all of a value. */
function isListed(value: JsonObject, schema: JsonObject): boolean {
  const names = new Set(fieldsOf(schema).map(({ name }) => name));
  return names.size > 0 && Object.keys(value).every((name) => names.has(name));
}

/** An input of which nothing is known, or more is given than is known of, is one text of JSON. */
function asOneText(schema: JsonObject, name: string): JsonObject {
  return { ...schema, properties: { [name]: { type: 'object', title: 'Input' } } };
}
