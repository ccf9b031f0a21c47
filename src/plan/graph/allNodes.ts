import type { Body, PlanNode } from '../schema/node';

/** A node and where it lies. */
export interface PlacedNode {
  readonly node: PlanNode;
  /** Ids of the containers around it, outermost first. */
  readonly path: readonly string[];
  /** The nodes and edges that it lies among. */
  readonly body: Body;
  /** Its place in `body.nodes`. */
  readonly index: number;
}

/**
 * Every node of a plan or body with those inside its containers, in document order: a container, then its
 * contents (R22).
 *
 * @example [...allNodes(plan)].map(({ node }) => node.id)
 */
export function* allNodes(body: Body, path: readonly string[] = []): Generator<PlacedNode> {
  for (const [index, node] of body.nodes.entries()) {
    yield { node, path, body, index };
    if (node.type === 'GROUP') yield* allNodes(node.body, [...path, node.id]);
  }
}

/** The plan's own body and those of all containers, outermost first, each with the path of containers to it. */
export function* allBodies(
  body: Body,
  path: readonly string[] = [],
): Generator<{ readonly body: Body; readonly path: readonly string[] }> {
  yield { body, path };
  for (const node of body.nodes) {
    if (node.type === 'GROUP') yield* allBodies(node.body, [...path, node.id]);
  }
}

/** Finds a node by its id, at any depth; ids are unique in a plan (W2). */
export function findNode(body: Body, id: string): PlacedNode | undefined {
  for (const placed of allNodes(body)) if (placed.node.id === id) return placed;
  return undefined;
}

/** The ids of all nodes of a plan or body, at any depth. */
export function nodeIds(body: Body): Set<string> {
  const ids = new Set<string>();
  for (const { node } of allNodes(body)) ids.add(node.id);
  return ids;
}

/** How many containers lie inside each other at the deepest place; 0 where there is none. */
export function containerDepth(body: Body): number {
  let deepest = 0;
  for (const { path } of allBodies(body)) deepest = Math.max(deepest, path.length);
  return deepest;
}
