import { type Diagnostic, err, ok, problem, type Result } from '#base';
import type { Edit } from '../edits/edit';
import { containerOf } from '../edits/inPlan';
import { findNode } from '../graph/bodies';
import { type Edge, edgeKey, type NodeOf } from '../nodes/node';
import type { CapabilityPlan } from '../schema/plan';
import type { Place } from '../schema/workspace';

/** Where the group and the nodes in it are drawn afterwards, by node id. */
type GroupPlaces = { readonly [node: string]: Place };

/**
 * Puts nodes of one container into a new GROUP (E1). Edges between them go along (a SYNC GROUP has none), edges
 * from outside lead to the group, and edges to the outside leave it by the same port, which must be `out` or
 * `error`: the choice of an IF cannot be made outside its group.
 *
 * @param group the new, empty group
 * @returns the edit, or `CANNOT_GROUP` with the reason
 */
export function groupNodes(
  plan: CapabilityPlan,
  nodes: readonly string[],
  group: NodeOf<'GROUP'>,
  places: GroupPlaces = {},
): Result<Edit, Diagnostic> {
  const found = nodes.map((id) => findNode(plan, id)).filter((placed) => placed !== undefined);
  const [first] = found.toSorted((a, b) => a.index - b.index);
  if (!first || found.length < nodes.length) return refused(plan, 'There is nothing to group.');
  if (found.some(({ body }) => body !== first.body)) {
    return refused(plan, 'Only nodes of one container can be put into a group.');
  }
  const inside = new Set(nodes);
  const { body } = first;
  const touching = body.edges.filter((edge) => inside.has(edge.from) || inside.has(edge.to));
  const outer = touching.filter((edge) => !(inside.has(edge.from) && inside.has(edge.to)));
  const choice = outer.find((edge) => inside.has(edge.from) && edge.port !== 'out' && edge.port !== 'error');
  if (choice) return refused(plan, `The port "${choice.port}" of "${choice.from}" leads out of the group.`);
  const filled: NodeOf<'GROUP'> = {
    ...group,
    body: {
      nodes: body.nodes.filter((node) => inside.has(node.id)),
      edges: group.params.mode === 'SYNC' ? [] : touching.filter((edge) => !outer.includes(edge)),
    },
  };
  return ok({
    edit: 'batch',
    label: 'Group',
    edits: [
      { edit: 'remove-nodes', plan: plan.id, nodes: [...inside] },
      { edit: 'add-node', plan: plan.id, into: containerOf(first.bodies), index: first.index, node: filled },
      ...rerouted(outer, inside, group.id).map((edge): Edit => ({ edit: 'add-edge', plan: plan.id, edge })),
      { edit: 'place-nodes', plan: plan.id, places },
    ],
  });
}

function rerouted(outer: readonly Edge[], inside: ReadonlySet<string>, group: string): readonly Edge[] {
  const edges = outer.map((edge) =>
    inside.has(edge.from) ? { ...edge, from: group } : { ...edge, to: group },
  );
  return [...new Map(edges.map((edge) => [edgeKey(edge), edge])).values()];
}

function refused(plan: CapabilityPlan, message: string): Result<never, Diagnostic> {
  return err(problem('CANNOT_GROUP', message, 'Choose other nodes.', { plan: plan.id }));
}
