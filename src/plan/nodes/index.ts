import { DEFINITIONS } from './definitions';
import type { NodeTypeName, PlanNode } from './node';
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
