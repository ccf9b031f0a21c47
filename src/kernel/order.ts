import type { Address } from '#base';

/** Document order: a container before its contents, contents before what comes after it (R22). */
export function compareOrder(one: readonly number[], other: readonly number[]): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** How many containers lie around what has this address: it names them. Items of an ITERATOR nest nothing. */
export function depthOf(address: Address): number {
  let depth = 0;
  for (const character of address) if (character === '/') depth++;
  return depth;
}
