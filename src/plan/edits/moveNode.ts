import { isJson, LIMITS, ok } from '#base';
import { findNode } from '../graph/allNodes';
import { containerIn } from '../graph/bodies';
import type { Workspace } from '../schema/workspace';
import type { Applied, MoveNode } from './edit';
import { bodyOf, containerOf, levelsInside, pathInto, planToEdit, withBody, withPlan } from './inPlan';
import { misfit } from './refusal';

export function moveNode(workspace: Workspace, edit: MoveNode): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.node };
  const before = findNode(plan.value, edit.node);
  if (!before) return misfit(`There is no node "${edit.node}".`, where);
  const from = containerOf(before.bodies);
  const target = bodyOf(plan.value, edit.into);
  if (!target.ok) return target;
  if (pathInto(plan.value, edit.into).some((body) => containerIn(body) === edit.node)) {
    return misfit('A node cannot be moved into itself.', where);
  }
  const isHeld = before.body.edges.some((edge) => edge.from === edit.node || edge.to === edit.node);
  if (from !== edit.into && isHeld) return misfit('Edges hold the node in its container.', where);
  const others = target.value.nodes.filter((node) => node.id !== edit.node);
  if (edit.index < 0 || edit.index > others.length)
    return misfit(`There is no place ${edit.index} in it.`, where);
  if (!isJson(before.node, levelsInside(pathInto(plan.value, edit.into))))
    return misfit(`A document has at most ${LIMITS.jsonDepth} levels of JSON.`, where);
  const taken = withBody(plan.value, from, ({ nodes, edges }) => ({
    nodes: nodes.filter((node) => node.id !== edit.node),
    edges,
  }));
  const next = withBody(taken, edit.into, ({ nodes, edges }) => ({
    nodes: nodes.toSpliced(edit.index, 0, before.node),
    edges,
  }));
  return ok({
    workspace: withPlan(workspace, next),
    inverse: { edit: 'move-node', plan: edit.plan, node: edit.node, into: from, index: before.index },
  });
}
