import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#base';
import { importEngine } from '#formats';
import { called, exported, imported, nodesOf, pipelineOf, plugins, runOf, sync } from './running';

const gives = () => ({});
const ONE = sync('a.One');

/** A configuration of one group that says something more at its root. */
const saying = (more: JsonObject): JsonObject => pipelineOf({ ACCESS: ONE }, more);

/** What was kept of a file, as JSON Pointers. */
const keptIn = (value: Json): readonly string[] => imported(value).kept.map(({ path }) => path);

/** A pipeline that says something more. */
function pipelineSaying(more: JsonObject): JsonObject {
  return { ...saying({}), pipelines: { default: { ...more, root: { ACCESS: ONE } } } };
}

function codesOf(value: Json): readonly string[] {
  return importEngine(value).diagnostics.map(({ code }) => code);
}

describe('reference 6 §2.1, the root', () => {
  it.each<[string, Json]>([
    ['temporal', { target: 'here:7233', namespace: 'n' }],
    ['dynamicPlugins', { extra: 'extra.jar' }],
    ['dynamicPluginJars', ['more.jar']],
    ['pluginRepoPackagePrefix', 'org.shop'],
    ['featurePlugins', { INTERCEPTORS: ['shop.Watch'] }],
    ['queueTopology', { strategy: 'QUEUE_PER_STAGE', stageToQueue: { MODEL: 'slow' } }],
    ['defaultForkPlugin', 'shop.Fork'],
    ['defaultJoinPlugin', 'shop.Join'],
    ['sharedFolderPath', '/shared'],
    ['somethingElse', [1, { two: 3 }]],
  ])('%s has no counterpart: it is kept, named, and written back', (key, value) => {
    const file = saying({ [key]: value });
    const outcome = imported(file);
    expect(outcome.kept).toContainEqual(expect.objectContaining({ path: `/${key}` }));
    expect(outcome.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'KEPT', where: { field: `/${key}` } }),
    );
    expect(outcome.workspace.source).toMatchObject({ engine: { [key]: value } });
    expect(exported(outcome.workspace).value).toEqual(file);
  });

  it('worker and configVersion are kept; without them an export writes the queue of the workspace, and 1.0', () => {
    expect(exported(imported(saying({})).workspace).value).toMatchObject({
      configVersion: '1.0',
      worker: { queueName: 'q' },
    });
    const { worker: _worker, configVersion: _version, ...bare } = saying({});
    expect(codesOf(bare)).toContain('WORKER_MISSING');
    expect(exported(imported(bare).workspace).value).toMatchObject({
      configVersion: '1.0',
      worker: { queueName: 'engine-configuration' },
    });
  });

  it('enabledFeatures: plan safety is a policy and goes back out of it, the other flags are kept', () => {
    const file = saying({ enabledFeatures: ['STREAMING', 'PLAN_SAFETY_VALIDATION'] });
    const { workspace } = imported(file);
    expect(workspace.policies).toEqual([{ id: 'plan-safety', planSafety: true }]);
    expect(keptIn(file)).toContain('/enabledFeatures');
    expect(exported(workspace).value).toEqual(file);
    const without = exported({ ...workspace, policies: [] }).value;
    expect(without).toMatchObject({ enabledFeatures: ['STREAMING'] });
    const { workspace: plain } = imported(saying({}));
    const safe = exported({ ...plain, policies: [{ planSafety: true }] }).value;
    expect(safe).toMatchObject({ enabledFeatures: ['PLAN_SAFETY_VALIDATION'] });
  });

  it('activity: the payload and the schedule-times are kept', () => {
    const activity = { payload: { maxResultOutputKeys: 3 }, defaultTimeouts: { scheduleToStartSeconds: 60 } };
    const file = saying({ activity });
    expect(keptIn(file)).toContain('/activity');
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('activity.retryPolicy: the defaults of its fields are 3 attempts, 1 s, times 2, 60 s at most', () => {
    const [, one] = nodesOf(imported(saying({ activity: { retryPolicy: {} } })));
    expect(one?.retry).toEqual({
      maxAttempts: 3,
      initialIntervalMs: 1000,
      backoffCoefficient: 2,
      maxIntervalMs: 60_000,
    });
  });

  it.each([['capabilityOrder'], ['stageOrder']])('%s is the order of the run', async (key) => {
    const root = { B: sync('b.B'), A: sync('a.A') };
    const { capabilityOrder: _order, ...file } = pipelineOf(root);
    const value = { ...file, [key]: ['A', 'B'] };
    expect(called(await runOf(value, { 'a.A': gives, 'b.B': gives }))).toEqual(['a.A', 'b.B']);
    expect(exported(imported(value).workspace).value).toEqual(value);
  });

  it('without an order the one of the predefined capabilities counts', async () => {
    const names = [
      'CUSTOM',
      'MODEL',
      'ACCESS',
      'PRE_CONTEXT_SETUP',
      'RETRIEVE',
      'EVALUATE',
      'FILTER',
      'TOOL',
    ];
    const root = Object.fromEntries(names.map((name) => [name, sync(`x.${name}`)]));
    const { capabilityOrder: _order, ...file } = pipelineOf(root);
    const works = Object.fromEntries(names.map((name) => [`x.${name}`, gives]));
    expect(called(await runOf(file, works))).toEqual([
      'x.ACCESS',
      'x.PRE_CONTEXT_SETUP',
      'x.MODEL',
      'x.RETRIEVE',
      'x.TOOL',
      'x.FILTER',
      'x.EVALUATE',
      'x.CUSTOM',
    ]);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it.each([
    ['RETRIEVE', 'RETRIEVAL'],
    ['EVALUATE', 'EVALUATION'],
    ['FEEDBACK_CAPTURE', 'FEEDBACK'],
  ])('%s is another name of %s: one stands in the order, the other in the pipeline', async (old, now) => {
    for (const [named, group] of [
      [old, now],
      [now, old],
    ] as const) {
      const file = { ...pipelineOf({ [group]: ONE }), capabilityOrder: [named] };
      expect(called(await runOf(file, { 'a.One': gives }))).toEqual(['a.One']);
      expect(exported(imported(file).workspace).value).toEqual(file);
    }
  });

  it('what the order does not name never runs, and is kept', async () => {
    const file = { ...pipelineOf({ ACCESS: ONE, HIDDEN: sync('h.H') }), capabilityOrder: ['ACCESS'] };
    const outcome = imported(file);
    expect(outcome.diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'CAPABILITY_NEVER_RUNS',
        where: { field: '/pipelines/default/root/HIDDEN', plan: 'default' },
      }),
    );
    expect(called(await runOf(file, { 'a.One': gives }))).toEqual(['a.One']);
    expect(exported(outcome.workspace).value).toEqual(file);
  });
});

describe('reference 6 §2.2, names: predefined, `capabilities`, plugin id', () => {
  it('a name of `capabilities` calls the plugin that it has, and goes back as it was', async () => {
    const file = pipelineOf(
      { ACCESS: sync('GREET') },
      { capabilities: { GREET: { pluginType: 'ToolPlugin', name: 'shop.Greet' } } },
    );
    expect(called(await runOf(file, { 'shop.Greet': gives }))).toEqual(['shop.Greet']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it.each([['capabilityPlugins'], ['stagePlugins']])(
    'a predefined capability by name calls the plugin that %s gives it, whatever `capabilities` say',
    async (key) => {
      const file = pipelineOf(
        { ACCESS: sync('MEMORY') },
        { [key]: { MEMORY: 'shop.Memory' }, capabilities: { MEMORY: { pluginType: 'x', name: 'not.Me' } } },
      );
      expect(called(await runOf(file, { 'shop.Memory': gives }))).toEqual(['shop.Memory']);
      expect(exported(imported(file).workspace).value).toEqual(file);
    },
  );

  it('the plugins of a pipeline go before those of the configuration', async () => {
    const file = {
      ...saying({ capabilityPlugins: { TOOL: 'root.Tool', MEMORY: 'root.Memory' } }),
      pipelines: {
        default: { capabilityPlugins: { TOOL: 'own.Tool' }, root: { ACCESS: sync('TOOL', 'MEMORY') } },
      },
    };
    const works = { 'own.Tool': gives, 'root.Memory': gives };
    expect(called(await runOf(file, works))).toEqual(['own.Tool', 'root.Memory']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('a name that is no id of ours gets one, and is written back as it was', () => {
    const file = saying({});
    const odd = { ...file, pipelines: { default: { root: { ACCESS: sync('Old Oven #1', 'Old Oven') } } } };
    expect(
      nodesOf(imported(odd)).flatMap((node) => (node.type === 'CAPABILITY' ? [node.params] : [])),
    ).toEqual([{ capability: 'Old_Oven_1' }, { capability: 'Old_Oven' }]);
    expect(exported(imported(odd).workspace).value).toEqual(odd);
  });

  it('`plugins` is the allow-list: tools of planner and executor; a plugin that it leaves out is named', () => {
    const file = pipelineOf(
      { ACCESS: sync('shop.Out'), PLANNER: sync('shop.Plan'), PLAN_EXECUTOR: sync('PLAN_EXECUTOR') },
      { plugins: ['shop.Plan', 'shop.In'] },
    );
    const outcome = imported(file);
    expect(nodesOf(outcome).slice(2)).toMatchObject([
      { type: 'PLANNER', params: { tools: ['shop.Plan', 'shop.In'] } },
      { type: 'PLAN_EXECUTOR', params: { tools: ['shop.Plan', 'shop.In'] } },
    ]);
    const named = outcome.diagnostics.filter(({ code }) => code === 'PLUGIN_NOT_ALLOWED');
    expect(named.map(({ where }) => where.field)).toEqual(['/pipelines/default/root/ACCESS/children/0']);
  });

  it('an empty allow-list allows everything', () => {
    const outcome = imported(pipelineOf({ PLANNER: sync('shop.Plan') }, { plugins: [] }));
    expect(nodesOf(outcome)[0]?.params).not.toHaveProperty('tools');
    expect(outcome.diagnostics.map(({ code }) => code)).not.toContain('PLUGIN_NOT_ALLOWED');
  });
});

describe('reference 6 §2.1, a pipeline', () => {
  it('pipelines are plans, `default` first', () => {
    const { default: one } = saying({}).pipelines as { readonly default: JsonObject };
    const outcome = imported({ ...saying({}), pipelines: { 'night shift': one, default: one } });
    expect(outcome.workspace.plans).toMatchObject([
      { id: 'default', variables: 'open' },
      { id: 'night-shift', name: 'night shift', variables: 'open' },
    ]);
  });

  it.each([
    ['capabilities', 'capability'],
    ['stages', 'stage'],
  ])(
    '%s: [{%s, groups}] run in the order of the list; children are names of plugins or groups',
    async (list, name) => {
      const groups = [
        { executionMode: 'SYNC', children: ['a.A', { executionMode: 'ASYNC', children: ['b.B', 'c.C'] }] },
        { executionMode: 'SYNC', children: ['d.D'] },
      ];
      const file = {
        ...saying({}),
        pipelines: {
          default: {
            [list]: [
              { [name]: 'TOOL', groups },
              { [name]: 'ACCESS', groups: [{ executionMode: 'SYNC', children: ['e.E'] }] },
              { [name]: 'TOOL', groups: [] },
            ],
          },
        },
      };
      const works = Object.fromEntries(['a.A', 'b.B', 'c.C', 'd.D', 'e.E'].map((one) => [one, gives]));
      expect(called(await runOf(file, works))).toEqual(['a.A', 'b.B', 'c.C', 'd.D', 'e.E']);
      expect(exported(imported(file).workspace).value).toEqual(file);
    },
  );

  it.each([['root'], ['rootByCapability'], ['rootByStage']])('%s by capability', async (key) => {
    const file = { ...saying({}), pipelines: { default: { [key]: { ACCESS: ONE } } } };
    expect(called(await runOf(file, { 'a.One': gives }))).toEqual(['a.One']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('root with a type is one tree', async () => {
    const root = {
      type: 'GROUP',
      executionMode: 'SYNC',
      children: [...plugins('a.A'), { type: 'GROUP', executionMode: 'SYNC', children: plugins('b.B') }],
    };
    const file = { ...saying({}), pipelines: { default: { root } } };
    expect(called(await runOf(file, { 'a.A': gives, 'b.B': gives }))).toEqual(['a.A', 'b.B']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('the first of the forms counts, and what stands beside it is kept', async () => {
    const block = { capability: 'TOOL', groups: [{ executionMode: 'SYNC', children: ['a.One'] }] };
    const file = {
      ...saying({}),
      pipelines: { default: { capabilities: [block], root: { ACCESS: sync('not.Me') } } },
    };
    expect(called(await runOf(file, { 'a.One': gives }))).toEqual(['a.One']);
    expect(keptIn(file)).toContain('/pipelines/default/root');
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it.each<[string, Json]>([
    ['defaultMaxGroupDepth', 4],
    ['note', 'unknown to the format'],
  ])('%s is kept, named, and written back', (key, value) => {
    const file = pipelineSaying({ [key]: value });
    expect(keptIn(file)).toContain(`/pipelines/default/${key}`);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it.each<[JsonObject, string]>([
    [{ defaultTimeoutSeconds: 'soon' }, 'WRONG_TYPE'],
    [{ defaultAsyncCompletionPolicy: 'SOMETIMES' }, 'COMPLETION_UNKNOWN'],
    [{ defaultAsyncCompletionPolicy: 3 }, 'WRONG_TYPE'],
    [{ mergePolicy: 'LAST_WINS' }, 'WRONG_TYPE'],
    [{ capabilityPlugins: { TOOL: 7 } }, 'WRONG_TYPE'],
    [{ capabilityPlugins: [] }, 'WRONG_TYPE'],
  ])('%j is refused: %s', (more, code) => {
    const outcome = importEngine(pipelineSaying(more));
    expect(outcome.workspace).toBeNull();
    expect(outcome.diagnostics.map((one) => one.code)).toContain(code);
  });

  it.each<[Json, string]>([
    [{ pipelines: {} }, 'NO_PIPELINE'],
    [{ pipelines: { default: {} } }, 'PIPELINE_EMPTY'],
    [{ pipelines: { default: { root: { ACCESS: { type: 'PLUGIN', name: 'a' } } } } }, 'NODE_TYPE_UNKNOWN'],
    [{ pipelines: { default: { root: { type: 'LOOP' } } } }, 'NODE_TYPE_UNKNOWN'],
    [{ pipelines: { default: { root: { type: 'PLUGIN', name: ' ' } } } }, 'NAME_MISSING'],
    [{ pipelines: { default: { capabilities: [{ groups: [] }] } } }, 'NAME_MISSING'],
    [{ pipelines: { default: { root: { type: 'GROUP', executionMode: 'BOTH' } } } }, 'MODE_UNKNOWN'],
  ])('%j is refused: %s', (file, code) => {
    const outcome = importEngine(file);
    expect(outcome.workspace).toBeNull();
    expect(outcome.diagnostics.map((one) => one.code)).toContain(code);
  });
});

describe('reference 6 §2.1, nodes', () => {
  it('a PLUGIN is a CAPABILITY that sees all variables; STAGE is its old name', () => {
    const file = saying({});
    const root = {
      type: 'GROUP',
      executionMode: 'SYNC',
      children: [
        { type: 'PLUGIN', name: 'a.A', pluginType: 'ModelPlugin' },
        { type: 'STAGE', name: 'b.B', pluginType: 'ToolPlugin' },
      ],
    };
    const value = { ...file, pipelines: { default: { root } } };
    expect(nodesOf(imported(value)).slice(1)).toMatchObject([
      { type: 'CAPABILITY', params: { capability: 'a.A' }, input: '*' },
      { type: 'CAPABILITY', params: { capability: 'b.B' }, input: '*' },
    ]);
    expect(exported(imported(value).workspace).value).toEqual(value);
  });

  it.each(['pluginType', 'scheduleToStartSeconds', 'scheduleToCloseSeconds', 'anythingElse'])(
    '%s of a PLUGIN is kept with its node, named, and written back',
    (key) => {
      const plugin = {
        type: 'PLUGIN',
        name: 'a.A',
        pluginType: 'ToolPlugin',
        [key]: key === 'pluginType' ? 'MCPPlugin' : 5,
      };
      const root = { ACCESS: { type: 'GROUP', executionMode: 'SYNC', children: [plugin] } };
      const file = { ...saying({}), pipelines: { default: { root } } };
      expect(keptIn(file)).toContain(`/pipelines/default/root/ACCESS/children/0/${key}`);
      expect(exported(imported(file).workspace).value).toEqual(file);
    },
  );

  it.each(['maxDepth', 'forkPlugin', 'joinPlugin', 'anythingElse'])(
    '%s of a GROUP is kept with its node, named, and written back',
    (key) => {
      const group = { type: 'GROUP', executionMode: 'ASYNC', children: plugins('a.A'), [key]: 'x' };
      const file = { ...saying({}), pipelines: { default: { root: { ACCESS: group } } } };
      expect(keptIn(file)).toContain(`/pipelines/default/root/ACCESS/${key}`);
      expect(exported(imported(file).workspace).value).toEqual(file);
    },
  );

  it.each([
    ['PLAN_EXECUTOR', 'timeoutSeconds', 9],
    ['PLAN_EXECUTOR', 'anythingElse', 'x'],
    ['PLANNER', 'maxDepth', 3],
    ['PLANNER', 'anythingElse', 'x'],
    ['ITERATIVE_BLOCK', 'anythingElse', 'x'],
    ['ITERATIVE_BLOCK_END', 'timeoutSeconds', 4],
  ])('what the group of %s says besides, %s, is kept, named, and written back', (capability, key, value) => {
    const root = {
      ITERATIVE_BLOCK: sync(),
      PLANNER: sync('shop.Plan'),
      PLAN_EXECUTOR: sync('PLAN_EXECUTOR'),
      ITERATIVE_BLOCK_END: sync(),
    };
    const file = pipelineOf({
      ...root,
      [capability]: { ...root[capability as keyof typeof root], [key]: value },
    });
    expect(keptIn(file)).toContain(`/pipelines/default/root/${capability}/${key}`);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('plugins in the group of PLAN_EXECUTOR are not called: it is no plugin (§3.1). They are kept and named', () => {
    const file = pipelineOf({ PLAN_EXECUTOR: sync('shop.Other') });
    expect(keptIn(file)).toContain('/pipelines/default/root/PLAN_EXECUTOR/children');
    expect(nodesOf(imported(file)).map(({ type }) => type)).toEqual(['PLAN_EXECUTOR']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });
});
