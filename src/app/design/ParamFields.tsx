import { useMemo } from 'react';
import { type Diagnostic, isJsonObject, type Json, jsonOf } from '#base';
import {
  NODE_TYPES,
  type NodeOf,
  type NodeTypeName,
  notRunYet,
  type PlanNode,
  paramsSchema,
  titleOf,
} from '#plan';
import type { NodeCard } from '#projection';
import { useSuggestionsOf } from '../forms/completion';
import { FieldAt } from '../forms/FieldAt';
import type { Change, Control, ControlProps } from '../forms/form';
import { problemsInside } from '../forms/formProblems';
import { SchemaForm } from '../forms/SchemaForm';
import { kindOf } from '../forms/schema';
import { SuggestInput, TextInput } from '../forms/TextInput';
import { readNumber } from '../forms/typedValues';

import { Checkbox, Select } from '../parts/Input';
import { useScene, useSelection } from '../state/session';
import styles from './Inspector.module.css';
import { MoreFields } from './InspectorParts';
import { ParserChoice, PlannerChoice, PromptChoice, WorkspacePrompt } from './ItemChoices';

/** Parameters that are edited by something else than a field for their schema. */
const CONTROLS: Readonly<Partial<Record<PlanNode['type'], Readonly<Record<string, Control>>>>> = {
  PLANNER: { planner: PlannerChoice, prompt: PromptChoice, parser: ParserChoice },
  GROUP: { completion: EnoughChoice, merge: MergeChoice },
  ITERATOR: { completion: EnoughChoice, merge: MergeChoice },
  JOIN: { need: EnoughChoice },
  CANCEL: { nodes: SiblingsChoice },
  PLAN_EXECUTOR: { replan: ReplanChoice },
  FILL_TEMPLATE: { prompt: WorkspacePrompt },
};

/** What every form of a node is given. */
export interface NodeFieldsProps<Type extends NodeTypeName = NodeTypeName> {
  readonly node: NodeOf<Type>;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

interface ParamFieldsProps extends NodeFieldsProps {
  /** Parameters that something else edits. */
  readonly omit?: readonly string[];
}

/** The parameters of a node, as a form made from the schema of its type (L1). What is not run yet is not offered. */
export function ParamFields({ node, disabled, omit, problems, onChange }: ParamFieldsProps) {
  const schema = useMemo(() => paramsSchema(node.type), [node.type]);
  const later = useMemo(() => notRunYet(node.type), [node.type]);
  const params = useMemo(() => jsonOf(node.params ?? {}), [node.params]);
  const { firstParams, isIdle } = NODE_TYPES[node.type];
  const isSet = (name: string) => Object.hasOwn(params, name);
  const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {}).filter(
    (name) => !omit?.includes(name) && (isSet(name) || (!later.fields.has(name) && !isIdle(node, name))),
  );
  if (names.length === 0) return null;
  const first = (firstParams ?? names).filter((name) => names.includes(name));
  const shown = [...first, ...names.filter((name) => !first.includes(name) && isSet(name))];
  const rest = names.filter((name) => !shown.includes(name));
  const form = (only: readonly string[]) => (
    <SchemaForm
      schema={schema}
      value={params}
      mode="literal"
      controls={CONTROLS[node.type]}
      later={later.choices}
      only={only}
      disabled={disabled}
      problems={problemsInside(problems, '/params')}
      onChange={(inside, value) =>
        node.type === 'FILL_TEMPLATE' && inside[0] === 'prompt'
          ? onChange(['params'], value === undefined ? { template: '' } : { prompt: value })
          : onChange(['params', ...inside], value)
      }
    />
  );
  return (
    <FieldAt of="params">
      {form(shown)}
      {rest.length > 0 && (
        <MoreFields title="More settings" holds={rest}>
          {form(rest)}
        </MoreFields>
      )}
    </FieldAt>
  );
}

const ENOUGH = 'N_OF';
const FIRST = 2;

/** When a JOIN or a container is complete: one of the words, or so and so many (`N_OF(2)`). */
function EnoughChoice({ ids, field, value, later, onChange }: ControlProps) {
  const kind = kindOf(field.schema);
  const options = kind.kind === 'suggest' || kind.kind === 'choice' ? kind.options : [];
  const usual = typeof field.default === 'string' ? field.default : '';
  const number = /^N_OF\((\d+)\)$/.exec(typeof value === 'string' ? value : '')?.[1];
  const choose = (choice: string) => {
    if (choice === ENOUGH) onChange(`N_OF(${FIRST})`);
    else onChange(choice === usual ? undefined : choice);
  };
  return (
    <>
      <Select
        {...ids}
        value={number === undefined ? (typeof value === 'string' ? value : usual) : ENOUGH}
        onChange={({ target }) => choose(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={later.has(option.value)}>
            {later.has(option.value) ? `${option.title} (not in this version)` : option.title}
          </option>
        ))}
        <option value={ENOUGH}>A number of them have succeeded…</option>
      </Select>
      {number !== undefined && (
        <div className={styles.second}>
          <TextInput
            aria-label="How many"
            inputMode="numeric"
            disabled={ids.disabled}
            value={number}
            onCommit={(text) => {
              const read = readNumber(text, { integer: true, minimum: 1 });
              return read.ok ? onChange(`N_OF(${read.value})`) : read.problem;
            }}
          />
        </div>
      )}
    </>
  );
}

/** Which of the nodes beside it a CANCEL cancels (R16): each by its name, with a box to tick. */
function SiblingsChoice({ ids, value, onChange }: ControlProps) {
  const focus = useSelection((selection) => selection.focus);
  const nodes = useScene((scene) => scene.graph.nodes);
  const own = nodes.find(({ key }) => key === focus);
  const beside = nodes.filter(
    (node): node is NodeCard =>
      node.type !== 'STATE' &&
      node.parent === own?.parent &&
      node !== own &&
      !STILL.has(node.type) &&
      node.lane === null,
  );
  const chosen = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  const there = new Set(beside.map(({ node }) => node.id));
  const gone = chosen.filter((id) => !there.has(id));
  const toggle = (id: string, on: boolean) => {
    const next: Json = on
      ? [...chosen.filter((one) => there.has(one)), id]
      : chosen.filter((one) => one !== id);
    onChange(next);
  };
  return (
    <fieldset id={ids.id} className={styles.stack} disabled={ids.disabled} aria-label="Cancels">
      {beside.map(({ node }) => (
        <Checkbox
          key={node.id}
          label={titleOf(node)}
          checked={chosen.includes(node.id)}
          // A CANCEL that cancels nothing cannot be kept.
          disabled={chosen.length === 1 && chosen.includes(node.id)}
          onChange={({ target }) => toggle(node.id, target.checked)}
        />
      ))}
      {gone.map((id) => (
        <Checkbox
          key={id}
          label={`${id} (not here)`}
          checked
          disabled={chosen.length === 1}
          onChange={() => toggle(id, false)}
        />
      ))}
      {beside.length === 0 && <p className={styles.muted}>There is nothing next to it yet.</p>}
    </fieldset>
  );
}

/** What is never waited for or worked at. */
const STILL: ReadonlySet<string> = new Set(['START', 'NOTE', 'END']);

const CAPABILITY = 'CAPABILITY';

/** How what branches wrote becomes one (R21): by one of the rules, or by a capability. */
function MergeChoice({ ids, field, value, later, onChange }: ControlProps) {
  const capabilities = useSuggestionsOf('capability');
  const kind = kindOf(field.schema);
  const options = kind.kind === 'suggest' || kind.kind === 'choice' ? kind.options : [];
  const usual = typeof field.default === 'string' ? field.default : '';
  const called = /^CAPABILITY\((.+)\)$/.exec(typeof value === 'string' ? value : '')?.[1];
  const choose = (choice: string) => {
    if (choice === CAPABILITY) onChange(`CAPABILITY(${capabilities[0]?.value ?? 'echo'})`);
    else onChange(choice === usual ? undefined : choice);
  };
  return (
    <>
      <Select
        {...ids}
        value={called === undefined ? (typeof value === 'string' ? value : usual) : CAPABILITY}
        onChange={({ target }) => choose(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={later.has(option.value)}>
            {later.has(option.value) ? `${option.title} (not in this version)` : option.title}
          </option>
        ))}
        <option value={CAPABILITY}>A capability decides…</option>
      </Select>
      {called !== undefined && (
        <div className={styles.second}>
          <SuggestInput
            aria-label="Capability that merges"
            mono
            disabled={ids.disabled}
            suggestions={capabilities}
            value={called}
            onCommit={(id) => onChange(`CAPABILITY(${id})`)}
          />
        </div>
      )}
    </>
  );
}

/** Whether the planner of a plan in progress is asked for another (P9), and when. Without settings the usual ones count. */
function ReplanChoice({ ids, field, value, onChange }: ControlProps) {
  const settings = isJsonObject(value) ? value : null;
  return (
    <>
      <Select
        {...ids}
        value={settings === null ? 'off' : 'on'}
        onChange={({ target }) => onChange(target.value === 'on' ? {} : undefined)}
      >
        <option value="off">Never</option>
        <option value="on">When the plan is in doubt</option>
      </Select>
      {settings !== null && (
        <div className={styles.second}>
          <SchemaForm
            schema={field.schema}
            value={settings}
            mode="literal"
            disabled={ids.disabled}
            onChange={([name = ''], next) => {
              const { [name]: _before, ...others } = settings;
              return onChange(next === undefined ? others : { ...others, [name]: next });
            }}
          />
        </div>
      )}
    </>
  );
}
