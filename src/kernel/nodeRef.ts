/** A node of a frame, or a branch of one (then `node` is its slot). */
export interface NodeRef {
  readonly frame: string;
  readonly node: number;
}

export function isSame(one: NodeRef, other: NodeRef): boolean {
  return one.frame === other.frame && one.node === other.node;
}
