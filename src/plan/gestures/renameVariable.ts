import { isJsonObject, type Json, type JsonObject } from '#base';
import type { Edit } from '../edits/edit';
import { withBodies } from '../graph/bodies';
import type { PlanNode } from '../nodes/node';
import { localsOf } from '../rules/names';
import type { CapabilityPlan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import { changeNode } from './changeNode';
import { machineRenamed } from './renameInMachine';
import { inField, inTemplate, type Renaming } from './renameInTexts';

/**
 * Gives a declared variable another name, wherever the plan reads or writes it: in expressions, templates and JSONata,
 * in what nodes and actions write, in parameters that name it, and in the plan's result. One batch, so that one undo takes it back.
 * An expression that cannot be read, or would mean something else under the new name, is left as it is: a problem says
 * so then.
 *
 * @example renameVariable(plan, 'rows', 'orders') // the condition `size(rows) > 3` reads `size(orders) > 3`
 */
export function renameVariable(plan: CapabilityPlan | StateMachinePlan, from: string, to: string): Edit {
  const name: Renaming = { from, to };
  if (plan.kind === 'state-machine')
    return { edit: 'update-plan', plan: plan.id, to: machineRenamed(plan, name) };
  const variables =
    plan.variables === 'open'
      ? {}
      : { variables: plan.variables.map((one) => (one.id === from ? { ...one, id: to } : one)) };
  const result = plan.result === undefined ? {} : { result: objectOf(inTemplate(plan.result, name)) };
  const nodes = plan.nodes.flatMap((node): Edit[] => {
    const renamed = inNode(node, name);
    return renamed === node ? [] : [{ edit: 'update-node', plan: plan.id, node: node.id, to: renamed }];
  });
  const edits: Edit[] = [{ edit: 'update-plan', plan: plan.id, to: { ...variables, ...result } }, ...nodes];
  return { edit: 'batch', label: 'Rename variable', edits };
}

/** The node, with all that is inside it, under the new name; the same object when nothing in it names the variable. */
function inNode(node: PlanNode, name: Renaming): PlanNode {
  // What the node itself says, without its bodies.
  const own = changeNode(node, (field) => inField(field, name));
  if (callsItsOwn(node, name.from)) return own;
  let changed = false;
  const inside = withBodies(own, ({ nodes, edges }) => {
    const renamed = nodes.map((one) => inNode(one, name));
    changed ||= renamed.some((one, index) => one !== nodes[index]);
    return { nodes: renamed, edges };
  });
  return changed ? inside : own;
}

/** Whether a loop calls its item or its round by that name: inside it is another variable then. */
function callsItsOwn(node: PlanNode, name: string): boolean {
  return localsOf(node).includes(name);
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
