import type { GraphNode } from '#projection';

/**
 * The step that has just been streamed (D4): the last dynamic node that was not there before; the one from before
 * while nothing new has come and it is still only planned.
 */
export function newestStep(
  nodes: ReadonlyMap<string, GraphNode>,
  before: ReadonlyMap<string, GraphNode>,
  last: string | null,
): string | null {
  let newest = last !== null && nodes.get(last)?.status === 'planned' ? last : null;
  if (before.size === 0) return newest;
  for (const node of nodes.values()) {
    if (node.dynamic && node.status === 'planned' && !before.has(node.key)) newest = node.key;
  }
  return newest;
}
