import { ok } from '#base';
import type { Workspace } from '../schema/workspace';
import type { Applied, Batch, Edit } from './edit';
import { addEdge, addNode, moveNode, placeNodes, removeEdges, removeNodes, updateNode } from './graph';
import { addState, moveState, removeStates, updateState } from './machine/states';
import { addTransition, moveTransition, removeTransitions, updateTransition } from './machine/transitions';
import {
  addPlan,
  putItem,
  removeItem,
  removePlan,
  renameWorkspace,
  replaceWorkspace,
  setPolicies,
  updatePlan,
} from './workspace';

/**
 * Applies one edit. Pure: the workspace that is given stays as it is, and shares what did not change with the
 * next one. Laws (E2): applying the inverse gives the same bytes again, and an edit that does not fit changes
 * nothing and says why.
 *
 * @example
 * const added = apply(workspace, { edit: 'add-node', plan: 'main', into: null, node });
 * if (added.ok) undo.push(added.value.inverse);
 */
export function apply(workspace: Workspace, edit: Edit): Applied {
  return applyBy(VERBS, edit.edit, workspace, edit);
}

type Edits = { readonly [Verb in Edit['edit']]: Extract<Edit, { readonly edit: Verb }> };
type Verbs = { readonly [Verb in keyof Edits]: (workspace: Workspace, edit: Edits[Verb]) => Applied };

const VERBS: Verbs = {
  'add-node': addNode,
  'remove-nodes': removeNodes,
  'update-node': updateNode,
  'move-node': moveNode,
  'place-nodes': placeNodes,
  'add-edge': addEdge,
  'remove-edges': removeEdges,
  'add-plan': addPlan,
  'remove-plan': removePlan,
  'update-plan': updatePlan,
  'put-item': putItem,
  'remove-item': removeItem,
  'rename-workspace': renameWorkspace,
  'set-policies': setPolicies,
  'replace-workspace': replaceWorkspace,
  'add-state': addState,
  'remove-states': removeStates,
  'update-state': updateState,
  'move-state': moveState,
  'add-transition': addTransition,
  'update-transition': updateTransition,
  'remove-transitions': removeTransitions,
  'move-transition': moveTransition,
  batch,
};

/** The verb as a parameter of its own: so the compiler sees that what is done fits this edit. */
function applyBy<Verb extends keyof Edits>(
  verbs: Verbs,
  verb: Verb,
  workspace: Workspace,
  edit: Edits[Verb],
): Applied {
  return verbs[verb](workspace, edit);
}

function batch(workspace: Workspace, { label, edits }: Batch): Applied {
  const inverses: Edit[] = [];
  let current = workspace;
  for (const edit of edits) {
    const applied = apply(current, edit);
    if (!applied.ok) return applied;
    current = applied.value.workspace;
    inverses.push(applied.value.inverse);
  }
  return ok({ workspace: current, inverse: { edit: 'batch', label, edits: inverses.toReversed() } });
}
