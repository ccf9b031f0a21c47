import { describe, expect, it } from 'vitest';
import { hasErrors, type Json, type JsonObject } from '#base';
import { exportOlo, importOlo } from '#formats';
import { allNodes, check, type PlanNode, type Workspace } from '#plan';
import { type PlannerState, planOfStepArray, readReply } from '#planner';
import { ORCHARD } from './orchard';

function workspaceOf(value: Parameters<typeof importOlo>[0]): Workspace {
  const { workspace, diagnostics } = importOlo(value);
  if (workspace === null) throw new Error(JSON.stringify(diagnostics));
  return workspace;
}

function nodesOf(workspace: Workspace, id: string): ReadonlyMap<string, PlanNode> {
  const plan = workspace.plans.find((one) => one.id === id);
  if (plan?.kind !== 'capability') throw new Error(`no plan ${id}`);
  return new Map([...allNodes(plan)].map(({ node }) => [node.id, node]));
}

describe('S3 a pipeline configuration becomes a workspace', () => {
  const outcome = importOlo(ORCHARD);
  const nodes = nodesOf(workspaceOf(ORCHARD), 'orchard');

  it('S3 every node type has its counterpart, and nothing is refused', () => {
    expect(hasErrors(outcome.diagnostics)).toBe(false);
    expect(new Map(outcome.recognised.map(({ theirs, ours }) => [theirs, ours]))).toEqual(
      new Map([
        ['pipelines', 'plans'],
        ['plugins', 'capabilities'],
        ['plugins that plan', 'models'],
        ['features', 'observers'],
        ['PLUGIN', 'CAPABILITY'],
        ['IF', 'IF'],
        ['SWITCH', 'SWITCH'],
        ['ITERATOR', 'ITERATOR'],
        ['SEQUENCE', 'GROUP SYNC'],
        ['FORK with JOIN', 'GROUP ASYNC'],
        ['EVENT_WAIT', 'EVENT_WAIT'],
        ['TRY_CATCH', 'TRY_CATCH'],
        ['RETRY', 'RETRY'],
        ['SUB_PIPELINE', 'SUB_PLAN'],
        ['LLM_DECISION', 'CAPABILITY'],
        ['TOOL_ROUTER', 'TOOL_ROUTER'],
        ['EVALUATION', 'EVALUATION'],
        ['REFLECTION', 'REFLECTION'],
        ['FILL_TEMPLATE', 'FILL_TEMPLATE'],
        ['PLANNER', 'PLANNER, inline'],
        ['PLANNER (interpret only)', 'PLANNER, inline'],
      ]),
    );
  });

  it('S3 what has no counterpart is kept under source, and named with its path', () => {
    expect(outcome.kept.map(({ path }) => path)).toEqual([
      '/pipelines/orchard/executionTree/children/0/scheduleToStartSeconds',
      '/pipelines/orchard/executionTree/children/5/children/0/params/retryableErrors',
      '/pipelines/orchard/executionTree/children/7/params/options',
      '/pipelines/orchard/workflowId',
      '/executionDefaults',
      '/featureRestrictions',
    ]);
  });

  it('S3 a call gets its mappings, literals, timeout, retry and features', () => {
    expect(nodes.get('greet')).toMatchObject({
      name: 'Greet',
      params: { capability: 'GROWER' },
      input: { prompt: '{{ userQuery }}', tone: 'warm', braces: '{{ "a {{literal}} brace" }}' },
      output: { note: 'result.responseText' },
      timeoutMs: 40_000,
      retry: { maxAttempts: 2, initialIntervalMs: 3_000, backoffCoefficient: 1.5, maxIntervalMs: 12_000 },
      features: [
        { feature: 'quota-guard' },
        { feature: 'audit-postSuccess' },
        { feature: 'audit-postError' },
        { feature: 'audit-finally' },
        { feature: 'trace-finally' },
      ],
    });
    expect(nodes.get('press')).toMatchObject({
      timeoutMs: 25_000,
      features: [{ feature: 'metrics-finally' }],
    });
  });

  it('S3 a choice is followed by edges: an empty else or default leads on', () => {
    const plan = workspaceOf(ORCHARD).plans[0];
    const edges =
      plan?.kind === 'capability' ? plan.edges.map(({ from, port, to }) => `${from}.${port} ${to}`) : [];
    expect(edges.filter((edge) => edge.endsWith(' rows'))).toEqual([
      'pick.out rows',
      'press.out rows',
      'sort.threes rows',
      'dry.out rows',
      'sort.default rows',
    ]);
  });

  it('L9 items are names of rounds: they are no variables, and rounds write those of the plan', () => {
    expect(nodes.get('rows')).toMatchObject({
      params: { itemVariable: 'tree', indexVariable: 'row', concurrency: 1, merge: 'SHARED' },
    });
    const plan = workspaceOf(ORCHARD).plans[0];
    expect(plan?.variables).not.toContainEqual(expect.objectContaining({ id: 'tree' }));
  });

  it('S3 the message of an error is read from ours', () => {
    expect(nodes.get('mend')?.input).toEqual({ why: '{{ trouble == null ? null : trouble.message }}' });
  });

  it('S3 TOOL_ROUTER of plain calls is ours: its default is its first child (reference 6, 1.2)', () => {
    expect(nodes.get('route')).toMatchObject({
      type: 'TOOL_ROUTER',
      timeoutMs: 25_000,
      params: {
        routes: [
          { id: 'jam', capability: 'TASTER', when: 'dyn(kind) in ["jam"]', input: { sugar: 2 } },
          { id: 'cider', capability: 'TASTER', when: 'dyn(kind) in ["cider"]' },
          { id: 'otherwise', capability: 'TASTER', input: { sugar: 2 } },
        ],
      },
    });
  });

  it('P8 a planner may use the tools of its scope, and an interpret-only one reads its variable', () => {
    expect(nodes.get('plan')?.params).toMatchObject({
      models: ['GROWER'],
      goal: '{{ userQuery }}',
      tools: ['GROWER', 'TASTER', 'CLERK', 'CUTTER'],
      parser: 'default',
      execute: 'inline',
    });
    expect(nodes.get('read')?.params).toMatchObject({
      planInputVariable: '__planner_result',
      subtreeCreator: 'CUTTER',
    });
  });
});

/** A pipeline with two plugins, whose tree is the test's. */
function herbs(children: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  const variables = ['leaf', 'kind', 'note'].map((name) => ({ name, type: 'STRING', scope: 'INTERNAL' }));
  const scope = { plugins: [{ id: 'SAGE', contractType: 'MODEL_EXECUTOR' }, { id: 'MINT' }], features: [] };
  return {
    ...more,
    pipelines: {
      herbs: {
        name: 'herbs',
        variableRegistry: variables,
        scope,
        executionTree: { id: 'root', type: 'SEQUENCE', children },
      },
    },
  };
}

const DECIDE: JsonObject = {
  id: 'decide',
  type: 'LLM_DECISION',
  params: { pluginRef: 'SAGE', promptVariable: 'leaf', outputVariable: 'kind' },
};
const cased = (...values: readonly Json[]): JsonObject => ({
  id: 'by-kind',
  type: 'SWITCH',
  params: { switchVariable: 'kind' },
  children: values.map((caseValue, at) => ({ id: `case-${at}`, type: 'CASE', params: { caseValue } })),
});

function told(value: JsonObject, code: string): readonly (string | undefined)[] {
  return importOlo(value)
    .diagnostics.filter((one) => one.code === code)
    .map(({ where }) => where.field);
}

describe('S3 LLM_DECISION is ours where a SWITCH on it follows (reference 6, 1.2)', () => {
  it('S3 its choices are the cases, and one that is none of them', () => {
    const value = herbs([DECIDE, cased('green', 'dry leaf')]);
    expect(nodesOf(workspaceOf(value), 'herbs').get('decide')).toMatchObject({
      type: 'LLM_DECISION',
      params: {
        question: '{{ leaf }}',
        models: ['SAGE'],
        choices: [{ id: 'green' }, { description: 'dry leaf' }, { id: 'none' }],
      },
      output: { kind: expect.stringMatching(/"green":"green".*"dry leaf".*\[result\]$/) },
    });
    expect(told(value, 'DECISION_TYPED')).toEqual(['/pipelines/herbs/executionTree/children/0']);
  });

  it.each<[string, readonly JsonObject[]]>([
    ['no SWITCH follows', [DECIDE]],
    [
      'the SWITCH is on another variable',
      [DECIDE, { ...cased('green'), params: { switchVariable: 'leaf' } }],
    ],
    ['a case is no text', [DECIDE, cased('green', 3)]],
    ['two cases are the same', [DECIDE, cased('green', 'green')]],
    ['there are no cases', [DECIDE, cased()]],
  ])('S3 it is a call where %s, and the report says why', (_why, children) => {
    const value = herbs(children);
    expect(nodesOf(workspaceOf(value), 'herbs').get('decide')?.type).toBe('CAPABILITY');
    expect(told(value, 'DECISION_AS_CALL')).toEqual(['/pipelines/herbs/executionTree/children/0']);
  });
});

describe('S3 pluginRestrictions hold for the whole document: the tree, planners, and what they plan (reference 6, 1.1)', () => {
  const call = (id: string, pluginRef: string): JsonObject => ({ id, type: 'PLUGIN', pluginRef });
  const planner: JsonObject = {
    id: 'plan',
    type: 'PLANNER',
    params: { modelPluginRef: 'SAGE', subtreeCreatorPluginRef: 'MINT', userQueryVariable: 'leaf' },
  };
  const value = herbs([call('one', 'SAGE'), call('two', 'MINT'), planner], { pluginRestrictions: ['SAGE'] });
  const problemsOf = (workspace: Workspace) => {
    const catalogue = new Map(workspace.capabilities.map((one) => [one.id, one]));
    return check(workspace, catalogue).flatMap(({ code, where }) =>
      code === 'CAPABILITY_UNKNOWN' ? [where.node] : [],
    );
  };

  it('S3 what they leave out is no capability, so that a plan which calls it is refused', () => {
    const workspace = workspaceOf(value);
    expect(workspace.capabilities.map(({ id }) => id)).toEqual(['SAGE']);
    expect(problemsOf(workspace)).toEqual(['two', 'plan']);
    expect(nodesOf(workspace, 'herbs').get('plan')?.params).toMatchObject({ tools: ['SAGE'] });
  });

  it('S3 each place is told by its path, and the document is exported as it was', () => {
    expect(told(value, 'PLUGIN_RESTRICTED')).toEqual([
      '/pipelines/herbs/scope/plugins/1',
      '/pipelines/herbs/executionTree/children/1/pluginRef',
      '/pipelines/herbs/executionTree/children/2/params/subtreeCreatorPluginRef',
    ]);
    const workspace = workspaceOf(value);
    const [plan] = workspace.plans;
    const written = plan && exportOlo(plan, workspace);
    expect(written?.ok && written.value.value).toMatchObject(value);
  });

  it('S3 a model is asked and not called: what they leave out of it is told', () => {
    const other = herbs([planner], { pluginRestrictions: ['MINT'] });
    expect(told(other, 'MODEL_RESTRICTED')).toEqual([
      '/pipelines/herbs/executionTree/children/0/params/modelPluginRef',
    ]);
  });

  it('S3 none restrict nothing', () => {
    expect(problemsOf(workspaceOf(herbs([call('two', 'MINT')], { pluginRestrictions: [] })))).toEqual([]);
  });
});

describe('S3 TOOL_ROUTER is a SWITCH where its children are no routes of one node, and the report says why', () => {
  const route = (id: string, more: JsonObject = {}): JsonObject => ({
    id,
    type: 'PLUGIN',
    pluginRef: 'MINT',
    params: { caseValue: id },
    ...more,
  });
  const routing = (...children: readonly JsonObject[]): JsonObject =>
    herbs([{ id: 'route', type: 'TOOL_ROUTER', params: { inputVariable: 'kind' }, children }]);
  const writes = (variable: string): JsonObject => ({
    outputMappings: [{ pluginParameter: 'out', variable }],
  });

  it.each<[string, RegExp, JsonObject]>([
    ['a child that is no PLUGIN', /"b" is no PLUGIN/, { type: 'SEQUENCE' }],
    ['a child in the background', /in the background/, { executionMode: 'ASYNC' }],
    ['other outputs', /write different variables/, writes('note')],
    ['other timeouts', /different timeouts/, { startToCloseSeconds: 3 }],
    ['other features', /different features/, { features: ['trace'] }],
  ])('S3 %s', (_why, says, more) => {
    const outcome = importOlo(routing(route('a'), route('b', more)));
    expect(outcome.recognised).toContainEqual({ theirs: 'TOOL_ROUTER', ours: 'SWITCH', count: 1 });
    const reason = outcome.diagnostics.find(({ code }) => code === 'ROUTER_AS_CHOICE');
    expect(reason?.message).toMatch(says);
  });

  it('S3 a router with one plain call is a router too', () => {
    const outcome = importOlo(routing(route('a', writes('note'))));
    expect(outcome.recognised).toContainEqual({ theirs: 'TOOL_ROUTER', ours: 'TOOL_ROUTER', count: 1 });
  });
});

describe('fault F3 a reply of reference 1 with planners inside', () => {
  const PLANNER_STEP = {
    toolId: 'RISK PLANNER',
    type: 'PLANNER',
    params: {
      modelPluginRef: 'PEN',
      treeBuilder: 'default',
      userQueryVariable: 'question',
      resultVariable: 'risk',
    },
  };
  const REPLY = [
    { toolId: 'PROFILE', displayName: 'Profile', input: { prompt: 'Who?', tone: 'dry' } },
    PLANNER_STEP,
  ];
  const asPlanned = {
    type: 'PLANNER',
    params: {
      models: ['PEN'],
      goal: '{{ question }}',
      resultVariable: 'risk',
      parser: 'default',
      execute: 'inline',
    },
  };

  it('imported they are planners, which plan when they are reached, and nothing is dropped without a word', () => {
    const { workspace, diagnostics } = importOlo(REPLY);
    const [plan] = workspace?.plans ?? [];
    if (plan?.kind !== 'capability') throw new Error(JSON.stringify(diagnostics));
    expect(plan.nodes).toMatchObject([{ type: 'CAPABILITY', params: { capability: 'PROFILE' } }, asPlanned]);
    expect(plan.nodes[1]?.name).toBe('RISK_PLANNER');
    expect(plan.variables).toContainEqual(expect.objectContaining({ id: 'question', scope: 'IN' }));
    const said = diagnostics.map(({ code, where }) => `${code} ${where.field ?? ''}`);
    expect(said).toContain('STEP_FIELD_UNREAD /0/input/tone');
    expect(said).toContain('STEP_FIELD_UNREAD /0/displayName');
    expect(said).toContain('PLANNER_WITHOUT_TOOLS /1');
  });

  it('read as a reply, and by the parser of reference 1, they are the same planners', () => {
    const reply = JSON.stringify(
      REPLY.map(({ toolId, ...rest }) => ({ toolId: toolId.replace(' ', '_'), ...rest })),
    );
    const descriptor = (id: string) => ({
      id,
      title: id,
      description: '',
      input: {},
      output: {},
      effect: 'read' as const,
    });
    const state: PlannerState = {
      goal: 'Tesla',
      transcript: [],
      memory: {},
      variables: { question: 'Tesla', risk: null },
      writable: ['risk'],
      catalogue: new Map(['PROFILE', 'RISK_PLANNER', 'PEN'].map((id) => [id, descriptor(id)])),
      forbidden: new Set(),
      limits: { maxSteps: 20, maxDepth: 3 },
      depth: 0,
      stepCount: 0,
    };
    const readings = [readReply(reply, state), planOfStepArray(reply, state)];
    for (const reading of readings) {
      expect(reading?.problems ?? []).toEqual([]);
      expect(reading?.plan?.nodes[1]).toMatchObject(asPlanned);
    }
  });
});
