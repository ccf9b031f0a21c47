import type { Diagnostic, JsonObject } from '#base';
import type { PlanNode } from '#plan';
import type { Change } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { asJson } from './asJson';
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
  },
};

/** A retry that has only its waits still needs a number of attempts. */
const ATTEMPTS = 3;

/** What happens when it fails, retries, a timeout, whether it is switched off. */
export function GeneralFields({ node, disabled, problems, onChange }: Props) {
  const value = asJson(node);
  const change: Change = (path, next) => {
    const [field, inside] = path;
    if (field !== 'retry' || next === undefined || node.retry !== undefined) return onChange(path, next);
    return onChange(['retry'], { maxAttempts: ATTEMPTS, [String(inside)]: next });
  };
  const isSet = node.retry !== undefined || node.timeoutMs !== undefined || node.disabled !== undefined;
  const waits = node.type === 'HUMAN_INPUT' ? ['retry', 'disabled'] : ['retry', 'timeoutMs', 'disabled'];
  const form = { value, mode: 'literal' as const, disabled, problems, onChange: change };
  return (
    <>
      <SchemaForm {...form} schema={FAILING} />
      <MoreFields title="Retry, timeout, switch off" open={isSet}>
        <SchemaForm {...form} schema={REST} only={waits} />
      </MoreFields>
    </>
  );
}
