import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#base';
import { exportSteps, importSteps, recognise } from '#formats';
import { toJson, type Workspace } from '#plan';
import { project, recordsOf } from '#projection';
import { CallError, startRun } from '#runtime';
import { hostOf, story } from '../runtime/notation';

type Works = NonNullable<Parameters<typeof hostOf>[0]>;

const COUNT = {
  goal: 'Count bees',
  primary_tools: ['field_log', 'web_search'],
  success_criteria: 'One or more',
};
const DRAW = { goal: 'Draw a chart', primary_tools: ['plot'], success_criteria: 'A file exists' };
const WORKS: Works = {
  field_log: ({ query }) => ({ found: query ?? null }),
  plot: () => ({ file: 'bees.svg' }),
  web_search: () => ({ never: true }),
};

function imported(value: Json): Workspace {
  const { workspace, diagnostics } = importSteps(value);
  if (workspace === null) throw new Error(JSON.stringify(diagnostics));
  return workspace;
}

function exported(workspace: Workspace) {
  const [plan] = workspace.plans;
  const result = plan === undefined ? null : exportSteps(plan, workspace);
  if (!result?.ok) throw new Error('not exported');
  return result.value;
}

async function ran(value: Json, works: Works = WORKS) {
  const seen: JsonObject[] = [];
  const watched = Object.fromEntries(
    Object.entries(works).map(([name, work]): [string, Works[string]] => [
      name,
      (input, context) => {
        seen.push(input);
        return work(input, context);
      },
    ]),
  );
  const host = hostOf(watched);
  const run = startRun(host, { workspace: imported(value), plan: 'plan', input: {} });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  await run.value.done;
  return { calls: host.calls, seen, end: story(run.value.commits).at(-1), view: project(run.value.commits) };
}

describe('reference 4, steps run', () => {
  it('§2.2.2 the first of the primary tools is called, once; there is no fallback', async () => {
    const { calls, end } = await ran([COUNT, DRAW]);
    expect(calls.map((call) => call.split(' ')[0])).toEqual(['field_log', 'plot']);
    expect(end).toBe('run.completed');
  });

  it('§2.2.2 it is given the goal, with the instructions of its context', async () => {
    const { seen } = await ran([{ ...COUNT, context: 'Latin names' }]);
    expect(seen).toMatchObject([{ query: 'Count bees\nLatin names' }]);
  });

  it('§2, §4 a step that fails does not end the plan: the next follows, and the record keeps the error', async () => {
    const { calls, end, view } = await ran([COUNT, DRAW], {
      ...WORKS,
      field_log: () => {
        throw new CallError({ code: 'RAIN', message: 'No bees in the rain.' });
      },
    });
    expect(calls.map((call) => call.split(' ')[0])).toEqual(['field_log', 'plot']);
    expect(end).toBe('run.completed');
    const [first] = recordsOf(view)?.nodes ?? [];
    expect(first).toMatchObject({ status: 'failed', output: null, error: { code: 'RAIN' } });
  });

  it('§2.2.3 each result says whether it succeeded, its tool, its attempt, what it gave, and its error', async () => {
    const { view } = await ran([COUNT, { ...DRAW, mode: 'single' }]);
    const nodes = recordsOf(view)?.nodes ?? [];
    expect(nodes.map(({ activityType, status, attempt }) => [activityType, status, attempt])).toEqual([
      ['AGENT:field_log', 'succeeded', 1],
      ['CAPABILITY:plot', 'succeeded', 1],
    ]);
  });

  it('§1.3 steps are numbered where they have no number; numbers are the order, and are written back', async () => {
    const value = [
      { ...DRAW, step_num: 7 },
      { ...COUNT, step_num: 3 },
    ];
    const { calls } = await ran(value);
    expect(calls.map((call) => call.split(' ')[0])).toEqual(['field_log', 'plot']);
    expect(exported(imported(value)).value).toEqual([value[1], value[0]]);
    const [plan] = imported([COUNT, DRAW]).plans;
    expect(plan?.kind === 'capability' && plan.nodes.map(({ id }) => id)).toEqual(['step-1', 'step-2']);
  });

  it('numbers that only some steps have are no order: they are kept', async () => {
    const value = [DRAW, { ...COUNT, step_num: 1 }];
    expect((await ran(value)).calls.map((call) => call.split(' ')[0])).toEqual(['plot', 'field_log']);
    expect(exported(imported(value)).value).toEqual(value);
  });

  it('P14 mode guided is an agent that calls its first tool and thinks on; in and out it is the same', () => {
    const value = [{ ...DRAW, mode: 'guided' }];
    const [plan] = imported(value).plans;
    expect(plan).toMatchObject({
      nodes: [{ type: 'AGENT', params: { first: 'tool', tools: DRAW.primary_tools } }],
    });
    expect(plan?.kind === 'capability' && plan.nodes[0]?.params).not.toHaveProperty('mode');
    expect(exported(imported(value))).toEqual({ value, leftOut: [] });
  });

  it('P14 mode single is one CAPABILITY; any other mode is kept and named', async () => {
    const value = [
      { ...COUNT, mode: 'single' },
      { ...DRAW, mode: 'swarm' },
    ];
    const [plan] = imported(value).plans;
    expect(plan?.kind === 'capability' && plan.nodes.map(({ type }) => type)).toEqual([
      'CAPABILITY',
      'AGENT',
    ]);
    expect((await ran(value)).calls).toHaveLength(2);
    expect(importSteps(value).kept.map(({ path }) => path)).toEqual(['/1/mode']);
    expect(exported(imported(value)).value).toEqual(value);
  });

  it.each<[string, Json]>([
    ['a list', [COUNT, DRAW]],
    [
      'with context and numbers',
      [
        { ...COUNT, context: 'Latin names', step_num: 1 },
        { ...DRAW, step_num: 2 },
      ],
    ],
    ['{steps}, with what stands beside them', { steps: [COUNT], agent_type: 'plan_execute', wrapped: 'no' }],
    ['mode single', [{ ...COUNT, context: 'In May', mode: 'single', owner: 'Ada' }]],
    ['no steps at all', []],
  ])('in and out: %s', (_title, value) => {
    expect(exported(imported(value))).toEqual({ value, leftOut: [] });
    expect(toJson(imported(exported(imported(value)).value))).toEqual(toJson(imported(value)));
  });

  it('a tool by itself is a list of one', () => {
    expect(exported(imported([{ ...DRAW, primary_tools: 'plot' }])).value).toEqual([DRAW]);
  });

  it('is recognised by its words', () => {
    expect(recognise([COUNT])).toBe('steps');
    expect(recognise(JSON.stringify({ steps: [COUNT] }))).toBe('steps');
  });
});
