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
  switch (edit.edit) {
    case 'add-node':
      return addNode(workspace, edit);
    case 'remove-nodes':
      return removeNodes(workspace, edit);
    case 'update-node':
      return updateNode(workspace, edit);
    case 'move-node':
      return moveNode(workspace, edit);
    case 'place-nodes':
      return placeNodes(workspace, edit);
    case 'add-edge':
      return addEdge(workspace, edit);
    case 'remove-edges':
      return removeEdges(workspace, edit);
    case 'add-plan':
      return addPlan(workspace, edit);
    case 'remove-plan':
      return removePlan(workspace, edit);
    case 'update-plan':
      return updatePlan(workspace, edit);
    case 'put-item':
      return putItem(workspace, edit);
    case 'remove-item':
      return removeItem(workspace, edit);
    case 'rename-workspace':
      return renameWorkspace(workspace, edit);
    case 'set-policies':
      return setPolicies(workspace, edit);
    case 'replace-workspace':
      return replaceWorkspace(workspace, edit);
    case 'add-state':
      return addState(workspace, edit);
    case 'remove-states':
      return removeStates(workspace, edit);
    case 'update-state':
      return updateState(workspace, edit);
    case 'move-state':
      return moveState(workspace, edit);
    case 'add-transition':
      return addTransition(workspace, edit);
    case 'update-transition':
      return updateTransition(workspace, edit);
    case 'remove-transitions':
      return removeTransitions(workspace, edit);
    case 'move-transition':
      return moveTransition(workspace, edit);
    case 'batch':
      return batch(workspace, edit, apply);
  }
}

/** @param apply applies one edit; given, because it is `apply` that knows all verbs, this one too */
function batch(
  workspace: Workspace,
  edit: Batch,
  apply: (workspace: Workspace, edit: Edit) => Applied,
): Applied {
  const inverses: Edit[] = [];
  let current = workspace;
  for (const one of edit.edits) {
    const applied = apply(current, one);
    if (!applied.ok) return applied;
    current = applied.value.workspace;
    inverses.push(applied.value.inverse);
  }
  return ok({
    workspace: current,
    inverse: { edit: 'batch', label: edit.label, edits: inverses.toReversed() },
  });
}
