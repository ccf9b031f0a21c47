import { expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { compile } from '#compile';
import { check, read, readBody, readPlan } from '#plan';
import { catalogue } from '../notation/catalogue';

/** A call inside so many groups. */
function nested(containers: number): JsonObject {
  let nodes: JsonObject[] = [{ id: 'look', type: 'CAPABILITY', params: { capability: 'echo' } }];
  for (let left = containers; left > 0; left--)
    nodes = [{ id: `g${left}`, type: 'GROUP', params: { mode: 'SYNC' }, body: { nodes, edges: [] } }];
  return { id: 'main', kind: 'capability', variables: [], nodes, edges: [] };
}

test.each([17, 18, 19, 20, 21, 22, 60])(
  'T4 fault S9 %i containers inside each other: one code and one number, at every door',
  (containers) => {
    const plan = nested(containers);
    const whole = { format: 'planloom/workspace', version: 1, id: 'w', name: 'w', plans: [plan] };
    const opened = read(JSON.stringify(whole));
    const atDoor =
      opened.kind === 'document' ? check(opened.workspace, catalogue('echo')) : opened.diagnostics;
    const alone = readPlan(plan);
    const compiled = alone.ok && alone.value.kind === 'capability' ? compile(alone.value) : alone;
    const body = readBody({ nodes: plan.nodes ?? [], edges: [] });
    const told = [atDoor, compiled.ok ? [] : compiled.problem, body.ok ? atDoor : body.problem];
    for (const problems of told)
      expect(problems).toMatchObject([
        { code: 'CONTAINER_TOO_DEEP', message: 'Containers are nested more than 16 deep.' },
      ]);
  },
);

test('T4 16 containers are compiled; other values that are too deep are told by levels of JSON', () => {
  const plan = readPlan(nested(16));
  expect(plan.ok && plan.value.kind === 'capability' && compile(plan.value).ok).toBe(true);
  const deep = read(`{"format":"planloom/workspace","plans":${'['.repeat(70)}${']'.repeat(70)}}`);
  expect(deep).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'JSON_TOO_DEEP' }] });
});
