import { isJsonObject, type Json, type JsonObject } from '#base';
import type { Path } from '../forms/form';
import { JsonInput } from '../forms/JsonInput';
import { readNumber } from '../forms/numbers';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf } from '../forms/schema';
import { TextInput } from '../forms/TextInput';
import { Field } from '../parts/Field';
import { Select } from '../parts/Input';
import { failing } from './failing';
import styles from './WhatIf.module.css';

interface Props {
  readonly outcome: JsonObject;
  /** JSON Schema of what it gives back, where that is known. */
  readonly schema: JsonObject | null;
  /** What it gives back when it stops failing. */
  readonly sample: Json;
  /** Puts a value at a place of the outcome. */
  readonly onChange: (path: Path, value: Json | undefined) => void;
}

/** One outcome: how long it takes, whether it fails, and what it gives back or says. */
export function OutcomeFields({ outcome, schema, sample, onChange }: Props) {
  const { error, output, afterMs } = outcome;
  const fails = isJsonObject(error);
  const after = typeof afterMs === 'number' ? afterMs : 0;
  return (
    <div className={styles.fields}>
      <div className={styles.line}>
        <Milliseconds label="Takes" value={after} onChange={(next) => onChange(['afterMs'], next)} />
        <Field label="Then it">
          {(ids) => (
            <Select
              {...ids}
              value={fails ? 'fails' : 'succeeds'}
              onChange={({ target }) =>
                onChange([], target.value === 'fails' ? failing(after) : { afterMs: after, output: sample })
              }
            >
              <option value="succeeds">succeeds</option>
              <option value="fails">fails</option>
            </Select>
          )}
        </Field>
        {fails && (
          <ErrorFields error={error} onChange={(path, value) => onChange(['error', ...path], value)} />
        )}
      </div>
      {!fails && (
        <Output
          schema={schema}
          value={output ?? null}
          onChange={(path, next) => onChange(['output', ...path], next)}
        />
      )}
    </div>
  );
}

function ErrorFields({
  error,
  onChange,
}: {
  readonly error: JsonObject;
  readonly onChange: Props['onChange'];
}) {
  const text = (name: 'code' | 'message'): string => (typeof error[name] === 'string' ? error[name] : '');
  const field = (name: 'code' | 'message', label: string) => (
    <Field label={label}>
      {(ids) => (
        <TextInput
          {...ids}
          mono={name === 'code'}
          value={text(name)}
          onCommit={(next) => {
            onChange([name], next);
            return null;
          }}
        />
      )}
    </Field>
  );
  return (
    <>
      {field('code', 'Code')}
      <div className={styles.wide}>{field('message', 'Message')}</div>
    </>
  );
}

/** A form where the capability says what it gives back; JSON for everything else, and for what does not fit the form. */
function Output({
  schema,
  value,
  onChange,
}: {
  readonly schema: JsonObject | null;
  readonly value: Json;
  readonly onChange: Props['onChange'];
}) {
  if (schema !== null && isJsonObject(value) && fieldsOf(schema).length > 0) {
    return (
      <SchemaForm
        schema={schema}
        value={value}
        mode="literal"
        onChange={(path, next) => {
          onChange(path, next);
          return null;
        }}
      />
    );
  }
  return (
    <Field label="Gives" aside="JSON">
      {(ids) => (
        <JsonInput
          {...ids}
          value={value}
          onCommit={(next) => {
            onChange([], next ?? null);
            return null;
          }}
        />
      )}
    </Field>
  );
}

/** Whole virtual milliseconds. */
export function Milliseconds({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <div className={styles.ms}>
      <Field label={label} aside="ms">
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            value={String(value)}
            onCommit={(text) => {
              const read = readNumber(text, { integer: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
              if (!read.ok) return read.problem;
              onChange(read.value);
              return null;
            }}
          />
        )}
      </Field>
    </div>
  );
}
