import { describe, expect, it } from 'vitest';
import { hasErrors } from '#base';
import { importOlo } from '#formats';
import { allNodes, type PlanNode, type Workspace } from '#plan';
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
        ['TOOL_ROUTER', 'SWITCH'],
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
