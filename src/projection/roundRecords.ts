/** One round as the entries tell it: how many of its nodes are at work, and whether one of them ended badly. */
export interface RoundRecord {
  readonly active: number;
  readonly failed: boolean;
  readonly cancelled: boolean;
}

/** The scopes that a container has opened; the key of its record is the container's address. */
export interface ScopesRecord {
  /** The container's own attempt, from 1 (L2: `retry` on a container). */
  readonly attempt: number;
  /** Whether its scopes are numbered. */
  readonly indexed: boolean;
  /** The highest number that has begun, and the one that began last. */
  readonly highest: number;
  readonly latest: number;
}
