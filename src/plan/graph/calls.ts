import type { PlanNode } from '../schema/node';

/** The capability by which nodes other than planners ask a model (K2): what a host offers under that id is asked. */
export const MODEL_CAPABILITY = 'model.generate';

/** Whether a node decides, judges or improves by a model; planners and calls of capabilities say so themselves. */
export function asksModel(node: PlanNode): boolean {
  switch (node.type) {
    case 'LLM_DECISION':
      return true;
    default:
      return false;
  }
}

/** Ids of the models that a node names, the first choice first. */
export function modelsNamedBy(node: PlanNode): readonly string[] {
  switch (node.type) {
    case 'PLANNER':
    case 'LLM_DECISION':
      return node.params?.models ?? [];
    default:
      return [];
  }
}

/** Ids of the capabilities that a node calls itself; planners name them by their allow-lists. */
export function capabilitiesCalledBy(node: PlanNode): readonly string[] {
  if (node.type === 'CAPABILITY') return [node.params.capability];
  return asksModel(node) ? [MODEL_CAPABILITY] : [];
}
