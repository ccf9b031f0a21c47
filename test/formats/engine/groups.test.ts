import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { CallError } from '#runtime';
import { gate, settle } from '../../runtime/notation';
import {
  async,
  called,
  exported,
  ImportedRun,
  imported,
  nodesOf,
  pipelineOf,
  plugins,
  runOf,
  sync,
} from './running';

const fails = (code: string) => (): never => {
  throw new CallError({ code, message: 'It broke.' });
};
const gives =
  (value: JsonObject = {}) =>
  (): JsonObject =>
    value;

/** One ASYNC group of three, and a step after it. */
const three = (more: JsonObject): JsonObject =>
  pipelineOf({ MODEL: async(['a.A', 'b.B', 'c.C'], more), FILTER: sync('after.All') });

const after = { 'after.All': gives() };

describe('reference 6 §2.2, completion: success and failure, to the end of the run', () => {
  const works = { 'a.A': gives(), 'b.B': gives(), 'c.C': gives(), ...after };
  const broken = { ...works, 'b.B': fails('B_BROKE') };
  const allBroken = { ...after, 'a.A': fails('A_BROKE'), 'b.B': fails('B_BROKE'), 'c.C': fails('C_BROKE') };

  it.each([
    ['ALL', 'completed', 'failed B_BROKE', 'failed A_BROKE'],
    ['FIRST_FAILURE', 'completed', 'failed B_BROKE', 'failed A_BROKE'],
    ['ALL_SETTLED', 'completed', 'completed', 'completed'],
    ['FIRST_SUCCESS', 'completed', 'completed', 'failed C_BROKE'],
    ['first_success', 'completed', 'completed', 'failed C_BROKE'],
  ])('%s: all work %s, one fails %s, all fail %s', async (asyncCompletionPolicy, all, one, none) => {
    const file = three({ asyncCompletionPolicy });
    expect((await runOf(file, works)).end).toBe(all);
    expect((await runOf(file, broken)).end).toBe(one);
    expect((await runOf(file, allBroken)).end).toBe(none);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('ALL waits for every branch before what follows', async () => {
    const slow = gate<JsonObject>();
    const run = new ImportedRun(three({}), { ...works, 'b.B': () => slow.opened });
    await settle();
    expect(called(run)).toEqual(['a.A', 'b.B', 'c.C']);
    slow.open({});
    expect(called(await run.ended())).toEqual(['a.A', 'b.B', 'c.C', 'after.All']);
  });

  it('FIRST_SUCCESS is done at the first success; the others are cancelled, where theirs lets them run (named)', async () => {
    const never = gate<JsonObject>();
    const file = three({ asyncCompletionPolicy: 'FIRST_SUCCESS' });
    const run = await runOf(file, { ...broken, 'a.A': () => never.opened, 'c.C': gives({ who: 'c' }) });
    expect(run.end).toBe('completed');
    expect(run.variables).toEqual({ who: 'c' });
    expect(imported(file).diagnostics.map(({ code }) => code)).toContain('COMPLETION_DIFFERS');
  });

  it('FIRST_FAILURE fails at the first failure, without waiting (R10)', async () => {
    const never = gate<JsonObject>();
    const file = three({ asyncCompletionPolicy: 'FIRST_FAILURE' });
    const run = await runOf(file, { ...broken, 'a.A': () => never.opened });
    expect(run.end).toBe('failed B_BROKE');
  });

  it('ALL_SETTLED: what the others gave is there, and the run goes on', async () => {
    const run = await runOf(three({ asyncCompletionPolicy: 'ALL_SETTLED' }), {
      ...broken,
      'a.A': gives({ a: 1 }),
      'c.C': gives({ c: 3 }),
    });
    expect(run.variables).toEqual({ a: 1, c: 3 });
    expect(called(run).at(-1)).toBe('after.All');
  });

  it('a SYNC group ends at its first failure: what stands behind it does not run', async () => {
    const file = pipelineOf({ TOOL: sync('a.A', 'b.B', 'c.C') });
    const run = await runOf(file, broken);
    expect(run.end).toBe('failed B_BROKE');
    expect(called(run)).toEqual(['a.A', 'b.B']);
  });

  it('groups nested in an ASYNC group stay groups, where theirs flattens them', async () => {
    const nested = {
      type: 'GROUP',
      executionMode: 'ASYNC',
      children: [sync('a.A', 'b.B'), ...plugins('c.C')],
    };
    const file = pipelineOf({ MODEL: nested });
    const first = gate<JsonObject>();
    const run = new ImportedRun(file, { ...works, 'a.A': () => first.opened });
    await settle();
    expect(called(run)).toEqual(['a.A', 'c.C']);
    first.open({});
    expect(called(await run.ended())).toEqual(['a.A', 'c.C', 'b.B']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });
});

describe('reference 6 §2.2, merge', () => {
  const hook = (name: string): JsonObject => ({ type: 'MERGE_POLICY', pluginType: 'MergePolicy', name });
  const works = { 'a.A': gives({ who: 'a', a: 1 }), 'b.B': gives({ who: 'b', b: 2 }) };
  const group = (more: JsonObject = {}): JsonObject => async(['a.A', 'b.B'], more);
  const inPipeline = (more: JsonObject, pipeline: JsonObject, root: JsonObject = {}): JsonObject => ({
    ...pipelineOf({}, root),
    capabilityOrder: ['MODEL'],
    pipelines: { default: { ...pipeline, root: { MODEL: group(more) } } },
  });

  const LAST = { who: 'b', a: 1, b: 2 };
  const FIRST = { who: 'a', a: 1, b: 2 };

  it.each<[string, JsonObject, JsonObject]>([
    ['nobody says it: LAST_WINS', inPipeline({}, {}), LAST],
    ['the pipeline', inPipeline({}, { mergePolicy: hook('FIRST_WINS') }), FIRST],
    [
      'asyncOutputMergePolicy, before the pipeline',
      inPipeline({ asyncOutputMergePolicy: 'LAST_WINS' }, { mergePolicy: hook('FIRST_WINS') }),
      LAST,
    ],
    [
      'mergePolicy.name, before both',
      inPipeline({ asyncOutputMergePolicy: 'LAST_WINS', mergePolicy: hook('FIRST_WINS') }, {}),
      FIRST,
    ],
    [
      'a blank mergePolicy.name says nothing',
      inPipeline({ asyncOutputMergePolicy: 'FIRST_WINS', mergePolicy: hook(' ') }, {}),
      FIRST,
    ],
    [
      'a name of mergePolicies that is a built-in one',
      inPipeline({ mergePolicy: hook('oldest') }, {}, { mergePolicies: { oldest: 'FIRST_WINS' } }),
      FIRST,
    ],
  ])('chosen by %s', async (_title, file, variables) => {
    expect((await runOf(file, works)).variables).toEqual(variables);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('PREFIX_BY_ACTIVITY nests by node id here, which is said', async () => {
    const file = pipelineOf({ MODEL: group({ asyncOutputMergePolicy: 'PREFIX_BY_ACTIVITY' }) });
    expect((await runOf(file, works)).variables).toEqual({
      MODEL: { 'a-A': { who: 'a', a: 1 }, 'b-B': { who: 'b', b: 2 } },
    });
    expect(imported(file).diagnostics.map(({ code }) => code)).toContain('MERGE_NESTS');
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it.each([['ALL'], ['ALL_SETTLED']])(
    'ALL_MODELS_RESPONSE_FORMAT under %s: a line a model, in "output" and "result", with nothing to be bound',
    async (asyncCompletionPolicy) => {
      const file = pipelineOf({
        MODEL: async(['shop.Fast_7bChatPlugin', 'b.B', 'c.C'], {
          asyncOutputMergePolicy: 'ALL_MODELS_RESPONSE_FORMAT',
          asyncCompletionPolicy,
        }),
      });
      const run = await runOf(file, {
        'shop.Fast_7bChatPlugin': gives({ result: 'Say "hi"' }),
        'b.B': gives({ response: 'Ok', modelLabel: 'Bee' }),
        'c.C': gives({ nothing: 1 }),
      });
      const text = 'response from Fast:7b: "Say \\"hi\\""\nresponse from Bee: "Ok"\nresponse from C: ""\n';
      expect(run.variables).toEqual({ output: text, result: text });
      expect(exported(imported(file).workspace).value).toEqual(file);
    },
  );

  it('ALL_MODELS_RESPONSE_FORMAT in several groups: each knows its own models', async () => {
    const more = { mergePolicy: hook('ALL_MODELS_RESPONSE_FORMAT') };
    const file = pipelineOf({
      MODEL: async(['a.A'], more),
      TOOL: async(['b.B'], more),
      MCP: async(['a.A'], more),
    });
    const { workspace } = imported(file);
    expect(workspace.capabilities.map(({ id }) => id)).toEqual([
      'ALL_MODELS_RESPONSE_FORMAT',
      'ALL_MODELS_RESPONSE_FORMAT-2',
    ]);
    const run = await runOf(file, { 'a.A': gives({ result: 1 }), 'b.B': gives({ result: 2 }) });
    expect(run.variables).toMatchObject({ output: 'response from A: "1"\n' });
    expect(exported(workspace).value).toEqual(file);
  });

  it('any other name is a plugin: it is given the results of the branches in order, and what it gives is written', async () => {
    const seen: unknown[] = [];
    const file = pipelineOf(
      { MODEL: group({ mergePolicy: hook('best') }) },
      { mergePolicies: { best: 'pick.Best' } },
    );
    const run = await runOf(file, {
      ...works,
      'pick.Best': (list) => {
        seen.push(list);
        return { chosen: 'b' };
      },
    });
    expect(seen).toEqual([
      [
        { who: 'a', a: 1 },
        { who: 'b', b: 2 },
      ],
    ]);
    expect(run.variables).toEqual({ chosen: 'b' });
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('SYNC: the output is laid over what was there', async () => {
    const file = pipelineOf({ TOOL: sync('a.A', 'b.B') });
    expect((await runOf(file, works, { who: 'input' })).variables).toEqual({ who: 'b', a: 1, b: 2 });
  });
});

describe('reference 6 §2.1, conditional groups in every spelling', () => {
  const branches = (words: JsonObject): JsonObject =>
    pipelineOf({ ACCESS: { type: 'GROUP', executionMode: 'SYNC', condition: 'is.It', ...words } });
  const names = ['t.1', 't.2', 'e.1', 'e.2', 'o.1'];
  const works = (branch: unknown) => ({
    'is.It': () => ({ branch }),
    ...Object.fromEntries(names.map((name) => [name, gives()])),
  });
  const one = sync('t.1', 't.2');

  it.each<[string, JsonObject]>([
    ['thenGroup and elseGroup', { thenGroup: one, elseGroup: sync('o.1') }],
    ['thenChildren and elseChildren', { thenChildren: plugins('t.1', 't.2'), elseChildren: plugins('o.1') }],
    ['children, which are then', { children: plugins('t.1', 't.2'), elseGroup: sync('o.1') }],
  ])('%s', async (_title, words) => {
    const file = branches(words);
    expect(called(await runOf(file, works(0)))).toEqual(['is.It', 't.1', 't.2']);
    expect(called(await runOf(file, works(1)))).toEqual(['is.It', 'o.1']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it.each<[string, JsonObject]>([
    // biome-ignore lint/suspicious/noThenProperty: a word of the format; it is never awaited.
    ['then', { then: plugins('e.1', 'e.2') }],
    ['thenGroup', { thenGroup: sync('e.1', 'e.2') }],
  ])(
    'elseifBranches with %s; its condition is kept and never asked, which is said',
    async (_title, words) => {
      const file = branches({
        thenChildren: plugins('t.1'),
        elseifBranches: [{ condition: 'never.Asked', ...words }],
        elseChildren: plugins('o.1'),
      });
      expect(called(await runOf(file, works(1)))).toEqual(['is.It', 'e.1', 'e.2']);
      expect(called(await runOf(file, works(2)))).toEqual(['is.It', 'o.1']);
      expect(imported(file).diagnostics.map(({ code }) => code)).toContain('ELSEIF_CONDITION_UNUSED');
      expect(exported(imported(file).workspace).value).toEqual(file);
    },
  );

  it('a branch may hold groups of any kind, conditional ones too', async () => {
    const inner = {
      type: 'GROUP',
      executionMode: 'SYNC',
      condition: 'is.Inner',
      thenChildren: plugins('t.1'),
    };
    const file = branches({ thenGroup: inner, elseChildren: [async(['e.1', 'e.2']), ...plugins('o.1')] });
    expect(called(await runOf(file, { ...works(0), 'is.Inner': gives({ branch: 0 }) }))).toEqual([
      'is.It',
      'is.Inner',
      't.1',
    ]);
    expect(called(await runOf(file, { ...works(1), 'is.Inner': gives() }))).toEqual([
      'is.It',
      'e.1',
      'e.2',
      'o.1',
    ]);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('what the condition gives besides is seen by what follows', async () => {
    const seen: JsonObject[] = [];
    const file = branches({ thenChildren: plugins('t.1') });
    await runOf(file, {
      'is.It': gives({ branch: 0, why: 'tide' }),
      't.1': (input) => {
        seen.push(input);
        return {};
      },
    });
    expect(seen).toEqual([{ branch: 0, why: 'tide' }]);
  });

  it('a condition that fails fails the run', async () => {
    const run = await runOf(branches({ thenChildren: plugins('t.1') }), {
      ...works(0),
      'is.It': fails('BLIND'),
    });
    expect(run.end).toBe('failed BLIND');
  });

  it('its timeout is that of the condition', () => {
    const file = branches({ timeoutSeconds: 3, thenChildren: plugins('t.1') });
    const [group, condition] = nodesOf(imported(file));
    expect(group?.timeoutMs).toBeUndefined();
    expect(condition).toMatchObject({ params: { capability: 'is.It' }, timeoutMs: 3000 });
    expect(exported(imported(file).workspace).value).toEqual(file);
  });
});

describe('reference 6 §2.2, iteration', () => {
  const marks = {
    ITERATIVE_BLOCK: sync(),
    TOOL: sync('a.A'),
    ITERATIVE_BLOCK_END: sync(),
    FILTER: sync('b.B'),
  };

  it('what the order puts between the marks is the body of a LOOP of one round, warned to be given a test', async () => {
    const file = pipelineOf(marks);
    const outcome = imported(file);
    expect(outcome.workspace.plans[0]).toMatchObject({
      nodes: [
        {
          type: 'LOOP',
          params: { until: 'true', maxIterations: 1 },
          body: { nodes: [{ type: 'GROUP', name: 'TOOL' }] },
        },
        { type: 'GROUP', name: 'FILTER' },
      ],
    });
    expect(outcome.diagnostics.map(({ code }) => code)).toContain('LOOP_WITHOUT_TEST');
    expect(called(await runOf(file, { 'a.A': gives(), 'b.B': gives() }))).toEqual(['a.A', 'b.B']);
    expect(exported(outcome.workspace).value).toEqual(file);
  });

  it('a mark without its end repeats nothing, and that is said', async () => {
    const { ITERATIVE_BLOCK_END: _end, ...rest } = marks;
    const file = pipelineOf(rest);
    expect(imported(file).diagnostics.map(({ code }) => code)).toContain('LOOP_WITHOUT_END');
    expect(called(await runOf(file, { 'a.A': gives(), 'b.B': gives() }))).toEqual(['a.A', 'b.B']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('in a list of capabilities there may be several', () => {
    const block = (capability: string, ...children: string[]): JsonObject => ({
      capability,
      groups: [{ executionMode: 'SYNC', children }],
    });
    const list = [
      'ITERATIVE_BLOCK',
      'TOOL',
      'ITERATIVE_BLOCK_END',
      'ITERATIVE_BLOCK',
      'MCP',
      'ITERATIVE_BLOCK_END',
    ];
    const file = {
      ...pipelineOf({}),
      capabilityOrder: ['ACCESS'],
      pipelines: {
        default: {
          capabilities: list.map((name) => (name.startsWith('ITER') ? block(name) : block(name, 'a.A'))),
        },
      },
    };
    const [plan] = imported(file).workspace.plans;
    expect(plan?.kind === 'capability' && plan.nodes.map(({ type }) => type)).toEqual(['LOOP', 'LOOP']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('what a mark runs itself is part of the body', async () => {
    const file = pipelineOf({ ...marks, ITERATIVE_BLOCK: sync('first.One') });
    const works = { 'first.One': gives(), 'a.A': gives(), 'b.B': gives() };
    expect(called(await runOf(file, works))).toEqual(['first.One', 'a.A', 'b.B']);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('an `iterator` alike: a LOOP of one round around its group, the plugin kept', async () => {
    const file = pipelineOf({ TOOL: { ...sync('a.A'), iterator: 'each.One' } });
    const outcome = imported(file);
    expect(nodesOf(outcome)[0]).toMatchObject({
      type: 'LOOP',
      params: { until: 'true', maxIterations: 1 },
      source: { engine: { iterator: 'each.One' } },
    });
    expect(outcome.kept.map(({ path }) => path)).toContain('/pipelines/default/root/TOOL/iterator');
    expect(called(await runOf(file, { 'a.A': gives() }))).toEqual(['a.A']);
    expect(exported(outcome.workspace).value).toEqual(file);
  });

  it('a test and a bound that a person gives are no part of the format: an export names them', () => {
    const { workspace } = imported(pipelineOf(marks));
    const [plan] = workspace.plans;
    if (plan?.kind !== 'capability' || plan.nodes[0]?.type !== 'LOOP') throw new Error('no loop');
    const [loop, ...rest] = plan.nodes;
    const repeated = { ...loop, params: { until: 'done == true', maxIterations: 9 } };
    const changed = { ...workspace, plans: [{ ...plan, nodes: [repeated, ...rest] }] };
    expect(exported(changed).leftOut).toMatchObject([
      { where: { node: 'ITERATIVE_BLOCK', field: '/params' } },
    ]);
  });
});

describe('reference 6 §2.2, timeouts and attempts', () => {
  const timesOf = (file: JsonObject, capability: string) => {
    const node = nodesOf(imported(file)).find(
      ({ type, params }) => type === 'CAPABILITY' && (params as JsonObject).capability === capability,
    );
    return { timeoutMs: node?.timeoutMs, retry: node?.retry };
  };

  it('a pipeline’s default goes before that of `activity`; a plugin’s own before both', () => {
    const own = { type: 'PLUGIN', name: 'o.O', pluginType: 'ToolPlugin', timeoutSeconds: 2 };
    const file = {
      ...pipelineOf({}, { activity: { defaultTimeouts: { startToCloseSeconds: 9 } } }),
      capabilityOrder: ['ACCESS'],
      pipelines: {
        default: {
          defaultTimeoutSeconds: 45,
          root: { ACCESS: { ...sync('a.A'), children: [...plugins('a.A'), own] } },
        },
      },
    };
    expect(timesOf(file, 'a.A').timeoutMs).toBe(45_000);
    expect(timesOf(file, 'o.O').timeoutMs).toBe(2000);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it('a SYNC group’s timeout stays its own, an ASYNC group’s counts for its children', () => {
    const file = pipelineOf({
      ACCESS: { ...sync('a.A'), timeoutSeconds: 8 },
      MODEL: async(['b.B'], { timeoutSeconds: 7 }),
    });
    const nodes = nodesOf(imported(file));
    expect(nodes.map(({ id, timeoutMs }) => [id, timeoutMs])).toEqual([
      ['ACCESS', 8000],
      ['a-A', undefined],
      ['MODEL', undefined],
      ['b-B', 7000],
    ]);
    expect(exported(imported(file).workspace).value).toEqual(file);
  });

  it.each([0, -5])('%d seconds are no timeout, and that is said', (timeoutSeconds) => {
    const condition = { type: 'GROUP', condition: 'c.C', thenChildren: [], timeoutSeconds };
    const file = pipelineOf({
      ACCESS: { ...sync('a.A'), timeoutSeconds },
      MODEL: async(['b.B'], { timeoutSeconds }),
      TOOL: condition,
    });
    const outcome = imported(file);
    expect(nodesOf(outcome).filter(({ timeoutMs }) => timeoutMs !== undefined)).toEqual([]);
    expect(outcome.diagnostics.filter(({ code }) => code === 'TIMEOUT_IGNORED')).toHaveLength(3);
    const again = imported(exported(outcome.workspace).value);
    expect(nodesOf(again).filter(({ timeoutMs }) => timeoutMs !== undefined)).toEqual([]);
  });

  it('a call that outlasts its timeout fails', async () => {
    const file = pipelineOf({
      ACCESS: {
        type: 'GROUP',
        executionMode: 'SYNC',
        children: [{ type: 'PLUGIN', name: 'slow.One', pluginType: 'ToolPlugin', timeoutSeconds: 5 }],
      },
    });
    const run = new ImportedRun(file, { 'slow.One': () => gate<JsonObject>().opened });
    await settle();
    await run.clock.advance(5000);
    await run.ended();
    expect(run.end).toBe('failed TIMEOUT');
  });

  it('a plugin is tried again as its retryPolicy says, and not on the errors that it names', async () => {
    const retryPolicy = { maximumAttempts: 3, initialIntervalSeconds: 0, nonRetryableErrors: ['FINAL'] };
    const tried = (name: string): JsonObject => ({
      type: 'PLUGIN',
      name,
      pluginType: 'ToolPlugin',
      retryPolicy,
    });
    const file = pipelineOf({
      ACCESS: { type: 'GROUP', executionMode: 'SYNC', children: [tried('a.A'), tried('b.B')] },
    });
    let left = 2;
    const run = new ImportedRun(file, {
      'a.A': () => (left-- > 0 ? fails('AGAIN')() : {}),
      'b.B': fails('FINAL'),
    });
    for (let turn = 0; turn < 5; turn++) {
      await settle();
      await run.clock.advance(60_000);
    }
    await run.ended();
    expect(run.end).toBe('failed FINAL');
    expect(called(run)).toEqual(['a.A', 'a.A', 'a.A', 'b.B']);
  });
});
