import { Plus, Trash2 } from 'lucide-react';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { FieldPathContext, pathInside, useFieldPath } from '../forms/FieldAt';
import type { Path } from '../forms/form';
import { JsonInput } from '../forms/JsonInput';
import { readNumber } from '../forms/numbers';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf } from '../forms/schema';
import { TextInput } from '../forms/TextInput';
import { Button, IconButton } from '../parts/Button';
import { Select } from '../parts/Input';
import { Field } from '../ui/Field';
import type { Answerable } from './answerable';
import { changeOutcome, ENDINGS, endingOf, failing, firstOutcome, PLAIN_ENDINGS, withEnding } from './script';
import styles from './WhatIf.module.css';

interface OutcomesFormProps {
  readonly node: Answerable;
  readonly outcomes: readonly JsonObject[];
  readonly onChange: (change: (outcomes: readonly JsonObject[]) => readonly JsonObject[]) => void;
}

/** What a node gives back, attempt by attempt; the last outcome repeats. */
export function OutcomesForm({ node, outcomes, onChange }: OutcomesFormProps) {
  const path = useFieldPath();
  const first = firstOutcome(node.sample);
  if (outcomes.length === 0) {
    return (
      <div className={styles.none}>
        <p className={styles.note}>Answered like everything else.</p>
        <div className={styles.buttons}>
          <Button variant="outline" icon={Plus} onClick={() => onChange(() => [first])}>
            Say what it gives
          </Button>
          <Button variant="outline" onClick={() => onChange(() => [failing(10)])}>
            Let it fail
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      {outcomes.map((outcome, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an outcome has no identity but its place.
        <fieldset key={index} className={styles.outcome}>
          <legend>
            {attemptName(index)}
            {index === outcomes.length - 1 && <span> and every one after it</span>}
          </legend>
          <FieldPathContext value={pathInside(path, index)}>
            <OutcomeFields
              outcome={outcome}
              schema={node.output}
              sample={node.sample}
              mayEnd={node.mayEnd === true}
              onChange={(place, value) =>
                onChange((list) =>
                  list.map((one, at) => (at === index ? changeOutcome(one, place, value) : one)),
                )
              }
            />
          </FieldPathContext>
          <IconButton
            icon={Trash2}
            className={styles.remove}
            label={`Remove the outcome of the ${attemptName(index).toLowerCase()}`}
            onClick={() => onChange((list) => list.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      <Button icon={Plus} className={styles.add} onClick={() => onChange((list) => [...list, first])}>
        Another attempt
      </Button>
    </>
  );
}

const NAMES = ['First', 'Second', 'Third'];

function attemptName(index: number): string {
  return `${NAMES[index] ?? `${index + 1}th`} attempt`;
}

interface OutcomeFieldsProps {
  readonly outcome: JsonObject;
  /** JSON Schema of what it gives back, where that is known. */
  readonly schema: JsonObject | null;
  /** What it gives back when it stops failing. */
  readonly sample: Json;
  /** A capability's, which may also wait, or end more than itself (L7). */
  readonly mayEnd: boolean;
  /** Puts a value at a place of the outcome. */
  readonly onChange: (path: Path, value: Json | undefined) => void;
}

/** One outcome: how long it takes, whether it fails, and what it gives back or says. */
export function OutcomeFields({ outcome, schema, sample, mayEnd, onChange }: OutcomeFieldsProps) {
  const { error, output, waitFor, afterMs } = outcome;
  const ending = endingOf(outcome);
  const endings = mayEnd ? ENDINGS : PLAIN_ENDINGS;
  const after = typeof afterMs === 'number' ? afterMs : 0;
  return (
    <div className={styles.fields}>
      <div className={styles.line}>
        <Milliseconds label="Duration" value={after} onChange={(next) => onChange(['afterMs'], next)} />
        <Field label="Outcome">
          {(ids) => (
            <Select
              {...ids}
              value={ending}
              onChange={({ target }) => {
                const chosen = endings.find((one) => one.ending === target.value);
                if (chosen) onChange([], withEnding(outcome, chosen.ending, sample));
              }}
            >
              {endings.map((one) => (
                <option key={one.ending} value={one.ending}>
                  {one.words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {isJsonObject(waitFor) && (
          <WaitFields waitFor={waitFor} onChange={(path, value) => onChange(['waitFor', ...path], value)} />
        )}
        {isJsonObject(error) && (
          <ErrorFields error={error} onChange={(path, value) => onChange(['error', ...path], value)} />
        )}
      </div>
      {ending !== 'fails' && ending !== 'waits' && (
        <Output
          schema={schema}
          value={output ?? null}
          onChange={(path, next) => onChange(['output', ...path], next)}
        />
      )}
    </div>
  );
}

/** For which signal it waits, and how long at most; its call then leaves again and takes the next outcome (L7, H4). */
function WaitFields({
  waitFor,
  onChange,
}: {
  readonly waitFor: JsonObject;
  readonly onChange: OutcomeFieldsProps['onChange'];
}) {
  const { event, timeoutMs } = waitFor;
  return (
    <>
      <Field label="Signal">
        {(ids) => (
          <TextInput
            {...ids}
            mono
            value={typeof event === 'string' ? event : ''}
            onCommit={(next) => {
              onChange(['event'], next);
              return null;
            }}
          />
        )}
      </Field>
      <Milliseconds
        label="At most"
        optional
        value={typeof timeoutMs === 'number' ? timeoutMs : null}
        onChange={(next) => onChange(['timeoutMs'], next ?? undefined)}
      />
    </>
  );
}

function ErrorFields({
  error,
  onChange,
}: {
  readonly error: JsonObject;
  readonly onChange: OutcomeFieldsProps['onChange'];
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
  readonly onChange: OutcomeFieldsProps['onChange'];
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

type MillisecondsProps = { readonly label: string } & (
  | {
      readonly optional?: false;
      readonly value: number;
      readonly onChange: (value: number) => void;
    }
  | {
      readonly optional: true;
      readonly value: number | null;
      readonly onChange: (value: number | null) => void;
    }
);

/** Whole virtual milliseconds; where they may be left out an empty field means none. */
export function Milliseconds(props: MillisecondsProps) {
  const { label, value } = props;
  return (
    <div className={styles.ms}>
      <Field label={label} aside="ms">
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            value={value === null ? '' : String(value)}
            onCommit={(text) => {
              if (props.optional && text.trim() === '') {
                props.onChange(null);
                return null;
              }
              const read = readNumber(text, { integer: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
              if (!read.ok) return read.problem;
              props.onChange(read.value);
              return null;
            }}
          />
        )}
      </Field>
    </div>
  );
}
