import type { NodeOf, PlanNode } from '../schema/node';

/** The capability by which nodes other than planners ask a model (K2): what a host offers under that id is asked. */
export const MODEL_CAPABILITY = 'model.generate';

/** Whether a node decides, judges or improves by a model; planners and calls of capabilities say so themselves. */
export function asksModel(node: PlanNode): boolean {
  switch (node.type) {
    case 'LLM_DECISION':
    case 'REFLECTION':
      return true;
    case 'AGENT':
      return !isSingle(node);
    case 'TOOL_ROUTER':
      return node.params.by === 'model';
    case 'EVALUATION':
      return node.params.evaluator === 'model';
    default:
      return false;
  }
}

/** P14: an AGENT of mode `single` is one call of its first tool; nothing is thought about. */
export function isSingle({ params }: NodeOf<'AGENT'>): boolean {
  return params.mode === 'single';
}

/** Ids of the models that a node names, the first choice first. */
export function modelsNamedBy(node: PlanNode): readonly string[] {
  switch (node.type) {
    case 'PLANNER':
    case 'LLM_DECISION':
    case 'TOOL_ROUTER':
    case 'REFLECTION':
    case 'AGENT':
      return node.params?.models ?? [];
    case 'EVALUATION':
      return node.params.model === undefined ? [] : [node.params.model];
    default:
      return [];
  }
}

/** A capability that a node names to be called, and where it does. */
export interface NamedCapability {
  readonly id: string;
  /** JSON Pointer into the node. */
  readonly field: string;
}

/** The capabilities that a node names to be called by itself; planners and agents name theirs by allow-lists. */
export function capabilitiesNamedBy(node: PlanNode): readonly NamedCapability[] {
  switch (node.type) {
    case 'CAPABILITY':
      return [{ id: node.params.capability, field: '/params/capability' }];
    case 'TOOL_ROUTER':
      return node.params.routes.map(({ capability }, index) => ({
        id: capability,
        field: `/params/routes/${index}/capability`,
      }));
    case 'EVALUATION': {
      const { evaluator, capability } = node.params;
      if (evaluator !== 'capability' || capability === undefined) return [];
      return [{ id: capability, field: '/params/capability' }];
    }
    case 'AGENT': {
      const [first] = node.params.tools ?? [];
      return isSingle(node) && first !== undefined ? [{ id: first, field: '/params/tools/0' }] : [];
    }
    default:
      return [];
  }
}

/** Ids of all that a node may call by itself, the model's among them. */
export function capabilitiesCalledBy(node: PlanNode): readonly string[] {
  const named = capabilitiesNamedBy(node).map(({ id }) => id);
  return asksModel(node) ? [...named, MODEL_CAPABILITY] : named;
}

/** The allow-list of a node that chooses among capabilities while it runs (P8); null where it does not. */
export function toolsNamedBy(node: PlanNode): readonly string[] | null {
  switch (node.type) {
    case 'PLANNER':
    case 'PLAN_EXECUTOR':
      return node.params?.tools ?? [];
    case 'AGENT':
      // Of a single call the other tools are only kept: nobody chooses among them.
      return isSingle(node) ? null : (node.params.tools ?? []);
    default:
      return null;
  }
}
