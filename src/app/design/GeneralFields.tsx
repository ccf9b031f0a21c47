import { type Diagnostic, isJsonObject, type JsonObject } from '#base';
import { generalSchema, NODE_TYPES, type PlanNode } from '#plan';
import type { Change, ControlProps } from '../forms/form';
import { NamesInput } from '../forms/NamesInput';
import { SchemaForm } from '../forms/SchemaForm';
import { useDocument } from '../state/session';
import { MoreFields } from './MoreFields';
import { asJson } from './ValuesTab';

interface Props {
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
export function GeneralFields({ node, disabled, problems, onChange }: Props) {
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
