import { type JsonObject, mintId } from '#base';
import { NODE_TYPES } from '../nodes/index';
import type { NodeTypeName, PlanNode } from '../nodes/node';
import { readNode } from '../read/part';

/**
 * A new node of a type, as the palette makes it: the next free id (W2) and the type's first parameters.
 *
 * @param taken ids of the plan's nodes, at every depth
 * @example newNode('SWITCH', nodeIds(plan)).id // 'switch-2', when there is a switch-1
 */
export function newNode(type: NodeTypeName, taken: ReadonlySet<string>): PlanNode {
  const draft: JsonObject = { id: mintId(type, taken), type, ...NODE_TYPES[type].initial() };
  const node = readNode(draft);
  if (!node.ok) throw new RangeError(`the initial ${type} node is not valid: ${node.problem[0]?.message}`);
  return node.value;
}
