import { expect, test } from 'vitest';
import { scriptFromRun } from '../../../src/app/whatif/script';
import { ASKING, answers, chooses, says } from '../../notation/models';
import { plan } from '../../notation/plan';
import { runOf } from '../../notation/run';
import { linesOf, simulated } from '../../notation/simulation';

const TEXT = `
  out tidy   out score
  sort: LLM_DECISION Which? {choices: [a, b]}
  mend: REFLECTION Better {input: x, output: {tidy: result}}
  route: TOOL_ROUTER model {routes: [{id: e, capability: echo}], retry: {maxAttempts: 2, initialIntervalMs: 1}}
  judge: EVALUATION rule {rule: "3", threshold: 2, output: {score: result}}
  sort.b -> mend -> route -> judge
`;

test('H4 "As in this run": a node that decides, judges or improves is answered as the one leaf that it is there', async () => {
  const run = runOf(plan(TEXT), ASKING);
  run.done('/sort/ask-1#1', says('Hm.'));
  run.done('/sort/repair-2#1', chooses('b'));
  run.done('/mend/critique-1#1', answers({ critique: '', good: true }));
  run.done('/route/ask-1#1', says('no'));
  run.done('/route/repair-2#1', says('no'));
  run.fires('/route!retry');
  run.done('/route#2/ask-1#1', chooses('e'));
  run.done('/route#2/call-2#1', 'found');
  expect(run.status).toBe('completed');

  const script = scriptFromRun(run.commits);
  expect(Object.keys(Object(script.nodes))).toEqual(['/sort', '/mend', '/route', '/judge']);
  const again = await simulated(TEXT, script);
  expect(again.outputs).toEqual({ tidy: 'x', score: 3 });
  expect(linesOf(again, '/route').map((line) => line.split(' ')[2])).toEqual([
    'running',
    'retrying',
    'running',
    'succeeded',
  ]);
});
