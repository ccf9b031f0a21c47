import { Plus, Trash2 } from 'lucide-react';
import type { JsonObject } from '#base';
import { FieldPathContext, pathInside, useFieldPath } from '../forms/FieldAt';
import { Button, IconButton } from '../parts/Button';

import type { Answerable } from './answerable';
import { failing } from './endings';
import { OutcomeFields } from './OutcomeFields';
import { changeOutcome, firstOutcome } from './script';
import styles from './WhatIf.module.css';

interface Props {
  readonly node: Answerable;
  readonly outcomes: readonly JsonObject[];
  readonly onChange: (change: (outcomes: readonly JsonObject[]) => readonly JsonObject[]) => void;
}

/** What a node gives back, attempt by attempt; the last outcome repeats. */
export function OutcomesForm({ node, outcomes, onChange }: Props) {
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
