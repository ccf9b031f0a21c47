import type { AnyStateNode } from 'xstate';

type StateValue = string | { readonly [key: string]: StateValue };

/**
 * The value of active states as XState writes it, in the order in which they are given. What holds an active state is
 * added: after a deep history inside a parallel state, XState's list of active nodes has its regions and not itself.
 */
export function stateValue(
  root: AnyStateNode,
  active: readonly AnyStateNode[],
): { [key: string]: StateValue } | string {
  const inside = new Map<AnyStateNode, AnyStateNode[]>();
  for (const node of withAncestors(active)) {
    if (node.parent === undefined) continue;
    const siblings = inside.get(node.parent);
    if (siblings) siblings.push(node);
    else inside.set(node.parent, [node]);
  }
  const valueIn = (node: AnyStateNode): { [key: string]: StateValue } | string => {
    const children = inside.get(node) ?? [];
    const [only] = children;
    if (node.type === 'compound' && only !== undefined && !inside.has(only) && isSimple(only))
      return only.key;
    return Object.fromEntries(children.map((child) => [child.key, valueIn(child)]));
  };
  return valueIn(root);
}

function isSimple({ type }: AnyStateNode): boolean {
  return type === 'atomic' || type === 'final';
}

function withAncestors(active: readonly AnyStateNode[]): ReadonlySet<AnyStateNode> {
  const all = new Set(active);
  for (const node of active) for (let around = node.parent; around; around = around.parent) all.add(around);
  return all;
}
