/** Groups nodes by their parent, keeping the given order; null stands for the top. */
export function childrenOf<Member extends { readonly parent: string | null }>(
  nodes: readonly Member[],
): ReadonlyMap<string | null, readonly Member[]> {
  const children = new Map<string | null, Member[]>();
  for (const node of nodes) {
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  return children;
}
