import { ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { type Diagnostic, isJsonObject, type JsonObject } from '#base';
import { openSubPlan } from '#editor';
import type { NodeOf, Plan } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { problemsInside, worstOf } from '../forms/formProblems';
import { SchemaForm } from '../forms/SchemaForm';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { useDocument, useEditor, useScene, useSelection } from '../state/session';
import { Field } from '../ui/Field';
import styles from './Inspector.module.css';
import { ParamFields } from './ParamFields';

interface Props {
  readonly node: NodeOf<'SUB_PLAN'>;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** Which plan a SUB_PLAN runs, with a way into it, and what its inputs are given. */
export function SubPlanFields(props: Props) {
  const { node, disabled, problems, onChange } = props;
  const editor = useEditor();
  const plans = useDocument(({ workspace }) => workspace.plans);
  const open = useScene((scene) => scene.open?.id);
  const focus = useSelection((selection) => selection.focus);
  const chosen = plans.find(({ id }) => id === node.params.plan);
  const inputs = useMemo(() => inputsOf(chosen), [chosen]);
  return (
    <>
      <FieldAt of={['params', 'plan']}>
        <Field label="Plan" problem={worstOf(problemsInside(problems, '/params/plan'))}>
          {(ids) => (
            <Select
              {...ids}
              disabled={disabled}
              value={node.params.plan}
              onChange={({ target }) => onChange(['params', 'plan'], target.value)}
            >
              {chosen === undefined && (
                <option value={node.params.plan}>{node.params.plan} (not here)</option>
              )}
              {plans.map(({ id, name }) => (
                <option key={id} value={id}>
                  {id === open ? `${name ?? id} (this plan, again)` : (name ?? id)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </FieldAt>
      {chosen !== undefined && chosen.id !== open && (
        <Button
          size="small"
          variant="outline"
          icon={ArrowRight}
          className={styles.add}
          onClick={() => focus !== null && openSubPlan(editor, focus)}
        >
          Open this plan
        </Button>
      )}
      <ParamFields {...props} omit={['plan']} />
      {inputs !== null && (node.input === undefined || isJsonObject(node.input)) && (
        <fieldset className={styles.group} aria-label="Gives its inputs">
          <h3>Gives its inputs</h3>
          <FieldAt of="input">
            <SchemaForm
              schema={inputs}
              value={isJsonObject(node.input) ? node.input : {}}
              mode="template"
              disabled={disabled}
              problems={problemsInside(problems, '/input')}
              onChange={(inside, value) => onChange(['input', ...inside], value)}
            />
          </FieldAt>
        </fieldset>
      )}
    </>
  );
}

/** The inputs of a plan as the schema of a form; null where it has none. */
function inputsOf(plan: Plan | undefined): JsonObject | null {
  if (plan === undefined || plan.variables === 'open') return null;
  const inputs = plan.variables.filter(({ scope }) => scope === 'IN');
  if (inputs.length === 0) return null;
  return {
    type: 'object',
    required: inputs.filter((one) => one.default === undefined).map(({ id }) => id),
    properties: Object.fromEntries(
      inputs.map(({ id, schema, default: usual }) => [
        id,
        { ...schema, title: id, ...(usual === undefined ? {} : { default: usual }) },
      ]),
    ),
  };
}
