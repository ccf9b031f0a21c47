import { type Address, withoutInstances } from '#base';

/** What has brought foreign or personal content (P15). */
export interface Origin {
  /** The step that brought it, whatever round, item or attempt of it did; the address of the run for a file that it was given, and for its session. */
  readonly address: Address;
  /** The host that it came from; absent where it came from none, or nobody can tell. */
  readonly host?: string;
}

/** Each of them once, in the order in which they came. */
export type Origins = readonly Origin[];

export const NO_ORIGINS: Origins = [];

/** A step as an origin. */
export function originAt(address: Address, host: string | null): Origin {
  const step = withoutInstances(address);
  return host === null ? { address: step } : { address: step, host };
}

/** All of both; the first as it is where the second adds nothing to it. */
export function union(one: Origins, other: Origins): Origins {
  const more = other.filter((origin) => !one.some((known) => isSame(known, origin)));
  return more.length === 0 ? one : [...one, ...more];
}

function isSame(one: Origin, other: Origin): boolean {
  return one.address === other.address && one.host === other.host;
}

/** The addresses of them, each once. */
export function addressesOf(origins: Origins): readonly Address[] {
  return [...new Set(origins.map(({ address }) => address))];
}
