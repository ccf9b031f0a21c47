import type { Edit } from '../edits/edit';
import type { ContainerId } from '../edits/inPlan';
import { allBodies, nodeIds } from '../graph/allNodes';
import { withBodies } from '../graph/bodies';
import type { Body, Edge, PlanNode } from '../nodes/node';
import type { CapabilityPlan } from '../schema/plan';
import type { Place } from '../schema/workspace';

/** What copying puts on the clipboard: the chosen nodes and the edges between them, of any one container. */
export function fragmentOf(plan: CapabilityPlan, nodes: readonly string[]): Body {
  const wanted = new Set(nodes);
  const fragment: Body = { nodes: [], edges: [] };
  for (const { body, path } of allBodies(plan)) {
    // A node inside a chosen container goes along with it.
    if (path.some((id) => wanted.has(id))) continue;
    fragment.nodes.push(...body.nodes.filter((node) => wanted.has(node.id)));
    fragment.edges.push(...body.edges.filter((edge) => wanted.has(edge.from) && wanted.has(edge.to)));
  }
  return fragment;
}

/** A pasted fragment: the edit, and the new id of each node by its old one. */
export interface Pasted {
  readonly edit: Edit;
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * Pastes a fragment into a container, every node under a fresh id (W2); an id that is free is kept.
 *
 * @param places where the pasted nodes are drawn, by their old ids
 */
export function pasteFragment(
  plan: CapabilityPlan,
  into: ContainerId,
  fragment: Body,
  places: { readonly [node: string]: Place } = {},
): Pasted {
  const ids = freshIds(fragment, nodeIds(plan));
  const renamed = renamedBody(fragment, ids);
  const placed = Object.entries(places).map(([id, place]) => [ids.get(id) ?? id, place] as const);
  const edits: Edit[] = [
    ...renamed.nodes.map((node): Edit => ({ edit: 'add-node', plan: plan.id, into, node })),
    ...renamed.edges.map((edge): Edit => ({ edit: 'add-edge', plan: plan.id, edge })),
    { edit: 'place-nodes', plan: plan.id, places: Object.fromEntries(placed) },
  ];
  return { edit: { edit: 'batch', label: 'Paste', edits }, ids };
}

function freshIds(fragment: Body, taken: Set<string>): Map<string, string> {
  const ids = new Map<string, string>();
  for (const id of nodeIds(fragment)) {
    // `look` becomes `look-2`, and `look-2` becomes `look-3`.
    const fresh = taken.has(id) ? nextId(id, taken) : id;
    ids.set(id, fresh);
    taken.add(fresh);
  }
  return ids;
}

function nextId(id: string, taken: ReadonlySet<string>): string {
  const stem = id.replace(/-\d+$/, '').slice(0, 56);
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

function renamedBody(body: Body, ids: ReadonlyMap<string, string>): Body {
  return {
    nodes: body.nodes.map((node) => renamedNode(node, ids)),
    edges: body.edges.map(
      (edge): Edge => ({ ...edge, from: ids.get(edge.from) ?? edge.from, to: ids.get(edge.to) ?? edge.to }),
    ),
  };
}

function renamedNode(node: PlanNode, ids: ReadonlyMap<string, string>): PlanNode {
  const id = ids.get(node.id) ?? node.id;
  return { ...withBodies(node, (body) => renamedBody(body, ids)), id };
}
