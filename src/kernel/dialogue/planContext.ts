import { type JsonObject, LIMITS } from '#base';
import { type PlanNode, titleOf } from '#plan';
import type { Draft } from '../draft';
import type { Frame } from '../frame';
import type { NodeRef } from '../nodeRef';
import { dynamicAround } from '../variables';
import { wordsOf } from './wording';

/**
 * What a step of a planner's plan is told of that plan (P14): its place, and of every step the goal, the status and a
 * summary of what it gave. Reference 4 has this shape.
 *
 * @returns undefined in a plan that no planner made
 */
export function planContextOf(draft: Draft, ref: NodeRef): JsonObject | undefined {
  const plan = dynamicAround(draft, draft.frame(ref.frame));
  const step = plan === undefined ? null : stepAround(draft, ref, plan);
  return plan === undefined || step === null ? undefined : contextIn(plan, draft.compiled(step).id);
}

/** The same of a step by its id; of none when all is done. */
export function contextIn(plan: Frame, current: string | null): JsonObject {
  const nodes = plan.dynamic?.body.nodes ?? [];
  return {
    current: nodes.findIndex(({ id }) => id === current) + 1,
    total: nodes.length,
    steps: nodes.map((node) => stepIn(plan, node, current)),
  };
}

/** The step of the plan that a node is, or lies in. */
function stepAround(draft: Draft, ref: NodeRef, plan: Frame): NodeRef | null {
  let at = ref;
  while (at.frame !== plan.id) {
    const { parent } = draft.frame(at.frame);
    if (parent === null) return null;
    at = parent;
  }
  return at;
}

function stepIn(plan: Frame, node: PlanNode, current: string | null): JsonObject {
  const result = plan.results.get(node.id);
  return {
    id: node.id,
    goal: goalOf(node),
    status: statusOf(plan, node.id, current),
    summary: result === undefined ? '' : wordsOf(result).slice(0, LIMITS.summaryCharacters),
  };
}

function statusOf(plan: Frame, id: string, current: string | null): string {
  if (id === current) return 'current';
  if (plan.results.has(id)) return 'completed';
  return current === null ? 'not done' : 'pending';
}

function goalOf(node: PlanNode): string {
  return node.type === 'AGENT' ? node.params.goal : titleOf(node);
}
