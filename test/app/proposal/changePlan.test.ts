import { describe, expect, test } from 'vitest';
import { project } from '#projection';
import { changedPlanIn, whyUnchanged, workspaceWith } from '../../../src/app/proposal/changePlan';
import { body, plan, workspace } from '../../notation/plan';
import { runOf } from '../../notation/run';

const ASKING = plan('var dynamicPlan\nask: PLANNER llm {goal: "Be brief.", models: [m], repairRetries: 0}');

describe('D9 a change by a sentence', () => {
  test('P5 what rules made after the model is no change: they read no wishes', () => {
    const run = runOf(ASKING);
    run.refuses('/ask!1', 'The reply holds no plan.', { flavour: 'llm' });
    run.proposes('/ask!2', body('a: CAPABILITY echo'));
    const view = project(run.commits);
    expect(view.status).toBe('completed');
    expect(changedPlanIn(view)).toBeNull();
  });

  test('P5 why there is none is what the model said, and not the rules that were asked last', () => {
    const run = runOf(ASKING);
    expect(whyUnchanged(project(run.commits))).toBeNull();
    run.refuses('/ask!1', 'The reply holds no plan.', { flavour: 'llm' });
    run.refuses('/ask!2', 'I do not know what "brief" means.');
    expect(whyUnchanged(project(run.commits))).toBe('The reply holds no plan.');
  });

  test('the document keeps everything but the steps of that plan', () => {
    const before = workspace([plan('out answer\na: CAPABILITY echo'), plan('x: CAPABILITY echo', 'other')]);
    const changed = body('b: CAPABILITY echo');
    const after = workspaceWith(before, 'main', changed);
    expect(after.plans[0]).toEqual({ ...before.plans[0], nodes: changed.nodes, edges: changed.edges });
    expect(after.plans[1]).toBe(before.plans[1]);
  });
});
