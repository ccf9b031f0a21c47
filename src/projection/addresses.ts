import { type Address, ROOT } from '#base';

/** The attempt an address ends with, before its call; null when it names none. */
export function attemptOf(address: Address): number | null {
  const bang = address.indexOf('!');
  const path = bang < 0 ? address : address.slice(0, bang);
  const hash = path.lastIndexOf('#');
  if (hash <= path.lastIndexOf('/')) return null;
  return Number(path.slice(hash + 1));
}

/**
 * The node whose scope an address lies in; null at the top of the run.
 *
 * @example ownerOf('/both/execute@1/step-1') // '/both/execute'
 */
export function ownerOf(address: Address): Address | null {
  const slash = address.lastIndexOf('/');
  if (slash <= 0) return null;
  return baseOf(address.slice(0, slash) as Address);
}

/** The scope an address lies in, with revision and index: what `within` was given to make it. */
export function scopeOf(address: Address): Address {
  const slash = address.lastIndexOf('/');
  return slash <= 0 ? ROOT : (address.slice(0, slash) as Address);
}

/** Drops body, index, revision and attempt of the last segment: `/execute@1` is the scope of `/execute`. */
function baseOf(scope: Address): Address {
  const slash = scope.lastIndexOf('/');
  const end = scope.slice(slash).search(/[.[@#]/);
  return (end < 0 ? scope : scope.slice(0, slash + end)) as Address;
}
