import { type Diagnostic, isJsonObject, type JsonObject } from '#base';
import { generalSchema, NODE_TYPES, type NodeOf, type PlanNode } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change, ControlProps } from '../forms/form';
import { problemsInside, worstOf } from '../forms/formProblems';
import { NamesInput } from '../forms/NamesInput';
import { SchemaForm } from '../forms/SchemaForm';
import { TextInput } from '../forms/TextInput';
import { Input, Select } from '../parts/Input';
import { useDocument } from '../state/session';
import { Field } from '../ui/Field';
import styles from './Inspector.module.css';
import { MoreFields } from './MoreFields';
import { ParamFields } from './ParamFields';
import { asJson } from './ValuesTab';

interface GeneralFieldsProps {
  readonly node: PlanNode;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What every node may have (L2). Its one difference from the document: a retry need not say how many attempts. */
const GENERAL = withoutCount(generalSchema());

const FAILING = ['onError'] as const satisfies readonly (keyof PlanNode)[];

const ADVANCED = [
  'retry',
  'timeoutMs',
  'disabled',
  'mutex',
  'cancelOn',
  'background',
  'features',
] as const satisfies readonly (keyof PlanNode)[];

/** Whether the document says anything of these, also where the type makes no use of it: then it can be taken away. */
export function hasGeneralFields(node: PlanNode): boolean {
  return [...FAILING, ...ADVANCED].some((field) => node[field] !== undefined);
}

const CONTROLS = { features: FeatureChoice };

/** A retry that has only its waits still needs a number of attempts. */
const ATTEMPTS = 3;

/** What happens when it fails, and, folded, all that few nodes need (L2). */
export function GeneralFields({ node, disabled, problems, onChange }: GeneralFieldsProps) {
  const value = asJson(node);
  const change: Change = (path, next) => {
    const [field, inside] = path;
    if (field !== 'retry' || next === undefined || node.retry !== undefined) return onChange(path, next);
    return onChange(['retry'], { maxAttempts: ATTEMPTS, [String(inside)]: next });
  };
  const hasFeatures = useDocument(({ workspace }) => workspace.features.length > 0);
  const fields = ADVANCED.filter((field) => {
    if (node[field] !== undefined) return true;
    if (field === 'timeoutMs' && NODE_TYPES[node.type].boundsItself) return false;
    // It is what the node is.
    if (field === 'retry' && node.type === 'RETRY') return false;
    return field !== 'features' || hasFeatures;
  });
  const isSet = ADVANCED.some((field) => node[field] !== undefined);
  const form = { value, mode: 'literal' as const, disabled, problems, onChange: change };
  return (
    <>
      <SchemaForm {...form} schema={GENERAL} only={FAILING} />
      <MoreFields title="Retry, timeout, switch off" holds={fields} open={isSet}>
        <SchemaForm {...form} schema={GENERAL} only={fields} controls={CONTROLS} />
      </MoreFields>
    </>
  );
}

/** A node without a retry has one attempt, and the form gives a number of attempts to one that is begun elsewhere. */
function withoutCount(schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const retry = isJsonObject(properties.retry) ? properties.retry : {};
  const fields = isJsonObject(retry.properties) ? retry.properties : {};
  const attempts = isJsonObject(fields.maxAttempts) ? fields.maxAttempts : {};
  return {
    ...schema,
    properties: {
      ...properties,
      retry: {
        ...retry,
        required: [],
        properties: { ...fields, maxAttempts: { ...attempts, default: 1 } },
      },
    },
  };
}

/** Which features of the workspace stand beside the node (L4), by their ids. */
export function FeatureChoice({ ids, value, onChange }: Pick<ControlProps, 'ids' | 'value' | 'onChange'>) {
  const features = useDocument(({ workspace }) => workspace.features);
  const chosen = Array.isArray(value)
    ? value.flatMap((one) => (isJsonObject(one) && typeof one.feature === 'string' ? [one.feature] : []))
    : [];
  return (
    <NamesInput
      {...ids}
      suggestions={features.map(({ id, name, phase, kind }) => ({
        value: id,
        note: name ?? `${phase} ${kind}`,
      }))}
      value={chosen}
      onCommit={(names) => onChange(names?.map((feature) => ({ feature })))}
    />
  );
}

interface DelayFieldsProps {
  readonly node: NodeOf<'DELAY'>;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

const AN_HOUR = 3_600_000;

/** A DELAY waits for a while, or until a moment, never both. */
export function DelayFields(props: DelayFieldsProps) {
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
