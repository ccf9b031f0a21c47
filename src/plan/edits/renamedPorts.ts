import { portsOf } from '../nodes';
import type { Edge, PlanNode } from '../nodes/node';

/**
 * Which ports of a node have another name after it was changed: those that stand at the same place as one that is gone,
 * under a name that was none before. Edges that leave them follow. A name that two ports have, or that an edge (to
 * nowhere) has already, moves nothing, so that the way back finds each edge where it was.
 *
 * @param edges those of the container of the node
 * @example renamedPorts(choices('yes', 'no'), choices('yes', 'never'), []) // Map { 'no' => 'never' }
 */
export function renamedPorts(
  before: PlanNode,
  after: PlanNode,
  edges: readonly Edge[],
): ReadonlyMap<string, string> {
  if (before.type !== after.type) return NONE;
  const [old, now] = [portsOf(before), portsOf(after)];
  if (old.length !== now.length) return NONE;
  const used = new Set(edges.filter(({ from }) => from === before.id).map(({ port }) => port));
  const pairs = old.flatMap((from, index) => {
    const to = now[index];
    const isRenamed = to !== undefined && !now.includes(from) && !old.includes(to);
    const isClear = isRenamed && isOnce(old, from) && isOnce(now, to) && !used.has(to);
    return isClear ? [[from, to] as const] : [];
  });
  return new Map(pairs);
}

const NONE: ReadonlyMap<string, string> = new Map();

function isOnce(ports: readonly string[], port: string): boolean {
  return ports.indexOf(port) === ports.lastIndexOf(port);
}
