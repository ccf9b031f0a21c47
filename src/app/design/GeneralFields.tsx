import type { JsonObject } from '#base';
import type { PlanNode } from '#plan';
import { SchemaForm } from '../forms/SchemaForm';
import { Field } from '../parts/Field';
import { Input, Select } from '../parts/Input';
import { asJson } from './asJson';
import { MoreFields } from './MoreFields';

interface Props {
  readonly node: PlanNode;
  readonly disabled: boolean;
  readonly onField: (name: string, value: JsonObject[string] | undefined) => void;
}

/** The form of `retry` (L2). The schema of the document has more; this is what people set by hand. */
const RETRY: JsonObject = {
  type: 'object',
  required: ['maxAttempts'],
  properties: {
    maxAttempts: { type: 'integer', minimum: 1, title: 'Attempts, the first included' },
    initialIntervalMs: { type: 'integer', minimum: 0, title: 'First wait (ms)' },
    backoffCoefficient: { type: 'number', minimum: 1, title: 'Back-off factor' },
    maxIntervalMs: { type: 'integer', minimum: 0, title: 'Longest wait (ms)' },
    nonRetryable: { type: 'array', items: { type: 'string' }, title: 'Codes that fail at once' },
  },
};

/** What every node may have (L2): what happens when it fails, retries, a timeout, whether it is switched off. */
export function GeneralFields({ node, disabled, onField }: Props) {
  const { retry } = node;
  return (
    <>
      <Field label="If it fails">
        {(ids) => (
          <Select
            {...ids}
            disabled={disabled}
            value={node.onError ?? 'fail'}
            onChange={({ target }) => onField('onError', target.value === 'fail' ? undefined : target.value)}
          >
            <option value="fail">the run fails</option>
            <option value="continue">go on without it</option>
            <option value="route">take the error port</option>
          </Select>
        )}
      </Field>
      <MoreFields
        title="Retry, timeout, switch off"
        open={retry !== undefined || node.timeoutMs !== undefined || node.disabled !== undefined}
      >
        <Field label="Try again">
          {(ids) => (
            <Select
              {...ids}
              disabled={disabled}
              value={retry === undefined ? 'no' : 'yes'}
              onChange={({ target }) =>
                onField('retry', target.value === 'yes' ? { maxAttempts: 3 } : undefined)
              }
            >
              <option value="no">no</option>
              <option value="yes">yes, when it fails</option>
            </Select>
          )}
        </Field>
        {retry !== undefined && (
          <SchemaForm
            schema={RETRY}
            value={asJson(retry)}
            mode="literal"
            disabled={disabled}
            onChange={(next) => onField('retry', next)}
          />
        )}
        <Field label="Timeout of one attempt (ms)" hint="Empty: none.">
          {(ids) => (
            <Input
              {...ids}
              type="number"
              min={1}
              disabled={disabled}
              value={node.timeoutMs ?? ''}
              onChange={({ target }) =>
                onField('timeoutMs', Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)
              }
            />
          )}
        </Field>
        <Field label="Switched off">
          {(ids) => (
            <Select
              {...ids}
              disabled={disabled}
              value={node.disabled ?? ''}
              onChange={({ target }) => onField('disabled', target.value === '' ? undefined : target.value)}
            >
              <option value="">no, it runs</option>
              <option value="skip">yes, and what follows it too</option>
              <option value="pass">yes, and what follows goes on</option>
            </Select>
          )}
        </Field>
      </MoreFields>
    </>
  );
}
