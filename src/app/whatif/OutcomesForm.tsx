import { Plus, Trash2 } from 'lucide-react';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { scriptPartSchema } from '#plan';
import { FieldAt, FieldPathContext, pathInside, useFieldPath } from '../forms/FieldAt';
import type { Change, Path } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf, objectIn } from '../forms/schema';
import { Button, IconButton } from '../parts/Button';
import { Select } from '../parts/Input';
import { Field } from '../ui/Field';
import type { Answerable } from './answerable';
import { changeOutcome, ENDINGS, endingOf, failing, firstOutcome, PLAIN_ENDINGS, withEnding } from './script';
import styles from './WhatIf.module.css';

const OUTCOME = scriptPartSchema('outcome');

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

/** What a failure says, and what is waited for. */
const INSIDE = {
  error: objectIn(OUTCOME, 'error'),
  waitFor: objectIn(OUTCOME, 'waitFor'),
};

/** One outcome: how long it takes, whether it fails, and what it gives back or says. */
export function OutcomeFields({ outcome, schema, sample, mayEnd, onChange }: OutcomeFieldsProps) {
  const ending = endingOf(outcome);
  const endings = mayEnd ? ENDINGS : PLAIN_ENDINGS;
  const form = { schema: OUTCOME, value: outcome, mode: 'literal', onChange: taken(onChange) } as const;
  const inside = ending === 'fails' ? 'error' : ending === 'waits' ? 'waitFor' : null;
  return (
    <div className={styles.fields}>
      <div className={styles.line}>
        <div className={styles.ms}>
          <SchemaForm {...form} only={['afterMs']} />
        </div>
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
        {inside !== null && (
          <div className={styles.wide}>
            <FieldAt of={inside}>
              <SchemaForm
                {...form}
                inLine
                schema={INSIDE[inside]}
                value={objectAt(outcome, inside)}
                onChange={taken((path, value) => onChange([inside, ...path], value))}
              />
            </FieldAt>
          </div>
        )}
      </div>
      {inside === null && <Output schema={schema} outcome={outcome} onChange={onChange} />}
    </div>
  );
}

function objectAt(value: JsonObject, name: string): JsonObject {
  const inside = value[name];
  return isJsonObject(inside) ? inside : {};
}

/** A form where the capability says what it gives back; JSON for everything else, and for what does not fit the form. */
function Output({ schema, outcome, onChange }: Pick<OutcomeFieldsProps, 'schema' | 'outcome' | 'onChange'>) {
  const { output = null } = outcome;
  if (schema === null || !isJsonObject(output) || fieldsOf(schema).length === 0) {
    const form = { schema: OUTCOME, value: { output }, mode: 'literal', onChange: taken(onChange) } as const;
    return <SchemaForm {...form} only={['output']} />;
  }
  return (
    <FieldAt of="output">
      <SchemaForm
        schema={schema}
        value={output}
        mode="literal"
        onChange={taken((path, next) => onChange(['output', ...path], next))}
      />
    </FieldAt>
  );
}

/** A script takes everything that its fields give; what is wrong with it is said when it is simulated. */
export function taken(put: (path: Path, value: Json | undefined) => void): Change {
  return (path, value) => {
    put(path, value);
    return null;
  };
}
