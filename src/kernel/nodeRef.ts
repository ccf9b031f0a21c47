/** A node of a frame, or a branch of one (then `node` is its slot). */
export interface NodeRef {
  readonly frame: string;
  readonly node: number;
}

/** Refs are made anew each time: they are equal by what they name. */
export function isSame(one: NodeRef, other: NodeRef): boolean {
  return one.frame === other.frame && one.node === other.node;
}

/** Document order: a container before its contents, contents before what comes after it (R22). */
export function compareOrder(one: readonly number[], other: readonly number[]): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
