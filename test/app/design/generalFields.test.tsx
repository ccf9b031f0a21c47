import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { isJsonObject, type JsonObject } from '#base';
import { generalSchema, newNode, type PlanNode } from '#plan';
import { GeneralFields } from '../../../src/app/design/NodeSetup';
import { fieldsOf } from '../../../src/app/forms/schema';

vi.mock('../../../src/app/state/session', () => ({
  useDocument: (select: (state: object) => unknown) =>
    select({ workspace: { features: [{ id: 'guard', name: 'A guard', kind: 'observer' }] } }),
}));

const EVERYTHING: Partial<PlanNode> = {
  onError: 'continue',
  retry: {
    maxAttempts: 4,
    initialIntervalMs: 2,
    backoffCoefficient: 3,
    maxIntervalMs: 5,
    jitter: 0.25,
    nonRetryable: ['X'],
  },
  timeoutMs: 6,
  disabled: 'pass',
  mutex: 'bench',
  cancelOn: 'bell',
  background: true,
  features: [{ feature: 'guard' }],
};

const inside = (value: JsonObject | undefined, name: string): JsonObject => {
  const found = value?.[name];
  return isJsonObject(found) ? found : {};
};

describe('fault B8 what every node may have is asked for as its schema says it', () => {
  const schema = generalSchema();
  const retry = inside(inside(schema, 'properties'), 'retry');
  const fields = [...fieldsOf(schema), ...fieldsOf(retry)];

  it('each has a title of its own', () => {
    expect(fields.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(EVERYTHING), ...Object.keys(EVERYTHING.retry ?? {})].sort(),
    );
    expect(fields.filter(({ schema: own }) => typeof own.title !== 'string')).toEqual([]);
  });

  it('each has a field with that title, jitter included, and what it is', () => {
    const node: PlanNode = { ...newNode('TRANSFORM', new Set()), ...EVERYTHING } as PlanNode;
    const html = renderToStaticMarkup(
      <GeneralFields node={node} disabled={false} problems={[]} onChange={() => null} />,
    );
    for (const { title } of fields) expect(html).toContain(title);
    const jitter = /<label[^>]* for="([^"]+)"[^>]*>Jitter, as a share of the wait/.exec(html)?.[1];
    expect(jitter).toBeDefined();
    expect(html).toMatch(new RegExp(`<input[^>]*id="${jitter}"[^>]*value="0.25"`));
  });
});
