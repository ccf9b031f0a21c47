import { expect, test } from 'vitest';
import type { Address } from '#base';
import { recordOf } from '#kernel';
import { graphOfRun, labelOf, ledgerRows, project } from '#projection';
import { body, plan } from '../notation/plan';
import { runOf, startOf, TestRun } from '../notation/run';

const PLAN = plan('var dynamicPlan\nthink: PLANNER rules\ndo: PLAN_EXECUTOR\nthink -> do');

test('K8 P6 a fork reads like the run that it comes from: statuses, plan and attempts; it has paid for nothing', () => {
  const run = runOf(PLAN);
  run.proposes('/think!1', body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'), {
    usage: { inputTokens: 5 },
  });
  run.done('/do@1/a#1', 1);
  const reuse = recordOf(run.commits);
  if (!reuse.ok) throw new Error(reuse.problem.message);
  const fork = new TestRun();
  fork.feed({ ...startOf(PLAN), runId: 'fork', reuse: reuse.value });

  const view = project(fork.commits);
  expect(view.planning.get('/think' as Address)).toMatchObject({
    streaming: false,
    attempts: [{ call: '/think!1' }],
  });
  const drawn = (of: TestRun) =>
    graphOfRun(PLAN, project(of.commits)).nodes.map(({ key, status }) => `${key} ${status}`);
  expect(drawn(fork)).toEqual(drawn(run));
  expect(view.usage).toEqual({});
  expect(view.calls).toBe(1);
  expect(ledgerRows(fork.commits).map(({ label }) => label)).toContain(
    'a is served from the record: nothing is called',
  );
});

test('D3 the first line of a fork says what was changed, from which position on', () => {
  const run = runOf(plan('var who = "you"\na: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
  run.done('/a#1', 1);
  const step = '/b' as Address;
  const reuse = recordOf(run.commits, 2, {
    set: { who: 'me' },
    outputs: [{ address: '/a' as Address, output: 2 }],
    inputs: [{ address: step, input: 3 }],
    definition: [
      { kind: 'prompt', step, text: 'Be brief.' },
      { kind: 'model', step, model: 'large' },
      { kind: 'plan' },
    ],
  });
  if (!reuse.ok) throw new Error(reuse.problem.message);
  const start = { ...startOf(PLAN), runId: 'fork', reuse: reuse.value };
  expect(labelOf(start)).toBe(
    'Run started, changed from position 2 on: who = "me", output of a = 2, input of b = 3, prompt of b = "Be brief.", model of b = large, the plan',
  );
  expect(labelOf(startOf(PLAN))).toBe('Run started');
});
