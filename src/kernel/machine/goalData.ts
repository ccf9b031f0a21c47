import type { Json, JsonObject } from '#base';
import type { Draft } from '../draft';
import { executorAt } from '../planning/checkPlan';
import type { Frame } from '../state';
import { visibleVariables } from '../variables';

/**
 * What a machine that a planner made is started by (M3, M5): the planner's goal as `goal`, and the variables of the plan
 * around it that hold a value, but for the plans among them: it came from one of those.
 */
export function goalDataOf(draft: Draft, frame: Frame): JsonObject {
  const { dynamic, parent } = frame;
  const goal = dynamic === null ? undefined : draft.proposals.get(dynamic.hash)?.planning.request.goal;
  const read = parent === null ? undefined : executorAt(draft, parent)?.params?.planVariable;
  const plans = new Set([read ?? 'dynamicPlan']);
  for (const [, { planning }] of draft.proposals) plans.add(planning.planVariable);
  const data: Record<string, Json> = {};
  for (const [name, value] of Object.entries(visibleVariables(draft, frame))) {
    if (value !== null && !plans.has(name) && !name.startsWith('__')) data[name] = value;
  }
  return goal === undefined ? data : { ...data, goal };
}
