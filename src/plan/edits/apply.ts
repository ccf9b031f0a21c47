import type { Workspace } from '../schema/workspace';
import { addEdge } from './addEdge';
import { addNode, moveNode, placeNodes } from './addNode';
import { addPlan } from './addPlan';
import { batch } from './batch';
import type { Applied, Edit } from './edit';
import { addState } from './machine/addState';
import { addTransition } from './machine/addTransition';
import { moveState } from './machine/moveState';
import { moveTransition } from './machine/moveTransition';
import { removeStates } from './machine/removeStates';
import { removeTransitions } from './machine/removeTransitions';
import { updateState } from './machine/updateState';
import { updateTransition } from './machine/updateTransition';

import { putItem } from './putItem';
import { removeEdges } from './removeEdges';
import { removeItem } from './removeItem';
import { removeNodes } from './removeNodes';
import { removePlan } from './removePlan';
import { renameWorkspace } from './renameWorkspace';
import { replaceWorkspace } from './replaceWorkspace';
import { setPolicies } from './setPolicies';
import { updateNode } from './updateNode';
import { updatePlan } from './updatePlan';

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
