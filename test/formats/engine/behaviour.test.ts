import { describe, expect, it } from 'vitest';
import type { Address, JsonObject } from '#base';
import { importEngine } from '#formats';
import { allNodes, readJson } from '#plan';
import { CallError, CallResult, startRun } from '#runtime';
import { gate, hostOf, settle } from '../../runtime/notation';
import { async, ImportedRun, pipelineOf, plugins, runOf, sync } from './running';

const fails = (): never => {
  throw new CallError({ code: 'BROKEN', message: 'It broke.' });
};
const gives = (value: JsonObject) => (): JsonObject => value;

describe('reference 2 §2.2, groups', () => {
  it('SYNC: in order; each sees what those before have given, over the input', async () => {
    const seen: JsonObject[] = [];
    const look = (value: JsonObject) => (input: JsonObject) => {
      seen.push(input);
      return value;
    };
    const run = await runOf(
      pipelineOf({ ACCESS: sync('a.One', 'b.Two'), MODEL: sync('c.Three') }),
      { 'a.One': look({ x: 1, y: 1 }), 'b.Two': look({ y: 2 }), 'c.Three': look({ z: 3 }) },
      { question: 'why' },
    );
    expect(run.end).toBe('completed');
    expect(seen).toEqual([
      { question: 'why' },
      { question: 'why', x: 1, y: 1 },
      { question: 'why', x: 1, y: 2 },
    ]);
    expect(run.variables).toEqual({ question: 'why', x: 1, y: 2, z: 3 });
  });

  it('the order of capabilities is the configuration’s, not that of the file', async () => {
    const configuration = {
      ...pipelineOf({ B: sync('b.Two'), A: sync('a.One') }),
      capabilityOrder: ['A', 'B'],
    };
    const run = await runOf(configuration, { 'a.One': gives({}), 'b.Two': gives({}) });
    expect(run.calls.map((call) => call.split(' ')[0])).toEqual(['a.One', 'b.Two']);
  });

  it('ASYNC: all at once; the branches do not see each other, the group’s merge is seen by what follows', async () => {
    const open = gate<JsonObject>();
    const seen: JsonObject[] = [];
    const run = new ImportedRun(
      pipelineOf({ MODEL: async(['n.North', 's.South']), FILTER: sync('f.Filter') }),
      {
        'n.North': () => open.opened,
        's.South': gives({ who: 'south' }),
        'f.Filter': (input) => {
          seen.push(input);
          return {};
        },
      },
    );
    await settle();
    expect(run.calls).toEqual(['n.North /MODEL/n-North#1', 's.South /MODEL/s-South#1']);
    open.open({ who: 'north' });
    await run.ended();
    expect(seen).toEqual([{ who: 'north' }]);
  });

  it.each([
    ['ALL', 'failed BROKEN'],
    ['FIRST_FAILURE', 'failed BROKEN'],
    ['ALL_SETTLED', 'completed'],
    ['FIRST_SUCCESS', 'completed'],
  ])('completion %s with a failed branch: %s', async (asyncCompletionPolicy, end) => {
    const group = async(['a.Fails', 'b.Works'], { asyncCompletionPolicy });
    const run = await runOf(pipelineOf({ MODEL: group }), {
      'a.Fails': fails,
      'b.Works': gives({ ok: true }),
    });
    expect(run.end).toBe(end);
  });

  it('the pipeline’s completion policy counts where the group has none', async () => {
    const { pipelines, ...rest } = pipelineOf({ MODEL: async(['a.Fails', 'b.Works']) });
    const { default: one } = pipelines as { default: JsonObject };
    const configuration = {
      ...rest,
      pipelines: { default: { ...one, defaultAsyncCompletionPolicy: 'ALL_SETTLED' } },
    };
    expect((await runOf(configuration, { 'a.Fails': fails, 'b.Works': gives({}) })).end).toBe('completed');
  });

  it.each([
    ['LAST_WINS', { who: 'b' }],
    ['FIRST_WINS', { who: 'a' }],
    ['PREFIX_BY_ACTIVITY', { MODEL: { 'a-A': { who: 'a' }, 'b-B': { who: 'b' } } }],
  ])('merge %s', async (asyncOutputMergePolicy, variables) => {
    const run = await runOf(pipelineOf({ MODEL: async(['a.A', 'b.B'], { asyncOutputMergePolicy }) }), {
      'a.A': gives({ who: 'a' }),
      'b.B': gives({ who: 'b' }),
    });
    expect(run.variables).toEqual(variables);
  });

  it('any other merge is a plugin: it gets the branches’ results, what it gives is written', async () => {
    const configuration = pipelineOf(
      {
        MODEL: async(['a.A', 'b.B'], {
          mergePolicy: { type: 'MERGE_POLICY', pluginType: 'MergePolicy', name: 'best' },
        }),
      },
      { mergePolicies: { best: 'pick.Best' } },
    );
    const run = await runOf(configuration, {
      'a.A': gives({ score: 1 }),
      'b.B': gives({ score: 2 }),
      'pick.Best': (list) => ({ score: 9, count: (list as unknown as readonly unknown[]).length }),
    });
    expect(run.variables).toMatchObject({ score: 9, count: 2 });
  });
});

describe('reference 2 §2.2, conditional groups', () => {
  const choosing = pipelineOf({
    ACCESS: {
      type: 'GROUP',
      condition: 'tide.Check',
      thenChildren: plugins('then.One', 'then.Two'),
      // biome-ignore lint/suspicious/noThenProperty: a word of the format; it is never awaited.
      elseifBranches: [{ condition: 'never.Asked', then: plugins('elseif.One') }],
      elseChildren: plugins('else.One'),
    },
    MODEL: sync('after.All'),
  });

  it.each([
    [0, ['then.One', 'then.Two']],
    [1, ['elseif.One']],
    [2, ['else.One']],
    [7, ['else.One']],
    [null, ['then.One', 'then.Two']],
  ])('branch %s runs %s, and then what follows', async (branch, taken) => {
    const names = ['then.One', 'then.Two', 'elseif.One', 'else.One', 'after.All', 'never.Asked'];
    const run = await runOf(choosing, {
      'tide.Check': gives({ branch }),
      ...Object.fromEntries(names.map((name) => [name, gives({})])),
    });
    expect(run.end).toBe('completed');
    expect(run.calls.map((call) => call.split(' ')[0])).toEqual(['tide.Check', ...taken, 'after.All']);
  });

  it('an empty else goes on', async () => {
    const configuration = pipelineOf({
      ACCESS: { type: 'GROUP', condition: 'c.C', thenChildren: plugins('then.One') },
      MODEL: sync('after.All'),
    });
    const run = await runOf(configuration, {
      'c.C': gives({ branch: 1 }),
      'then.One': gives({}),
      'after.All': gives({}),
    });
    expect(run.calls.map((call) => call.split(' ')[0])).toEqual(['c.C', 'after.All']);
  });
});

/** `dynamicPlan`: two groups after another, the second of two at once. */
const PLAN: JsonObject = {
  groups: [
    { definitions: [{ name: 'step.One', timeout: 'PT5S' }] },
    {
      definitions: [{ name: 'step.Two' }, { name: 'step.Three' }],
      asyncPolicy: 'ALL',
      asyncOutputMergePolicyName: 'LAST_WINS',
    },
  ],
};

const STEPS = {
  'step.One': gives({ one: 1 }),
  'step.Two': gives({ two: 2 }),
  'step.Three': gives({ three: 3 }),
};
const PLANNING = pipelineOf({
  PLANNER: sync('my.Planner'),
  PLAN_EXECUTOR: sync('PLAN_EXECUTOR'),
  MODEL: sync('after.All'),
});

describe('reference 2, plan in dynamicPlan', () => {
  it('PLANNER writes it, PLAN_EXECUTOR runs it there, and what follows sees what its steps gave', async () => {
    const seen: JsonObject[] = [];
    const run = await runOf(
      PLANNING,
      {
        'my.Planner': (input) => ({ dynamicPlan: PLAN, saw: input }),
        ...STEPS,
        'after.All': (input) => {
          seen.push(input);
          return {};
        },
      },
      { question: 'why' },
    );
    expect(run.end).toBe('completed');
    expect(run.calls).toEqual([
      'my.Planner /PLANNER!1',
      'step.One /PLAN_EXECUTOR@1/group-1#1',
      'step.Two /PLAN_EXECUTOR@1/group-2/group-2-1#1',
      'step.Three /PLAN_EXECUTOR@1/group-2/group-2-2#1',
      'after.All /MODEL/after-All#1',
    ]);
    expect(seen).toMatchObject([{ question: 'why', one: 1, two: 2, three: 3 }]);
  });

  it('a condition in it chooses its branch', async () => {
    const plan = {
      groups: [
        {
          conditionDefinition: { name: 'is.Late' },
          branches: [[{ definitions: [{ name: 'step.One' }] }], [{ definitions: [{ name: 'step.Two' }] }]],
        },
        { definitions: [{ name: 'step.Three' }] },
      ],
    };
    const run = await runOf(PLANNING, {
      'my.Planner': gives({ dynamicPlan: plan }),
      'is.Late': gives({ branch: 1 }),
      ...STEPS,
      'after.All': gives({}),
    });
    expect(run.end).toBe('completed');
    expect(run.calls.map((call) => call.split(' ')[0])).toEqual([
      'my.Planner',
      'is.Late',
      'step.Two',
      'step.Three',
      'after.All',
    ]);
  });

  it('dependsOnGroupIndices is a graph: what depends on nothing starts at once', async () => {
    const plan = {
      groups: [
        { definitions: [{ name: 'step.One' }] },
        { definitions: [{ name: 'step.Two' }] },
        { definitions: [{ name: 'step.Three' }], dependsOnGroupIndices: [0, 1] },
      ],
    };
    const open = gate<JsonObject>();
    const run = new ImportedRun(PLANNING, {
      'my.Planner': gives({ dynamicPlan: plan }),
      ...STEPS,
      'step.One': () => open.opened,
      'after.All': gives({}),
    });
    await settle();
    expect(run.calls.map((call) => call.split(' ')[0])).toEqual(['my.Planner', 'step.One', 'step.Two']);
    open.open({});
    await run.ended();
    expect(run.end).toBe('completed');
  });

  it('planSafety: a plan with a capability that is not allowed is refused before any of its steps', async () => {
    const configuration = {
      ...PLANNING,
      enabledFeatures: ['PLAN_SAFETY_VALIDATION'],
      plugins: ['my.Planner', 'step.One', 'step.Two', 'after.All'],
    };
    const run = await runOf(configuration, {
      'my.Planner': gives({ dynamicPlan: PLAN }),
      ...STEPS,
      'after.All': gives({}),
    });
    expect(run.end).toBe('failed CANNOT_PLAN');
    expect(run.calls).toEqual(['my.Planner /PLANNER!1']);
  });

  it('a plugin that gives no plan fails the planner', async () => {
    const run = await runOf(PLANNING, {
      'my.Planner': gives({ note: 'none' }),
      ...STEPS,
      'after.All': gives({}),
    });
    expect(run.end).toBe('failed CANNOT_PLAN');
  });

  it('interceptors hear of its steps as of any others', async () => {
    const heard: string[] = [];
    const interceptor = {
      beforeNode: ({ address }: { address: string }) => void heard.push(`before ${address}`),
      afterNode: ({ address }: { address: string }) => void heard.push(`after ${address}`),
    };
    await runOf(
      PLANNING,
      {
        'my.Planner': gives({ dynamicPlan: { groups: [{ definitions: [{ name: 'step.One' }] }] } }),
        ...STEPS,
        'after.All': gives({}),
      },
      {},
      { interceptors: [interceptor] },
    );
    expect(heard).toEqual(
      expect.arrayContaining(['before /PLAN_EXECUTOR@1/group-1#1', 'after /PLAN_EXECUTOR@1/group-1#1']),
    );
  });

  it('P8 one that another capability wrote is asked for, and runs with the tools of the allow-list', async () => {
    const configuration = {
      ...pipelineOf({ ACCESS: sync('some.Plugin'), PLAN_EXECUTOR: sync('PLAN_EXECUTOR') }),
      plugins: ['some.Plugin', 'step.One', 'step.Two', 'step.Three'],
    };
    const run = new ImportedRun(configuration, { 'some.Plugin': gives({ dynamicPlan: PLAN }), ...STEPS });
    await settle();
    expect(run.handle.commits.at(-1)?.entries.some(({ kind }) => kind === 'node.waiting')).toBe(true);
    await run.handle.answer('/PLAN_EXECUTOR!approve' as Address, { decision: 'approve' });
    await run.ended();
    expect(run.end).toBe('completed');
    expect(run.variables).toMatchObject({ one: 1, two: 2, three: 3 });
  });
});

describe('reference 2, iterative block', () => {
  const looping = pipelineOf({
    ITERATIVE_BLOCK: sync(),
    PLANNER: sync('my.Planner'),
    PLAN_EXECUTOR: sync('PLAN_EXECUTOR'),
    ITERATIVE_BLOCK_END: sync(),
  });

  it('as it is written it makes one round', async () => {
    const run = await runOf(looping, {
      'my.Planner': gives({ dynamicPlan: { groups: [{ definitions: [{ name: 'step.One' }] }] } }),
      ...STEPS,
    });
    expect(run.end).toBe('completed');
    expect(run.calls).toHaveLength(2);
  });

  it('with a test each round runs the plan that is then in dynamicPlan', async () => {
    const { workspace } = importEngine(looping);
    if (workspace === null) throw new Error('refused');
    const [plan] = workspace.plans;
    const loop = plan?.kind === 'capability' ? plan.nodes[0] : undefined;
    if (loop?.type !== 'LOOP') throw new Error('no loop');
    expect(loop.params).toEqual({ until: 'true', maxIterations: 1 });
    expect(loop.body.nodes.map(({ type }) => type)).toEqual(['PLANNER', 'PLAN_EXECUTOR']);
    const rounds = ['step.One', 'step.Two', 'step.Three'];
    const configuration = {
      ...workspace,
      plans: [{ ...plan, nodes: [{ ...loop, params: { until: 'three == 3', maxIterations: 5 } }] }],
    };
    const read = readJson(JSON.parse(JSON.stringify(configuration)));
    if (read.kind !== 'document') throw new Error('refused');
    const host = hostOf({
      'my.Planner': () => ({ dynamicPlan: { groups: [{ definitions: [{ name: rounds.shift() ?? '' }] }] } }),
      ...STEPS,
    });
    const run = startRun(host, { workspace: read.workspace, plan: 'default', input: {} });
    if (!run.ok) throw new Error(JSON.stringify(run.problem));
    await run.value.done;
    expect(host.calls.filter((call) => call.startsWith('step'))).toEqual([
      'step.One /ITERATIVE_BLOCK[0]/PLAN_EXECUTOR@1/group-1#1',
      'step.Two /ITERATIVE_BLOCK[1]/PLAN_EXECUTOR@1/group-1#1',
      'step.Three /ITERATIVE_BLOCK[2]/PLAN_EXECUTOR@1/group-1#1',
    ]);
  });
});

describe('reference 2, break and suspend (L7)', () => {
  const two = pipelineOf({ ACCESS: sync('first.One'), MODEL: sync('second.Two') });

  it('break: a plugin stops the run after itself', async () => {
    const run = await runOf(two, {
      'first.One': () => new CallResult({ stop: true }, undefined, { break: 'run' }),
      'second.Two': gives({}),
    });
    expect(run.end).toBe('completed');
    expect(run.calls).toHaveLength(1);
  });

  it('break inside PLAN_EXECUTOR stops the outer plan too', async () => {
    const run = await runOf(PLANNING, {
      'my.Planner': gives({ dynamicPlan: PLAN }),
      ...STEPS,
      'step.One': () => new CallResult({}, undefined, { break: 'run' }),
      'after.All': gives({}),
    });
    expect(run.end).toBe('completed');
    expect(run.calls.map((call) => call.split(' ')[0])).toEqual(['my.Planner', 'step.One']);
  });

  it('break in an ASYNC group stops only if all ask', async () => {
    const group = pipelineOf({ MODEL: async(['a.A', 'b.B']), FILTER: sync('after.All') });
    const stop = (): CallResult => new CallResult({}, undefined, { break: 'run' });
    const one = await runOf(group, { 'a.A': stop, 'b.B': gives({}), 'after.All': gives({}) });
    expect(one.calls).toHaveLength(3);
    const both = await runOf(group, { 'a.A': stop, 'b.B': stop, 'after.All': gives({}) });
    expect(both.calls).toHaveLength(2);
    expect(both.end).toBe('completed');
  });

  it('suspend: the step waits for its signal, and is called again with the payload', async () => {
    const payloads: unknown[] = [];
    const run = new ImportedRun(two, {
      'first.One': (_input, { payload }) => {
        payloads.push(payload);
        if (payload !== undefined) return { approved: true };
        return new CallResult(null, undefined, { waitFor: { event: 'HUMAN_APPROVAL' } });
      },
      'second.Two': gives({}),
    });
    await settle();
    expect(run.end).toBe('open');
    await run.handle.send({ type: 'signal.received', event: 'HUMAN_APPROVAL', data: { by: 'Ada' } });
    await run.ended();
    expect(payloads).toEqual([undefined, { by: 'Ada' }]);
    expect(run.variables).toEqual({ approved: true });
  });
});

describe('reference 2, timeouts and attempts', () => {
  const activity = {
    retryPolicy: { maximumAttempts: 4, initialIntervalSeconds: 2, backoffCoefficient: 3 },
    defaultTimeouts: { startToCloseSeconds: 30 },
  };

  it('a plugin has its own, else those of its ASYNC group, its pipeline, of activity', () => {
    const [one, two, three, four] = timesIn(
      pipelineOf(
        {
          ACCESS: { ...sync('a.A'), timeoutSeconds: 100 },
          MODEL: async(['b.B'], { timeoutSeconds: 7 }),
          TOOL: {
            type: 'GROUP',
            children: [
              { type: 'PLUGIN', name: 'c.C', timeoutSeconds: 5, retryPolicy: { maximumAttempts: 1 } },
            ],
          },
          FILTER: sync('d.D'),
        },
        { activity },
      ),
    );
    const retry = { maxAttempts: 4, initialIntervalMs: 2000, backoffCoefficient: 3, maxIntervalMs: 60_000 };
    expect(one).toEqual({ timeoutMs: 30_000, retry });
    expect(two).toEqual({ timeoutMs: 7000, retry });
    expect(three).toMatchObject({ timeoutMs: 5000, retry: { maxAttempts: 1 } });
    expect(four).toEqual({ timeoutMs: 30_000, retry });
  });

  function timesIn(configuration: JsonObject) {
    const [plan] = importEngine(configuration).workspace?.plans ?? [];
    const nodes = plan?.kind === 'capability' ? [...allNodes(plan)].map(({ node }) => node) : [];
    return nodes
      .filter(({ type }) => type === 'CAPABILITY')
      .map(({ timeoutMs, retry }) => ({ timeoutMs, retry }));
  }
});
