import type { Hash } from '#base';
import type { Entry } from './entry';
import type { Fact } from './fact';

/**
 * K3: one fact, whole, with all that it caused, in the order in which the kernel made it. `at` is milliseconds
 * since the Unix epoch, given by the host; `seq` counts from 0. `hash` is SHA-256 over the previous hash and the
 * canonical JSON of the commit without `hash`.
 */
export interface Commit {
  readonly seq: number;
  readonly at: number;
  readonly fact: Fact;
  readonly entries: readonly Entry[];
  readonly hash: Hash;
}
