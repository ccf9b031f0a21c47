import { isJsonObject, problem, setAt } from '#base';
import type { Commit } from '#kernel';
import { type CapabilityPlan, inputDefaults, inputSchema } from '#plan';
import { FieldPathContext } from '../forms/fieldPath';
import { JsonInput } from '../forms/JsonInput';
import { SchemaForm } from '../forms/SchemaForm';
import { Field } from '../ui/Field';
import { askableNodes, signalsOf } from './askable';
import { EventsForm } from './EventsForm';
import type { Item } from './items';
import { OutcomeFields } from './OutcomeFields';
import { OutcomesForm } from './OutcomesForm';
import {
  changeOutcome,
  eventsOf,
  fallbackOf,
  inputsOf,
  outcomesOf,
  type ScriptText,
  withOutcomes,
} from './script';
import styles from './WhatIf.module.css';

interface Props {
  readonly item: Item;
  readonly plan: CapabilityPlan;
  readonly script: ScriptText;
  /** The ledger of the last simulation of this plan; none before the first. */
  readonly simulated: readonly Commit[];
  /** Where texts that were refused are kept while the form is away. */
  readonly path: string;
  readonly onScript: (change: (script: ScriptText) => ScriptText) => void;
}

/** The form of what is chosen in the list. */
export function ItemForm({ path, ...props }: Props) {
  const { item } = props;
  return (
    <FieldPathContext value={path}>
      <section className={styles.form} aria-label={item.title}>
        <Fields {...props} />
      </section>
    </FieldPathContext>
  );
}

function Fields({ item, plan, script, simulated, onScript }: Omit<Props, 'path'>) {
  if (item.node !== null) {
    return (
      <OutcomesForm
        node={item.node}
        outcomes={outcomesOf(script, item.key)}
        onChange={(change) =>
          onScript((old) => withOutcomes(old, item.key, change(outcomesOf(old, item.key))))
        }
      />
    );
  }
  switch (item.key) {
    case '*inputs':
      return (
        <SchemaForm
          schema={inputSchema(plan.variables)}
          value={{ ...inputDefaults(plan.variables), ...inputsOf(script) }}
          mode="literal"
          onChange={(path, value) => {
            onScript((old) => setAt(old, ['inputs', ...path], value));
            return null;
          }}
        />
      );
    case '*rest':
      return (
        <>
          <p className={styles.note}>What answers where the script says nothing.</p>
          <OutcomeFields
            outcome={fallbackOf(script)}
            schema={null}
            sample={null}
            mayEnd={false}
            onChange={(place, value) =>
              onScript((old) => ({ ...old, default: changeOutcome(fallbackOf(old), place, value) }))
            }
          />
        </>
      );
    case '*events':
      return (
        <EventsForm
          events={eventsOf(script)}
          askable={askableNodes(plan, simulated)}
          signals={signalsOf(plan)}
          onChange={(change) => onScript((old) => setAt(old, ['events'], change(eventsOf(old))))}
        />
      );
    default:
      return <WholeScript script={script} onScript={onScript} />;
  }
}

/** The script as text: to paste one, and for what the forms do not offer (`startAt`). */
function WholeScript({ script, onScript }: Pick<Props, 'script' | 'onScript'>) {
  return (
    <Field label="Script" aside="JSON" hint="What “planloom simulate --script” takes.">
      {(ids) => (
        <JsonInput
          {...ids}
          value={script}
          onCommit={(value) => {
            if (value !== undefined && !isJsonObject(value))
              return problem('INVALID_VALUE', 'A script is an object.', 'Start from {"nodes": …}.');
            onScript(() => value ?? {});
            return null;
          }}
        />
      )}
    </Field>
  );
}
