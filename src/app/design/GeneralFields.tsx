import type { Diagnostic, JsonObject } from '#base';
import { isFieldRunYet, type PlanNode } from '#plan';
import type { Change } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { useDocument } from '../state/session';
import { asJson } from './asJson';
import { FeatureChoice } from './FeatureChoice';
import { MoreFields } from './MoreFields';

interface Props {
  readonly node: PlanNode;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What every node may have (L2), as the form shows it. The document's schema has more; this is what people set. */
const FAILING: JsonObject = {
  type: 'object',
  properties: {
    onError: {
      enum: ['fail', 'continue', 'route'],
      default: 'fail',
      title: 'If it fails',
      titles: { fail: 'The run fails', continue: 'Go on without it', route: 'Take the error port' },
    },
  },
};

const REST: JsonObject = {
  type: 'object',
  properties: {
    retry: {
      type: 'object',
      title: 'Try again',
      properties: {
        maxAttempts: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          title: 'Attempts, the first included',
          default: 1,
        },
        initialIntervalMs: { type: 'integer', minimum: 0, title: 'First wait (ms)', default: 1000 },
        backoffCoefficient: { type: 'number', minimum: 1, title: 'Each wait longer by', default: 2 },
        maxIntervalMs: { type: 'integer', minimum: 0, title: 'Longest wait (ms)' },
        nonRetryable: { type: 'array', items: { type: 'string' }, title: 'Codes that fail at once' },
      },
    },
    timeoutMs: { type: 'integer', minimum: 1, title: 'Most time for one attempt (ms)' },
    disabled: {
      enum: ['skip', 'pass'],
      title: 'Switched off',
      titles: { '': 'No', skip: 'Yes, and what follows it too', pass: 'Yes, and what follows goes on' },
    },
    mutex: {
      type: 'string',
      title: 'One at a time, under the name',
      description: 'Of the nodes with one name only one works at a time; the others wait their turn.',
    },
    cancelOn: {
      type: 'string',
      title: 'Cancelled by the signal',
      description: 'Also before it has begun.',
    },
    background: {
      type: 'boolean',
      title: 'Goes on in the background',
    },
    features: {
      type: 'array',
      items: { type: 'object' },
      title: 'Features',
      description: 'Guards that may refuse it, observers that are told.',
    },
  },
};

const ADVANCED = [
  'retry',
  'timeoutMs',
  'disabled',
  'mutex',
  'cancelOn',
  'background',
  'features',
] as const satisfies readonly (keyof PlanNode)[];

/** Their time is one of their parameters (L9). */
const WAITS: ReadonlySet<PlanNode['type']> = new Set(['HUMAN_INPUT', 'EVENT_WAIT']);

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
    if (field === 'timeoutMs' && WAITS.has(node.type)) return false;
    // It is what the node is.
    if (field === 'retry' && node.type === 'RETRY') return false;
    return isFieldRunYet(field) && (field !== 'features' || hasFeatures);
  });
  const isSet = ADVANCED.some((field) => node[field] !== undefined);
  const form = { value, mode: 'literal' as const, disabled, problems, onChange: change };
  return (
    <>
      <SchemaForm {...form} schema={FAILING} />
      <MoreFields title="Retry, timeout, switch off" open={isSet}>
        <SchemaForm {...form} schema={REST} only={fields} controls={CONTROLS} />
      </MoreFields>
    </>
  );
}
