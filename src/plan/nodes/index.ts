import { DEFINITIONS } from './definitions';
import type { NodeOf, NodeTypeName, PlanNode } from './node';
import type { NodeType } from './nodeType';

/** The name of a picture that node types have. */
export type NodeIcon = (typeof DEFINITIONS)[NodeTypeName]['icon'];

/** Every node type, in the order of the palette. */
export const NODE_TYPES: Readonly<Record<NodeTypeName, NodeType & { readonly icon: NodeIcon }>> = DEFINITIONS;

/** The ports that a node has now, in the order in which they are drawn. */
export function portsOf(node: PlanNode): readonly string[] {
  return NODE_TYPES[node.type].ports(node);
}

/** What a node is called on the screen: its name, else the title of its type. */
export function titleOf(node: PlanNode): string {
  return node.name?.trim() || NODE_TYPES[node.type].title;
}

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
