import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { metadataOf, project, stepResultOf } from '#projection';
import { ASKING, answers } from '../notation/models';
import { body, plan } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';

const PLAN = plan(`
  var dynamicPlan
  think: PLANNER htn { goal: "Count the bees."}
  do: PLAN_EXECUTOR
  think -> do
`);

const AGENTS = body(`
  look: AGENT List the bees {tools: [find, echo], successCriteria: "one species", first: tool, onError: continue}
  say: CAPABILITY echo {name: "Say it", onError: continue}
  never: CAPABILITY echo {name: Rest}
  look -> say
  say.error -> never
`);

const metadata = (run: TestRun) => metadataOf(project(run.commits));

describe('P10 the metadata of a run, in the shape of reference 4', () => {
  const run = runOf(PLAN, ASKING);
  run.proposes('/think!1', AGENTS);
  run.done('/do@1/look/act-1#1', { species: ['Apis mellifera'] });
  run.done('/do@1/look/judge-1#1', answers({ met: false, reason: 'Which one?' }));
  run.done('/do@1/look/think-2#1', answers({ thought: 'One.', answer: 'Apis mellifera' }));
  run.done('/do@1/look/judge-2#1', answers({ met: true, reason: 'One.' }));
  run.fails('/do@1/say#1', 'DOWN');

  test('P10 planning: the goal, and each step with its tools and criteria', () => {
    expect(metadata(run).planning).toEqual({
      goal: 'Count the bees.',
      revisions: 1,
      steps: [
        {
          step_num: 1,
          id: 'look',
          goal: 'List the bees',
          primary_tools: ['find', 'echo'],
          success_criteria: 'one species',
        },
        { step_num: 2, id: 'say', goal: 'Say it', primary_tools: ['echo'], success_criteria: null },
        { step_num: 3, id: 'never', goal: 'Rest', primary_tools: ['echo'], success_criteria: null },
      ],
    });
  });

  test('P10 execution: what each step that has ended came to', () => {
    const [look, say] = metadata(run).execution;
    expect(look).toEqual({
      step_num: 1,
      id: 'look',
      success: true,
      tool_used: 'find',
      attempts: 1,
      observation: 'Apis mellifera',
      error: null,
    });
    expect(say).toMatchObject({ id: 'say', success: false, tool_used: 'echo', attempts: 1, observation: '' });
    expect(say?.error).toContain('DOWN');
  });

  test('L11 P10 of one step by itself, under its number; of one deeper in the run too, and of none that has not ended', () => {
    const view = project(run.commits);
    const [look, say, never] = AGENTS.nodes;
    if (look === undefined || say === undefined || never === undefined) throw new Error('no steps');
    expect(stepResultOf(look, '/do@1/look' as Address, view)).toEqual(metadata(run).execution[0]);
    expect(stepResultOf(say, '/do@1/say' as Address, view)).toMatchObject({ step_num: 2, success: false });
    expect(stepResultOf(never, '/do@1/never' as Address, view)).toBeNull();
    const nested = plan('each: ITERATOR [1]\n  a: AGENT Count {tools: [find]}');
    const deep = runOf(nested, ASKING);
    deep.done('/each[0]/a/think-1#1', answers({ thought: 'One.', answer: 'one' }));
    const agent = body('a: AGENT Count {tools: [find]}').nodes[0];
    if (agent === undefined) throw new Error('no agent');
    expect(stepResultOf(agent, '/each[0]/a' as Address, project(deep.commits))).toMatchObject({
      step_num: 1,
      success: true,
      tool_used: null,
      observation: 'one',
    });
  });

  test('P10 summary and agent type', () => {
    expect(metadata(run).summary).toMatchObject({
      total_steps: 3,
      successful_steps: 1,
      failed_steps: 1,
      success_rate: 50,
      total_attempts: 2,
      tools_used: ['find', 'echo'],
    });
    expect(metadata(run).agent_type).toBe('htn');
  });

  test('P10 a long observation is cut', () => {
    const long = runOf(PLAN);
    long.proposes('/think!1', body('a: CAPABILITY echo'));
    long.done('/do@1/a#1', 'bee '.repeat(500));
    expect(metadata(long).execution[0]?.observation.length).toBeLessThanOrEqual(400);
  });

  test('P10 without a planner the steps are those of the plan itself; before anything has ended nothing is rated', () => {
    const own = runOf(plan('start: START\na: CAPABILITY echo {name: A}\nstart -> a'));
    expect(metadata(own)).toMatchObject({
      planning: { goal: null, revisions: 0, steps: [{ step_num: 1, id: 'a', goal: 'A' }] },
      execution: [],
      summary: { total_steps: 1, success_rate: null },
      agent_type: 'plan',
    });
  });
});
