import { describe, expect, test } from 'vitest';
import { createEditor } from '#editor';
import { project } from '#projection';
import {
  answerOfPlan,
  changedPlanIn,
  countsOfMarks,
  marksOfPlan,
  proposalOfChange,
  whyUnchanged,
  workspaceWith,
} from '../../../src/app/proposal/changePlan';

import type { Session } from '../../../src/app/state/session';
import { machine } from '../../notation/machine';
import { body, plan, workspace } from '../../notation/plan';
import { runOf } from '../../notation/run';

const OPEN = plan('out answer\na: CAPABILITY echo');
const ASKING = plan('var dynamicPlan\nask: PLANNER llm {goal: "Be brief.", models: [m], repairRetries: 0}');

describe('D9 a change by a sentence', () => {
  test('P5 what rules made after the model is no change: they read no wishes', () => {
    const run = runOf(ASKING);
    run.refuses('/ask!1', 'The reply holds no plan.', { flavour: 'llm' });
    run.proposes('/ask!2', body('a: CAPABILITY echo'));
    const view = project(run.commits);
    expect(view.status).toBe('completed');
    expect(changedPlanIn(view, OPEN)).toBeNull();
  });

  test('P5 why there is none is what the model said, and not the rules that were asked last', () => {
    const run = runOf(ASKING);
    expect(whyUnchanged(project(run.commits))).toBeNull();
    run.refuses('/ask!1', 'The reply holds no plan.', { flavour: 'llm' });
    run.refuses('/ask!2', 'I do not know what "brief" means.');
    expect(whyUnchanged(project(run.commits))).toBe('The reply holds no plan.');
  });

  test('the document keeps everything but that plan', () => {
    const before = workspace([OPEN, plan('x: CAPABILITY echo', 'other')]);
    const changed = { ...OPEN, ...body('b: CAPABILITY echo') };
    const after = workspaceWith(before, changed);
    expect(after.plans[0]).toBe(changed);
    expect(after.plans[1]).toBe(before.plans[1]);
  });
});

describe('D9 M5 a state machine is changed by a sentence', () => {
  const BEFORE = machine({
    name: 'Lamp',
    variables: ['out answer'],
    initial: 'off',
    result: { answer: 'lit' },
    states: [
      { id: 'off', on: [{ event: 'press', target: 'on' }] },
      { id: 'on', on: [{ event: 'press', target: 'off' }] },
      { id: 'gone', type: 'final' },
    ],
  });
  const AFTER = machine(
    {
      initial: 'off',
      states: [
        { id: 'off', on: [{ event: 'press', target: 'dim' }] },
        { id: 'dim', on: [{ event: 'press', target: 'on' }] },
        { id: 'on', name: 'Lit', on: [{ event: 'press', target: 'off' }] },
      ],
    },
    'lamp',
  );
  const asking = plan('var dynamicPlan\nask: PLANNER state-machine {goal: "Dim it.", models: [m]}');

  function changed() {
    const run = runOf(asking);
    run.proposesMachine('/ask!1', AFTER, { flavour: 'state-machine' });
    const found = changedPlanIn(project(run.commits), BEFORE);
    if (found?.kind !== 'state-machine') throw new Error('no machine');
    return found;
  }

  test('its states are the new ones; its id, name, variables and result stay', () => {
    const { states, ...rest } = changed();
    expect(states).toEqual(AFTER.states);
    const { states: _, ...before } = BEFORE;
    expect(rest).toEqual(before);
  });

  test('what a graph came to is no machine', () => {
    const run = runOf(asking);
    run.proposes('/ask!1', body('a: CAPABILITY echo'));
    expect(changedPlanIn(project(run.commits), BEFORE)).toBeNull();
  });

  test('the answer is a difference by the ids of states; a name says nothing', () => {
    const editor = createEditor({ workspace: workspace([BEFORE]), catalogue: new Map(), now: () => 0 });
    const now = changed();
    const proposal = proposalOfChange({ editor } as Session, BEFORE, now);
    expect(Object.fromEntries(marksOfPlan(now, proposal))).toEqual({
      off: 'changed',
      dim: 'added',
      on: 'kept',
      gone: 'dropped',
    });
    const [first, ...others] = now.states;
    const edited = { ...now, states: [...others, ...(first ? [{ ...first, entry: [] }] : [])] };
    expect(Object.fromEntries(countsOfMarks({ ...edited, states: others }, proposal))).toMatchObject({
      'dropped by you': 1,
    });
    const problems = proposal.problemsOf(answerOfPlan(now));
    expect(problems.map(({ code }) => code)).toEqual(['NO_FINAL_STATE']);
  });
});
