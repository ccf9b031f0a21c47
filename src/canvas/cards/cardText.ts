import type { GraphNode } from '#projection';

/** U: the accessible name of a node: "«name», «TYPE»" and, during a run, ", «status»". */
export function accessibleName(node: GraphNode): string {
  const name = `${node.title}, ${node.type}`;
  return node.status === null ? name : `${name}, ${node.status}`;
}

/** The one line of a card. A skipped node says that it was not needed, a ghost why it was refused. */
export function lineOf(node: GraphNode): string {
  if (node.mark === 'ghost') return node.reason ?? 'refused';
  if (node.status === 'skipped') return 'not needed';
  return node.line;
}

/** The status of a box in words, with how many of its nodes have settled. */
export function progressOf(node: GraphNode): string | null {
  if (node.status === null || node.status === 'pending') return null;
  const { progress } = node;
  return progress === null || progress.total === 0
    ? node.status
    : `${node.status} · ${progress.done} of ${progress.total}`;
}

/** The id of the capability that a node calls. */
export function capabilityOf(node: GraphNode): string | undefined {
  return node.node.type === 'CAPABILITY' ? node.node.params.capability : undefined;
}
