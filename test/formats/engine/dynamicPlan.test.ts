import { describe, expect, it } from 'vitest';
import type { Address, Json, JsonObject } from '#base';
import { importEngine } from '#formats';
import { CallError, CallResult } from '#runtime';
import { gate, settle } from '../../runtime/notation';
import { called, exported, ImportedRun, imported, nodesOf, pipelineOf, runOf, sync } from './running';

type Works = ConstructorParameters<typeof ImportedRun>[1];

const gives =
  (value: JsonObject = {}) =>
  (): JsonObject =>
    value;

/** Before the planner, the planner, its plan, and what comes after. */
const PLANNING = pipelineOf({
  ACCESS: sync('before.All'),
  PLANNER: sync('my.Planner'),
  PLAN_EXECUTOR: sync('PLAN_EXECUTOR'),
  MODEL: sync('after.All'),
});
const AROUND = { 'before.All': gives({ prior: 1 }), 'after.All': gives() };
const STEPS = {
  'step.One': gives({ one: 1 }),
  'step.Two': gives({ two: 2 }),
  'step.Three': gives({ three: 3 }),
};

const groupsOf = (...names: readonly string[]): JsonObject => ({
  groups: names.map((name) => ({ definitions: [{ name }] })),
});

function planned(dynamicPlan: Json, more: Works = {}): ConstructorParameters<typeof ImportedRun> {
  return [
    PLANNING,
    { ...AROUND, ...STEPS, 'my.Planner': () => ({ dynamicPlan }), ...more },
    { question: 'why' },
  ];
}

const runOfPlan = (dynamicPlan: Json, more: Works = {}): Promise<ImportedRun> =>
  runOf(...planned(dynamicPlan, more));

describe('reference 2 §2, creating the plan at PLANNER', () => {
  it('§2.1 the planner is given the original input and what was accumulated before it', async () => {
    const seen: JsonObject[] = [];
    await runOfPlan(null, {
      'my.Planner': (input) => {
        seen.push(input);
        return { dynamicPlan: groupsOf('step.One') };
      },
    });
    expect(seen).toEqual([{ question: 'why', prior: 1 }]);
  });

  it('§2.2 groups run in their order, a group of several at once', async () => {
    const run = await runOfPlan({
      groups: [
        { definitions: [{ name: 'step.Three' }] },
        { definitions: [{ name: 'step.One' }, { name: 'step.Two' }], asyncPolicy: 'ALL' },
      ],
    });
    expect(run.end).toBe('completed');
    expect(called(run)).toEqual([
      'before.All',
      'my.Planner',
      'step.Three',
      'step.One',
      'step.Two',
      'after.All',
    ]);
  });

  it('§2.2, §2.4 a name that cannot be resolved: nothing of the plan runs, and the run fails', async () => {
    const run = await runOfPlan(groupsOf('step.One', 'no.Such'));
    expect(run.end).toBe('failed CANNOT_PLAN');
    expect(called(run)).toEqual(['before.All', 'my.Planner']);
  });

  it('§2.3 the plan is in the variable "dynamicPlan", where those that come after see it', async () => {
    const seen: JsonObject[] = [];
    const run = await runOfPlan(groupsOf('step.One'), {
      'after.All': (input) => {
        seen.push(input);
        return {};
      },
    });
    expect(run.variables).toMatchObject({ dynamicPlan: { nodes: [{ params: { capability: 'step.One' } }] } });
    expect(Object.keys(seen[0] ?? {})).toContain('dynamicPlan');
  });
});

describe('reference 2 §3, executing it under PLAN_EXECUTOR', () => {
  const alone = pipelineOf({
    ACCESS: sync('before.All'),
    PLAN_EXECUTOR: sync('PLAN_EXECUTOR'),
    MODEL: sync('after.All'),
  });

  it.each<[string, JsonObject]>([
    ['there is none', {}],
    ['it is null', { dynamicPlan: null }],
    ['it is a text', { dynamicPlan: 'first one, then the other' }],
    ['it is another object', { dynamicPlan: { steps: 'many' } }],
  ])(
    '§3.2.1 where %s in "dynamicPlan", nothing is done, and the static plan goes on',
    async (_title, output) => {
      const run = await runOf(alone, { ...AROUND, 'before.All': gives(output) });
      expect(run.end).toBe('completed');
      expect(called(run)).toEqual(['before.All', 'after.All']);
    },
  );

  it('§3.2.2 with PLAN_SAFETY_VALIDATION a plan that is not allowed fails the run when it is about to run', async () => {
    const file = {
      ...alone,
      enabledFeatures: ['PLAN_SAFETY_VALIDATION'],
      plugins: ['before.All', 'after.All', 'step.One'],
    };
    const run = new ImportedRun(file, {
      ...AROUND,
      ...STEPS,
      'before.All': gives({ dynamicPlan: groupsOf('step.One', 'step.Two') }),
    });
    await settle();
    await run.handle.answer('/PLAN_EXECUTOR!approve' as Address, { decision: 'approve' });
    await run.ended();
    expect(run.end).toMatch(/^failed /);
    expect(called(run)).toEqual(['before.All']);
  });

  it('§3.2.3 same context: a step sees the input, what was accumulated, the plan itself, and what steps before gave', async () => {
    const seen: JsonObject[] = [];
    await runOfPlan(groupsOf('step.One', 'step.Two'), {
      'step.Two': (input) => {
        seen.push(input);
        return {};
      },
    });
    expect(seen).toEqual([{ question: 'why', prior: 1, one: 1, dynamicPlan: expect.anything() }]);
  });

  it('§3.2.4 after it what its steps gave is there, and the static plan goes on with the next group', async () => {
    const run = await runOfPlan(groupsOf('step.One', 'step.Two'));
    expect(run.variables).toMatchObject({ prior: 1, one: 1, two: 2 });
    expect(called(run).at(-1)).toBe('after.All');
  });

  it('§3.2.4 an error in it is the executor’s, and the run’s', async () => {
    const run = await runOfPlan(groupsOf('step.One', 'step.Two'), {
      'step.One': () => {
        throw new CallError({ code: 'BROKEN', message: 'It broke.' });
      },
    });
    expect(run.end).toBe('failed BROKEN');
    expect(called(run)).toEqual(['before.All', 'my.Planner', 'step.One']);
  });

  it('§3.3 interceptors hear of its steps before, after, and on errors, as of static ones', async () => {
    const heard: string[] = [];
    const tell =
      (word: string) =>
      ({ address }: { readonly address: string }): void =>
        void heard.push(`${word} ${address}`);
    const interceptor = { beforeNode: tell('before'), afterNode: tell('after'), onError: tell('error') };
    const [file, works, input] = planned(groupsOf('step.One', 'step.Two'), {
      'step.Two': () => {
        throw new CallError({ code: 'BROKEN', message: 'It broke.' });
      },
    });
    await runOf(file, works, input, { interceptors: [interceptor] });
    expect(heard).toEqual(
      expect.arrayContaining([
        'before /ACCESS/before-All#1',
        'after /ACCESS/before-All#1',
        'before /PLAN_EXECUTOR@1/group-1#1',
        'after /PLAN_EXECUTOR@1/group-1#1',
        'before /PLAN_EXECUTOR@1/group-2#1',
        'error /PLAN_EXECUTOR@1/group-2#1',
      ]),
    );
  });

  it('§3.3 suspend: a step of it waits for its signal, and goes on with the payload (HUMAN_APPROVAL)', async () => {
    const run = new ImportedRun(
      ...planned(groupsOf('step.One', 'step.Two'), {
        'step.One': (_input, { payload }) =>
          payload === undefined
            ? new CallResult(null, undefined, { waitFor: { event: 'HUMAN_APPROVAL' } })
            : { approvedBy: payload },
      }),
    );
    await settle();
    expect(run.end).toBe('open');
    await run.handle.send({ type: 'signal.received', event: 'HUMAN_APPROVAL', data: 'Ada' });
    await run.ended();
    expect(run.variables).toMatchObject({ approvedBy: 'Ada', two: 2 });
  });

  it('§3.3 break in one branch of an ASYNC group ends that branch alone, in both the outer plan stops too', async () => {
    const both = { groups: [{ definitions: [{ name: 'step.One' }, { name: 'step.Two' }] }] };
    const stop = (): CallResult => new CallResult({}, undefined, { break: 'run' });
    const one = await runOfPlan(both, { 'step.One': stop });
    expect(called(one).at(-1)).toBe('after.All');
    const all = await runOfPlan(both, { 'step.One': stop, 'step.Two': stop });
    expect(all.end).toBe('completed');
    expect(called(all).at(-1)).toBe('step.Two');
  });

  it('§5 each time PLAN_EXECUTOR is reached it runs the plan that is then there', async () => {
    const list = (capability: string, name: string): JsonObject => ({
      capability,
      groups: [{ executionMode: 'SYNC', children: [name] }],
    });
    const file = {
      ...pipelineOf({}),
      capabilityOrder: ['PLANNER'],
      pipelines: {
        default: {
          capabilities: ['PLANNER', 'PLAN_EXECUTOR', 'PLANNER', 'PLAN_EXECUTOR'].map((name) =>
            list(name, name === 'PLANNER' ? 'my.Planner' : name),
          ),
        },
      },
    };
    const plans = ['step.One', 'step.Two'];
    const run = await runOf(file, {
      ...STEPS,
      'my.Planner': () => ({ dynamicPlan: groupsOf(plans.shift() ?? '') }),
    });
    expect(called(run)).toEqual(['my.Planner', 'step.One', 'my.Planner', 'step.Two']);
  });
});

describe('reference 6 §2.1, CapabilityPlan', () => {
  it('seconds and durations of ISO 8601 are the timeout of a step', async () => {
    const definitions = [
      ['step.One', 90],
      ['step.Two', 'PT1M30S'],
      ['step.Three', 0.5],
    ] as const;
    const file = { groups: definitions.map(([name, timeout]) => ({ definitions: [{ name, timeout }] })) };
    expect(nodesOf(imported(file)).map(({ timeoutMs }) => timeoutMs)).toEqual([90_000, 90_000, 500]);
    expect((await runOfPlan(file)).end).toBe('completed');
  });

  it('retryOptions in the words of the configuration and of the class, and 3 attempts where nothing is said', () => {
    const retryOf = (retryOptions: JsonObject) =>
      nodesOf(imported({ groups: [{ definitions: [{ name: 'a.A', retryOptions }] }] }))[0]?.retry;
    expect(retryOf({})).toEqual({ maxAttempts: 3 });
    expect(
      retryOf({
        maximumAttempts: 4,
        initialIntervalSeconds: 2,
        backoffCoefficient: 3,
        maximumIntervalSeconds: 9,
      }),
    ).toEqual({ maxAttempts: 4, initialIntervalMs: 2000, backoffCoefficient: 3, maxIntervalMs: 9000 });
    expect(
      retryOf({ maximumAttempts: 2, initialInterval: 'PT1S', maximumInterval: 'PT1M', doNotRetry: ['X'] }),
    ).toEqual({ maxAttempts: 2, initialIntervalMs: 1000, maxIntervalMs: 60_000, nonRetryable: ['X'] });
  });

  it.each([
    ['ALL', 'failed BROKEN'],
    ['FIRST_FAILURE', 'failed BROKEN'],
    ['ALL_SETTLED', 'completed'],
    ['FIRST_SUCCESS', 'completed'],
  ])('asyncPolicy %s of a group with a step that fails: %s', async (asyncPolicy, end) => {
    const plan = { groups: [{ definitions: [{ name: 'step.One' }, { name: 'step.Two' }], asyncPolicy }] };
    const run = await runOfPlan(plan, {
      'step.One': () => {
        throw new CallError({ code: 'BROKEN', message: 'It broke.' });
      },
    });
    expect(run.end).toBe(end);
  });

  it.each([
    ['LAST_WINS', 2],
    ['FIRST_WINS', 1],
    [null, 2],
  ])('asyncOutputMergePolicyName %s', async (asyncOutputMergePolicyName, who) => {
    const plan = {
      groups: [{ definitions: [{ name: 'step.One' }, { name: 'step.Two' }], asyncOutputMergePolicyName }],
    };
    const run = await runOfPlan(plan, { 'step.One': gives({ who: 1 }), 'step.Two': gives({ who: 2 }) });
    expect(run.variables).toMatchObject({ who });
  });

  it('a group whose definitions all say SYNC runs them one after another', async () => {
    const first = gate<JsonObject>();
    const definitions = ['step.One', 'step.Two'].map((name) => ({ name, executionMode: 'SYNC' }));
    const run = new ImportedRun(
      ...planned({ groups: [{ definitions }] }, { 'step.One': () => first.opened }),
    );
    await settle();
    expect(called(run).at(-1)).toBe('step.One');
    first.open({});
    expect((await run.ended()).end).toBe('completed');
  });

  const DIAMOND = {
    groups: [
      { definitions: [{ name: 'step.One' }] },
      { definitions: [{ name: 'step.Two' }], dependsOnGroupIndices: [0] },
      { definitions: [{ name: 'step.Three' }], dependsOnGroupIndices: [0] },
      { definitions: [{ name: 'step.Four' }], dependsOnGroupIndices: [1, 2] },
    ],
  };

  it('dependsOnGroupIndices: a group starts when all that it depends on have ended', async () => {
    const two = gate<JsonObject>();
    const run = new ImportedRun(
      ...planned(DIAMOND, { 'step.Two': () => two.opened, 'step.Four': gives({ four: 4 }) }),
    );
    await settle();
    expect(called(run).slice(2)).toEqual(['step.One', 'step.Two', 'step.Three']);
    two.open({});
    expect(called(await run.ended()).slice(5)).toEqual(['step.Four', 'after.All']);
  });

  it.each<[string, Json]>([
    ['a graph', DIAMOND],
    ['a list', groupsOf('a.A', 'b.B')],
    [
      'a condition with branches',
      {
        groups: [
          {
            conditionDefinition: { name: 'is.It', timeout: 3 },
            branches: [[{ definitions: [{ name: 'a.A' }] }], [{ definitions: [{ name: 'b.B' }] }], []],
            conditionNodeId: 'c-1',
          },
        ],
      },
    ],
    [
      'everything that a plan of theirs holds when it is written out',
      {
        groups: [
          {
            definitions: [
              {
                name: 'a.A',
                taskQueue: 'q',
                executionMode: 'SYNC',
                group: 0,
                timeout: 60,
                scheduleToStartTimeout: 'PT1M',
                scheduleToCloseTimeout: 300,
                retryOptions: {
                  maximumAttempts: 3,
                  initialIntervalSeconds: 1,
                  backoffCoefficient: 2,
                  maximumIntervalSeconds: 60,
                  nonRetryableErrors: [],
                },
                capabilityBucketName: 'MODEL',
                pluginNodeId: 'p-1',
              },
            ],
            asyncPolicy: 'ALL',
            asyncOutputMergePolicyName: 'LAST_WINS',
            groupNodeId: 'g-1',
          },
          {
            definitions: [{ name: 'b.B' }, { name: 'c.C', group: 1 }],
            asyncPolicy: 'FIRST_SUCCESS',
            asyncOutputMergePolicyName: 'shop.Merge',
          },
        ],
        executionTreeRoots: [{ id: 'r', type: 'CAPABILITY', name: 'MODEL', children: [] }],
        capabilityNodeIds: ['r'],
      },
    ],
  ])('in and out: %s', (_title, file) => {
    const { workspace } = imported(file);
    const { value, leftOut } = exported(workspace);
    expect(value).toEqual(file);
    expect(leftOut).toEqual([]);
  });

  it('by itself it is a plan that runs', async () => {
    const run = await runOf(groupsOf('step.One', 'step.Two'), STEPS, {}, {}, 'plan');
    expect(run.end).toBe('completed');
    expect(run.variables).toEqual({ one: 1, two: 2 });
  });

  it('what a definition and a group say besides is kept with their node, and named', () => {
    const file = {
      groups: [{ definitions: [{ name: 'a.A', taskQueue: 'q' }], groupNodeId: 'g' }],
      note: 'n',
    };
    const outcome = imported(file);
    expect(outcome.kept.map(({ at }) => at)).toEqual([
      'plan source.engine.note',
      'group-1 source.engine.taskQueue',
      'group-1 source.engine.groupNodeId',
    ]);
  });

  it('an edge from a node that the format cannot hold is no dependency on the first group', () => {
    const { workspace } = imported(groupsOf('a.A', 'b.B'));
    const [plan] = workspace.plans;
    if (plan?.kind !== 'capability') throw new Error('no plan');
    const delay = { id: 'wait', type: 'DELAY', params: { forMs: 5 } } as const;
    const changed = {
      ...plan,
      nodes: [...plan.nodes, delay],
      edges: [{ from: 'wait', port: 'out', to: 'group-2' }],
    };
    const { value, leftOut } = exported({ ...workspace, plans: [changed] });
    expect(value).toEqual(groupsOf('a.A', 'b.B'));
    // That both may run at once has no words there: where none depends on another they run in order.
    expect(leftOut).toMatchObject([
      { where: { node: 'wait', field: '/type' } },
      { where: { field: '/edges' } },
    ]);
  });

  it.each<[Json, string]>([
    [{ groups: [7] }, 'STEP_UNREADABLE'],
    [{ groups: [{ definitions: 'a' }] }, 'STEP_UNREADABLE'],
    [{ groups: [{ definitions: [{ name: 'a', timeout: 'soon' }] }] }, 'STEP_UNREADABLE'],
    [{ groups: [{ definitions: [{ name: 'a', retryOptions: 3 }] }] }, 'STEP_UNREADABLE'],
    [{ groups: [{ conditionDefinition: { name: 'c' } }] }, 'STEP_UNREADABLE'],
    [{ groups: [{ conditionDefinition: { name: 'c' }, branches: [7] }] }, 'STEP_UNREADABLE'],
    [{ groups: [{ definitions: [{ name: ' ' }] }] }, 'BLANK_TOOL'],
    [{ groups: [{ definitions: [{ name: 'a' }], dependsOnGroupIndices: [0] }] }, 'UNKNOWN_STEP'],
    [{ groups: [{ definitions: [{ name: 'a' }], dependsOnGroupIndices: [4] }] }, 'UNKNOWN_STEP'],
    [{ groups: [{ definitions: [{ name: 'a' }], dependsOnGroupIndices: 0 }] }, 'UNKNOWN_STEP'],
  ])('%j is refused: %s', (file, code) => {
    const outcome = importEngine(file);
    expect(outcome.workspace).toBeNull();
    expect(outcome.diagnostics.map((one) => one.code)).toContain(code);
  });
});

describe('reference 6 §2.1, run input and outcome', () => {
  it('a plan takes any input; what was accumulated is what the run gives', async () => {
    const input = { operation: 'ask', metadata: { lang: 'en' }, agentId: 'a-1' };
    const run = await runOf(pipelineOf({ MODEL: sync('step.One') }), STEPS, input);
    expect(run.outputs).toEqual({ one: 1 });
  });

  it('breakRequested is a run that has completed; suspended is one that waits for its signal', async () => {
    const file = pipelineOf({ ACCESS: sync('first.One'), MODEL: sync('step.One') });
    const broken = await runOf(file, {
      ...STEPS,
      'first.One': () => new CallResult({ said: 'enough' }, undefined, { break: 'run' }),
    });
    expect(broken.end).toBe('completed');
    expect(broken.outputs).toEqual({ said: 'enough' });
    const suspended = new ImportedRun(file, {
      ...STEPS,
      'first.One': () => new CallResult(null, undefined, { waitFor: { event: 'COMPLIANCE_ACK' } }),
    });
    await settle();
    expect(suspended.end).toBe('open');
    expect(suspended.status).toBe('waiting');
  });
});
