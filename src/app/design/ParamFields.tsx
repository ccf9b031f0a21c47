import { useMemo } from 'react';
import {
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOf,
  own,
  present,
  problem,
  setAt,
} from '#base';
import { NODE_TYPES, type NodeOf, type NodeTypeName, notRunYet, type PlanNode, paramsSchema } from '#plan';
import type { NodeCard } from '#projection';
import { useSuggestionsOf } from '../forms/completion';
import { FieldAt } from '../forms/FieldAt';
import { type Change, type Control, type ControlProps, problemsInside } from '../forms/form';
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
      {beside.map(({ node, title }) => (
        <Checkbox
          key={node.id}
          label={title}
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

/** What a person is asked: a message, buttons, and a form. A plain form is a list of fields; any other is its schema. */
export function HumanFields({ node, disabled, problems, onChange }: NodeFieldsProps<'HUMAN_INPUT'>) {
  const fields = askedFields(jsonOf(node.params).schema);
  const changeFields: Change = (inside, value) => {
    const next = setAt({ fields: fields ?? [] }, inside, value).fields ?? [];
    const names = Array.isArray(next) ? next.map(nameOf) : [];
    const doubled = names.find((name, at) => names.indexOf(name) !== at || name === '');
    if (doubled !== undefined) return notFree(doubled);
    return onChange(['params', 'schema'], Array.isArray(next) ? schemaOfFields(next) : undefined);
  };
  const params = { node, disabled, problems, onChange };
  if (fields === null) return <ParamFields {...params} />;
  return (
    <>
      <ParamFields {...params} omit={['schema', 'timeoutMs']} />
      <FieldAt of={['params', 'schema']}>
        <SchemaForm
          schema={ASKED_FIELDS}
          value={{ fields }}
          mode="literal"
          disabled={disabled}
          onChange={changeFields}
        />
      </FieldAt>
      <ParamFields {...params} omit={['message', 'decisions', 'schema']} />
    </>
  );
}

function nameOf(field: Json): string {
  return typeof field === 'object' && field !== null && 'name' in field ? String(field.name) : '';
}

function notFree(name: string): Diagnostic {
  return name === ''
    ? problem('NAME_MISSING', 'A field needs a name.', 'Give it one: the answer has it as its key.')
    : problem('NAME_TAKEN', `The form has a field “${name}” already.`, 'Choose another name.');
}

/** One field of a form that a person fills in, as its author lists it. */
type AskedField = {
  readonly name: string;
  readonly type: string;
  readonly title?: string;
  readonly choices?: readonly string[];
  readonly required?: boolean;
};

/** The form in which those fields are listed: a form about a form. */
export const ASKED_FIELDS: JsonObject = {
  type: 'object',
  properties: {
    fields: {
      type: 'array',
      title: 'Form',
      items: {
        type: 'object',
        required: ['name', 'type'],
        properties: {
          name: { type: 'string', title: 'Name' },
          title: { type: 'string', title: 'Label' },
          type: {
            title: 'Type',
            enum: ['string', 'multiline', 'number', 'integer', 'boolean', 'choice'],
            titles: {
              string: 'Text',
              multiline: 'Long text',
              number: 'Number',
              integer: 'Whole number',
              boolean: 'Yes or no',
              choice: 'Choice',
            },
          },
          choices: {
            type: 'array',
            items: { type: 'string' },
            title: 'Choices',
            description: 'For the type “Choice”.',
          },
          required: { type: 'boolean', title: 'Required' },
        },
      },
    },
  },
};

/** The fields of a JSON Schema that is a plain form; null when it says more than such a list can. */
export function askedFields(schema: Json | undefined): readonly AskedField[] | null {
  if (schema === undefined) return [];
  if (!isJsonObject(schema) || !hasOnly(schema, ['type', 'properties', 'required'])) return null;
  const { properties = {}, required = [] } = schema;
  if (schema.type !== 'object' || !isJsonObject(properties) || !isNames(required)) return null;
  const fields = Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, required.includes(name)),
  );
  const whole = fields.flatMap((field) => field ?? []);
  const isWhole = whole.length === fields.length && required.every((name) => own(properties, name));
  return isWhole ? whole : null;
}

/** The JSON Schema of such a form; none when nothing is asked. `askedFields` reads it back. */
export function schemaOfFields(fields: readonly Json[]): JsonObject | undefined {
  if (fields.length === 0) return undefined;
  const rows = fields.filter((field) => isJsonObject(field));
  const required = rows.filter((row) => row.required === true).map(({ name }) => String(name));
  const properties = rows.map((row): [string, JsonObject] => [String(row.name), propertyOf(row)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
}

function fieldOf(name: string, property: Json, isRequired: boolean): AskedField | null {
  if (!isJsonObject(property) || !hasOnly(property, ['type', 'title', 'format', 'enum'])) return null;
  const { title, format, enum: choices } = property;
  const type = typeOf(property);
  if (type === null || (title !== undefined && typeof title !== 'string')) return null;
  if (format !== undefined && type !== 'multiline') return null;
  return {
    name,
    ...present({ title }),
    type,
    ...(type === 'choice' && isNames(choices) ? { choices } : {}),
    ...(isRequired ? { required: true } : {}),
  };
}

function typeOf({ type, format, enum: choices }: JsonObject): string | null {
  if (choices !== undefined) return type === 'string' && isNames(choices) ? 'choice' : null;
  if (type === 'string') return format === 'multiline' ? 'multiline' : 'string';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : null;
}

function propertyOf({ title, type, choices }: JsonObject): JsonObject {
  const label = typeof title === 'string' ? { title } : {};
  if (type === 'multiline') return { type: 'string', format: 'multiline', ...label };
  if (type === 'choice') return { type: 'string', enum: Array.isArray(choices) ? choices : [], ...label };
  return { type: typeof type === 'string' ? type : 'string', ...label };
}

function isNames(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function hasOnly(object: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(object).every((key) => keys.includes(key));
}
