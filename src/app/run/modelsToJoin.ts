import { isJsonObject } from '#base';
import {
  allNodes,
  asksModel,
  type CapabilityPlan,
  type ModelSpec,
  modelsNamedBy,
  type PlanNode,
} from '#plan';
import type { RunView } from '#projection';

type Closure = NonNullable<RunView['started']>['closure'];

/**
 * The models that a run may still ask and that this page cannot reach: addresses and keys end with the page (T2), so
 * that somebody has to join them again before the run can go on (K6).
 *
 * @param isJoined whether the user has joined a connection of the workspace in this page
 */
export function modelsToJoin(
  { plans, models }: Closure,
  isJoined: (connection: string) => boolean,
): readonly ModelSpec[] {
  const asked = new Set<string>();
  for (const plan of plans) {
    if (plan.kind !== 'capability') continue;
    for (const id of modelsAskedBy(plan)) asked.add(id ?? models[0]?.id ?? '');
  }
  return models.filter(({ id, connection }) => asked.has(id) && !isJoined(connection));
}

/** Ids of models; null stands for the first of the workspace. */
function modelsAskedBy(plan: CapabilityPlan): readonly (string | null)[] {
  return [...allNodes(plan)].flatMap(({ node }) => asksOf(node));
}

/** Flavours that ask no model. */
const WITHOUT_MODEL: ReadonlySet<unknown> = new Set(['rules', 'htn']);

function asksOf(node: PlanNode): readonly (string | null)[] {
  if (node.type === 'PLANNER') {
    const { models = [], planner } = node.params ?? {};
    if (models.length > 0) return WITHOUT_MODEL.has(planner) ? [] : models;
    return typeof planner === 'string' && !WITHOUT_MODEL.has(planner) ? [null] : [];
  }
  if (asksModel(node)) {
    const named = modelsNamedBy(node);
    return named.length > 0 ? named : [null];
  }
  if (node.type !== 'CAPABILITY' || !node.params.capability.startsWith('model.')) return [];
  const model = isJsonObject(node.input) ? node.input.model : undefined;
  return [typeof model === 'string' && !model.includes('{{') ? model : null];
}
