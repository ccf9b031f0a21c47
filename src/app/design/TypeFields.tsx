import { ArrowRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { isJsonObject, type Json, type JsonObject, jsonOf, present } from '#base';
import { openSubPlan } from '#editor';
import { type BodyName, type ByType, bodiesOf, byType, NODE_TYPES, type Plan } from '#plan';
import type { NodeCard } from '#projection';
import { JsonInput } from '../forms/CodeField';
import { useSuggestionsOf } from '../forms/completion';
import { FieldAt } from '../forms/FieldAt';
import { problemsInside, worstOf } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { SuggestInput, TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { Checkbox, Input, Select } from '../parts/Input';
import { useDocument, useEditor, useScene, useSelection } from '../state/session';
import { Field } from '../ui/Field';
import { givenNames, planChange, templateOf } from './changes';
import styles from './Inspector.module.css';
import { PairsEditor } from './PairsEditor';
import { HumanFields, type NodeFieldsProps, ParamFields } from './ParamFields';
import { VariablesEditor } from './VariablesEditor';

interface TypeFieldsProps extends Omit<NodeFieldsProps, 'node'> {
  readonly shown: NodeCard;
}

/** What a node of its type is given and does: a form that the type has of its own, else one that is made of its schema. */
export function TypeFields(props: TypeFieldsProps) {
  const { shown, ...rest } = props;
  return (
    byType(FORMS, shown.node, props) ?? (
      <>
        <GivenField node={shown.node} {...rest} />
        <ParamFields node={shown.node} {...rest} />
      </>
    )
  );
}

const FORMS: ByType<[props: TypeFieldsProps], ReactNode> = {
  START: (_, { shown, disabled }) => <StartFields shown={shown} disabled={disabled} />,
  END: (node, props) => <EndFields {...props} node={node} />,
  CAPABILITY: (node, props) => <CapabilityFields {...props} node={node} />,
  HUMAN_INPUT: (node, props) => <HumanFields {...props} node={node} />,
  DELAY: (node, props) => <DelayFields {...props} node={node} />,
  TRY_CATCH: (node, props) => <TryFields {...props} node={node} />,
  SUB_PLAN: (node, props) => <SubPlanFields {...props} node={node} />,
};

/** The input of a node whose type takes one value: a text with expressions, or JSON. Nothing for the others. */
function GivenField({ node, disabled, problems, onChange }: NodeFieldsProps) {
  const title = NODE_TYPES[node.type].inputTitle;
  if (title === undefined) return null;
  const value: { readonly input?: Json } = node.input === undefined ? {} : { input: node.input };
  return (
    <SchemaForm
      schema={{ type: 'object', properties: { input: { title } } }}
      value={value}
      mode="template"
      disabled={disabled}
      problems={problemsInside(problems, '')}
      onChange={onChange}
    />
  );
}

/** Where the plan begins: what it is asked with. Only the START of the plan itself has inputs (V1). */
function StartFields({ shown, disabled }: Pick<TypeFieldsProps, 'shown' | 'disabled'>) {
  const editor = useEditor();
  const open = useScene((scene) => scene.open);
  if (shown.parent !== null || open?.kind !== 'capability' || open.variables === 'open') {
    return <p className={styles.muted}>Its scope begins here.</p>;
  }
  return (
    <VariablesEditor
      title="The plan is asked with"
      scope="IN"
      variables={open.variables}
      disabled={disabled}
      onChange={planChange(editor, open.id)}
    />
  );
}

/** What an END gives as the result of its scope, and what it ends. */
function EndFields({ node, disabled, problems, onChange }: NodeFieldsProps<'END'>) {
  const variables = useScene((scene) => scene.plan?.variables);
  const names = givenNames(variables);
  const result = jsonOf(node.params ?? {}).result ?? {};
  const params = <ParamFields node={node} disabled={disabled} problems={problems} onChange={onChange} />;
  if (!isJsonObject(result)) return params;
  return (
    <>
      <FieldAt of={['params', 'result']}>
        <PairsEditor
          title="Output"
          what="Name of the result"
          add="Add a result"
          pairs={result}
          language="template"
          names={names}
          initial={(name) => templateOf(name, names)}
          disabled={disabled}
          problems={problemsInside(problems, '/params/result')}
          onChange={(inside, value) => onChange(['params', 'result', ...inside], value)}
        />
      </FieldAt>
      <ParamFields
        node={node}
        disabled={disabled}
        omit={['result']}
        problems={problems}
        onChange={onChange}
      />
    </>
  );
}

/** Which capability is called, and its input as a form made from its schema; every value may hold `{{ }}`. */
function CapabilityFields({ node, disabled, problems, onChange }: NodeFieldsProps<'CAPABILITY'>) {
  const { catalogue } = useEditor();
  const capabilities = useSuggestionsOf('capability');
  const descriptor = catalogue.get(node.params.capability);
  const { input } = node;
  const ofInput = problemsInside(problems, '/input');
  const fitsForm = isJsonObject(descriptor?.input.properties) && (input === undefined || isJsonObject(input));
  return (
    <>
      <FieldAt of={['params', 'capability']}>
        <Field
          label="Capability"
          hint={descriptor?.description}
          problem={worstOf(problemsInside(problems, '/params/capability'))}
        >
          {(ids) => (
            <SuggestInput
              {...ids}
              mono
              required
              disabled={disabled}
              suggestions={capabilities}
              value={node.params.capability}
              onCommit={(capability) => onChange(['params', 'capability'], capability)}
            />
          )}
        </Field>
      </FieldAt>
      <FieldAt of="input">
        {descriptor !== undefined && fitsForm ? (
          <SchemaForm
            schema={descriptor.input}
            value={isJsonObject(input) ? input : {}}
            mode="template"
            disabled={disabled}
            problems={ofInput}
            onChange={(inside, value) => onChange(['input', ...inside], value)}
          />
        ) : (
          <Field label="Input" aside="JSON" problem={worstOf(ofInput)}>
            {(ids) => (
              <JsonInput
                {...ids}
                disabled={disabled}
                value={input}
                onCommit={(value) => onChange(['input'], value)}
              />
            )}
          </Field>
        )}
      </FieldAt>
    </>
  );
}

/** Which plan a SUB_PLAN runs, with a way into it, and what its inputs are given. */
function SubPlanFields(props: NodeFieldsProps<'SUB_PLAN'>) {
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
        { ...schema, title: id, ...present({ default: usual }) },
      ]),
    ),
  };
}

const OPTIONAL = [
  ['catch', 'Catches errors'],
  ['finally', 'Has something that is always done'],
] as const satisfies readonly (readonly [BodyName, string])[];

/** Which bodies a TRY_CATCH has: without a catch the error stays (R12). */
function TryFields(props: NodeFieldsProps<'TRY_CATCH'>) {
  const { node, disabled, onChange } = props;
  const bodies = new Map(bodiesOf(node).map(({ name, body }) => [name, body]));
  return (
    <>
      <ParamFields {...props} />
      <fieldset className={styles.stack} disabled={disabled} aria-label="Bodies">
        {OPTIONAL.map(([name, label]) => {
          const nodes = bodies.get(name)?.nodes.length ?? 0;
          return (
            <Checkbox
              key={name}
              label={nodes > 0 ? `${label} (empty it to take it away)` : label}
              checked={bodies.has(name)}
              disabled={nodes > 0}
              onChange={({ target }) =>
                onChange([name], target.checked ? { nodes: [], edges: [] } : undefined)
              }
            />
          );
        })}
      </fieldset>
    </>
  );
}

const AN_HOUR = 3_600_000;

/** A DELAY waits for a while, or until a moment, never both. */
function DelayFields(props: NodeFieldsProps<'DELAY'>) {
  const { node, disabled, problems, onChange } = props;
  const { until } = node.params;
  const choose = (choice: string) =>
    onChange(['params'], choice === 'until' ? { until: momentText(Date.now() + AN_HOUR) } : { forMs: 1_000 });
  return (
    <>
      <FieldAt of="params">
        <Field label="Waits">
          {(ids) => (
            <Select
              {...ids}
              disabled={disabled}
              value={until === undefined ? 'for' : 'until'}
              onChange={({ target }) => choose(target.value)}
            >
              <option value="for">For a while</option>
              <option value="until">Until a moment</option>
            </Select>
          )}
        </Field>
      </FieldAt>
      {until === undefined ? (
        <ParamFields {...props} omit={['until']} />
      ) : (
        <FieldAt of={['params', 'until']}>
          <Field
            label="Until"
            hint={`${new Date(until).toLocaleString()} in your time.`}
            problem={worstOf(problemsInside(problems, '/params/until'))}
          >
            {(ids) => (
              <>
                <Input
                  {...ids}
                  type="datetime-local"
                  step={1}
                  disabled={disabled}
                  value={localText(until)}
                  onChange={({ target }) => {
                    const at = new Date(target.value).getTime();
                    if (!Number.isNaN(at)) onChange(['params', 'until'], momentText(at));
                  }}
                />
                <div className={styles.second}>
                  <TextInput
                    aria-label="As it is written, RFC 3339"
                    mono
                    disabled={disabled}
                    value={until}
                    onCommit={(text) => onChange(['params', 'until'], text.trim())}
                  />
                </div>
              </>
            )}
          </Field>
        </FieldAt>
      )}
    </>
  );
}

/** `2031-05-01T08:00:00Z`: to the second, in UTC. */
function momentText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** The same moment as the browser's own control wants it: local, without a zone. */
function localText(until: string): string {
  const at = new Date(until);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
