import type { Body, PlanNode } from '../nodes/node';
import { bodiesOf, bodyId } from './bodies';

/** A node and where it lies. */
export interface PlacedNode {
  readonly node: PlanNode;
  /** Ids of the containers around it, outermost first. */
  readonly path: readonly string[];
  /** The names of the bodies around it (`guard.catch`, else the container's id), outermost first. */
  readonly bodies: readonly string[];
  /** The nodes and edges that it lies among. */
  readonly body: Body;
  /** Its place in `body.nodes`. */
  readonly index: number;
}

/** A body and where it lies, as `PlacedNode` says it. */
export interface PlacedBody {
  readonly body: Body;
  /** The container whose body it is; null for the plan's own. */
  readonly container: PlanNode | null;
  readonly path: readonly string[];
  readonly bodies: readonly string[];
}

/**
 * Every node of a plan or body with those inside its containers, in document order: a container, then its
 * contents (R22).
 *
 * @example [...allNodes(plan)].map(({ node }) => node.id)
 */
export function* allNodes(
  body: Body,
  path: readonly string[] = [],
  bodies: readonly string[] = [],
): Generator<PlacedNode> {
  for (const [index, node] of body.nodes.entries()) {
    yield { node, path, bodies, body, index };
    for (const inner of bodiesOf(node)) {
      yield* allNodes(inner.body, [...path, node.id], [...bodies, bodyId(node.id, inner.name)]);
    }
  }
}

/** The plan's own body and those of all containers, outermost first, each with the way to it. */
export function* allBodies(
  body: Body,
  container: PlanNode | null = null,
  path: readonly string[] = [],
  bodies: readonly string[] = [],
): Generator<PlacedBody> {
  yield { body, container, path, bodies };
  for (const node of body.nodes) {
    for (const inner of bodiesOf(node)) {
      yield* allBodies(inner.body, node, [...path, node.id], [...bodies, bodyId(node.id, inner.name)]);
    }
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
