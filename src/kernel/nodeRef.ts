/** A node of a frame, or a branch of one (then `node` is its slot). */
export interface NodeRef {
  readonly frame: string;
  readonly node: number;
}

/** Refs are made anew each time: they are equal by what they name. */
export function isSame(one: NodeRef, other: NodeRef): boolean {
  return one.frame === other.frame && one.node === other.node;
}
