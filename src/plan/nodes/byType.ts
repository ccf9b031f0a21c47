import type { NodeOf, NodeTypeName, PlanNode } from './node';

type Nodes = { readonly [Type in NodeTypeName]: NodeOf<Type> };

/**
 * What a room does with nodes whose types it treats in ways of their own; a type that is not among them is treated as
 * the room treats most types.
 */
export type ByType<Given extends readonly unknown[], Result> = {
  readonly [Type in NodeTypeName]?: (node: Nodes[Type], ...given: Given) => Result;
};

/** @returns what the node's type has of its own; undefined where it has nothing */
export function byType<Given extends readonly unknown[], Result>(
  ways: ByType<Given, Result>,
  node: PlanNode,
  ...given: Given
): Result | undefined {
  return ofType(ways, node.type, node, given);
}

/** The type as a parameter of its own: so the compiler sees that the way is one for this node. */
function ofType<Type extends NodeTypeName, Given extends readonly unknown[], Result>(
  ways: ByType<Given, Result>,
  type: Type,
  node: Nodes[Type],
  given: Given,
): Result | undefined {
  return ways[type]?.(node, ...given);
}
