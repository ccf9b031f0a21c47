import { NODE_TYPES } from '../nodes';
import { capabilityInMerge } from '../nodes/branching';
import type { PlanNode } from '../nodes/node';
import { fieldsOf, namesIn } from './fieldsOf';

/** The capability by which nodes other than planners ask a model (K2): what a host offers under that id is asked. */
export const MODEL_CAPABILITY = 'model.generate';

/** Whether a node decides, judges or improves by a model; planners and calls of capabilities say so themselves. */
export function asksModel(node: PlanNode): boolean {
  return NODE_TYPES[node.type].asksModel(node);
}

/** Ids of the models that a node names, the first choice first. */
export function modelsNamedBy(node: PlanNode): readonly string[] {
  return namesIn(fieldsOf(node), 'model');
}

/** A capability that a node names, and where it does. */
export interface NamedCapability {
  readonly id: string;
  /** JSON Pointer into the node. */
  readonly field: string;
}

/** The capabilities that a node names to be called by itself; planners and agents name theirs by allow-lists. */
export function capabilitiesNamedBy(node: PlanNode): readonly NamedCapability[] {
  return fieldsOf(node).flatMap(({ is, value, path }) =>
    is === 'capability' ? [{ id: String(value), field: path }] : [],
  );
}

/** Those, and the ones that are called on its behalf: by the merge of its branches (R21), by its planner (P2, P13). */
export function capabilitiesUsedBy(node: PlanNode): readonly NamedCapability[] {
  const on = fieldsOf(node).flatMap(({ is, value, path }) => {
    if (is === 'merge') return [{ id: capabilityInMerge(value) ?? '', field: path }];
    return is === 'asked' ? [{ id: String(value), field: path }] : [];
  });
  return [...capabilitiesNamedBy(node), ...on];
}

/** Ids of all that a node may call by itself, the model's among them. */
export function capabilitiesCalledBy(node: PlanNode): readonly string[] {
  const named = capabilitiesNamedBy(node).map(({ id }) => id);
  return asksModel(node) ? [...named, MODEL_CAPABILITY] : named;
}

/** The allow-list of a node that chooses among capabilities while it runs (P8); null where it does not. */
export function toolsNamedBy(node: PlanNode): readonly string[] | null {
  return NODE_TYPES[node.type].chooses(node) === 'none' ? null : namesIn(fieldsOf(node), 'tool');
}

/** The patterns of what a node may choose while it runs (P8): its list, or anything where it may go without one. */
export function toolsOpenTo(node: PlanNode): readonly string[] {
  const params = node.params ?? {};
  const hasList = 'tools' in params && params.tools !== undefined;
  if (mayPropose(node) && !hasList) return ['*'];
  return toolsNamedBy(node) ?? [];
}

/** Whether plans that nobody has seen yet may come through a node: it asks for them, or runs them. */
export function mayPropose(node: PlanNode): boolean {
  return NODE_TYPES[node.type].chooses(node) === 'any';
}

/** The capability that merges the branches of a container (R21); null where none does. */
export function capabilityOfMerge(node: PlanNode): string | null {
  const merge = fieldsOf(node).find(({ is }) => is === 'merge');
  return capabilityInMerge(merge?.value);
}
