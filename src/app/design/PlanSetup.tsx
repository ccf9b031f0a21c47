import { Plus, Route } from 'lucide-react';
import type { Json } from '#base';
import type { PlanChanges, Variable } from '#plan';
import { ExpressionScopeContext } from '../forms/scope';
import { TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { useEditor, useScene } from '../state/session';
import styles from './Inspector.module.css';
import { InspectorHead } from './InspectorHead';
import { ResultFields } from './ResultFields';
import { useExpressionScopeOf } from './useExpressionScopeOf';
import { VariableFields } from './VariableFields';

/** The plan itself: its name, its variables, what it gives back (V1). Shown while nothing is selected. */
export function PlanSetup() {
  const open = useScene((scene) => scene.open);
  if (open === null) return <p className={styles.body}>This workspace has no plan yet.</p>;
  return (
    <>
      <InspectorHead
        icon={<Route className={styles.planIcon} aria-hidden />}
        title={open.name ?? open.id}
        line={`${open.kind} plan · ${open.id}`}
      />
      <div className={styles.body}>
        <PlanFields />
      </div>
    </>
  );
}

export function PlanFields() {
  const editor = useEditor();
  const open = useScene((scene) => scene.open);
  const disabled = useScene((scene) => scene.readOnly);
  const scope = useExpressionScopeOf();
  if (open === null) return null;
  const change = (to: PlanChanges, what: string) =>
    editor.edit(
      { edit: 'update-plan', plan: open.id, to },
      { label: 'Change plan', gesture: `plan:${what}` },
    );
  const variables = Array.isArray(open.variables) ? open.variables : [];
  const setVariables = (next: readonly Variable[]) => change({ variables: [...next] }, 'variables');
  return (
    <ExpressionScopeContext value={scope}>
      <Field label="Name">
        {(ids) => (
          <TextInput
            {...ids}
            disabled={disabled}
            value={open.name ?? ''}
            onCommit={(name) => change({ name: name || null }, 'name')}
          />
        )}
      </Field>
      {open.kind === 'capability' && (
        <>
          <Field label="Description">
            {(ids) => (
              <TextInput
                {...ids}
                multiline
                disabled={disabled}
                value={open.description ?? ''}
                onCommit={(description) => change({ description: description || null }, 'description')}
              />
            )}
          </Field>
          <div className={styles.group}>
            <h3>Variables</h3>
            {open.variables === 'open' && (
              <p className={styles.muted}>Whatever capabilities write is declared.</p>
            )}
            {variables.map((variable, index) => (
              <VariableFields
                // biome-ignore lint/suspicious/noArrayIndexKey: while a name is typed it is no key.
                key={index}
                variable={variable}
                disabled={disabled}
                onChange={(next) => setVariables(variables.map((one, at) => (at === index ? next : one)))}
                onRemove={() => setVariables(variables.filter((_, at) => at !== index))}
              />
            ))}
            {!disabled && open.variables !== 'open' && (
              <Button
                size="small"
                icon={Plus}
                className={styles.add}
                onClick={() => setVariables([...variables, { id: freeId(variables), scope: 'INTERNAL' }])}
              >
                Add a variable
              </Button>
            )}
          </div>
          <ResultFields
            result={open.result ?? {}}
            disabled={disabled}
            onChange={(result: { [name: string]: Json } | null) => change({ result }, 'result')}
          />
        </>
      )}
    </ExpressionScopeContext>
  );
}

function freeId(variables: readonly Variable[]): string {
  const taken = new Set(variables.map(({ id }) => id));
  let number = 1;
  while (taken.has(`value${number}`)) number++;
  return `value${number}`;
}
