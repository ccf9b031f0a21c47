import { hasErrors } from '#base';
import type { Body, NodeOf } from '#plan';
import { beginContainer } from '../activation';
import { mayGo } from '../budget';
import { succeedNode } from '../completion';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { askForApproval, onApproval } from '../planning/approval';
import { checkPlan, executorAt, openRevision, stepsBesides, toolsFor, widens } from '../planning/checkPlan';
import { openPlan, refusePlan } from '../planning/openPlan';
import { readPlan } from '../planning/readPlan';
import { readVariable } from '../variables';
import type { Behaviour } from './behaviour';

/** PLAN_EXECUTOR: runs the plan that is now in its variable, as a nested scope `@1` (R13). */
export const planExecutor: Behaviour<'PLAN_EXECUTOR'> = {
  start: (draft, ref, _node, attempt) => {
    beginContainer(draft, ref, attempt, { kind: 'calling' });
    approvePlan(draft, ref);
  },
  onAnswer: (draft, ref, _node, value) => onApproval(draft, ref, value),
};

/** Reads and checks the plan of that moment; then it is approved by a person, or runs. */
export function approvePlan(draft: Draft, ref: NodeRef): void {
  const node = executorAt(draft, ref);
  if (node === null) return;
  const variable = node.params?.planVariable ?? 'dynamicPlan';
  const found = readVariable(draft, draft.frame(ref.frame), variable) ?? null;
  const plan = readPlan(found);
  if (plan === null) {
    const { address } = draft.active(ref);
    draft.emit({ address, data: { variable }, kind: 'plan.absent' });
    succeedNode(draft, ref, { ports: ['out'], result: null });
    return;
  }
  const proposal = draft.proposals.get(plan.hash);
  const tools = toolsFor(draft, ref, node, proposal?.planning.request.tools ?? null);
  const problems = checkPlan(draft, ref, plan, tools);
  if (hasErrors(problems)) refusePlan(draft, ref, problems);
  else if (exceedsSteps(draft, ref, plan.body)) holdPlan(draft, ref);
  else if (proposal === undefined || asksFirst(node, plan.body, openRevision(draft, ref)?.dynamic?.body)) {
    askForApproval(draft, ref, plan, tools);
  } else openPlan(draft, ref, plan, tools);
}

/** K10: a plan with more steps than the budget has left waits until that is raised. */
function holdPlan(draft: Draft, ref: NodeRef): void {
  draft.held = [...draft.held, { ...ref, what: { kind: 'execute' } }];
  mayGo(draft, 'dynamicSteps');
}

function exceedsSteps(draft: Draft, ref: NodeRef, plan: Body): boolean {
  const { dynamicSteps } = draft.budget;
  if (dynamicSteps === undefined) return false;
  return draft.dynamicSteps + stepsBesides(plan, openRevision(draft, ref)) > dynamicSteps;
}

/** L1, P9: a first plan is shown where its author wants it; one that follows only if it reaches further. */
function asksFirst(node: NodeOf<'PLAN_EXECUTOR'>, plan: Body, before: Body | undefined): boolean {
  const { approve = 'never' } = node.params ?? {};
  return before === undefined ? approve === 'always' : approve !== 'never' && widens(plan, before);
}
