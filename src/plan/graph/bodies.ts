import type { Body, ContainerNode, PlanNode } from '../nodes/node';

/** Which body of a container: TRY_CATCH has up to three, every other container one. */
export type BodyName = 'body' | 'try' | 'catch' | 'finally';

/** One body of a container, under its name. */
export interface InnerBody {
  readonly name: BodyName;
  readonly body: Body;
}

/** Whether a node holds others. */
export function isContainer(node: PlanNode): node is ContainerNode {
  return 'body' in node || 'try' in node;
}

/**
 * The bodies that a node has, in document order (R22): `body`, or `try`, `catch` and `finally` where they are there;
 * none for a node that is no container.
 */
export function bodiesOf(node: PlanNode): readonly InnerBody[] {
  if ('body' in node) return [{ name: 'body', body: node.body }];
  if (node.type !== 'TRY_CATCH') return NONE;
  const inner: InnerBody[] = [{ name: 'try', body: node.try }];
  if (node.catch) inner.push({ name: 'catch', body: node.catch });
  if (node.finally) inner.push({ name: 'finally', body: node.finally });
  return inner;
}

const NONE: readonly InnerBody[] = [];

/** The same node with each of its bodies changed. */
export function withBodies<Node extends PlanNode>(
  node: Node,
  change: (body: Body, name: BodyName) => Body,
): Node {
  const changed = bodiesOf(node).map(({ name, body }) => [name, change(body, name)] as const);
  return changed.length === 0 ? node : { ...node, ...Object.fromEntries(changed) };
}

/**
 * The name of one body in its plan, as edits use it: the id of its container, and for TRY_CATCH the body's name after
 * a dot, as in addresses (K11).
 *
 * @example bodyId('guard', 'catch') // 'guard.catch'
 */
export function bodyId(container: string, name: BodyName): string {
  return name === 'body' ? container : `${container}.${name}`;
}

/** The id of the container that a body belongs to. */
export function containerIn(body: string): string {
  const dot = body.indexOf('.');
  return dot < 0 ? body : body.slice(0, dot);
}
