import type { Address, Hash, Json, JsonObject } from '#base';
import type { Fact } from '../fact';
import type { Signal } from '../state';

/** An effect of an earlier run that need not be asked for again: where, what was asked, and the fact that answered it. */
export interface Recorded {
  /** Of the command, its attempt left out: a step that succeeded at its second attempt is served to the first. */
  readonly address: Address;
  /** Hash of what was asked; the same question is given the same answer. */
  readonly key: Hash;
  readonly fact: Fact;
}

/** An output that a person has put in: it answers at its address whatever is asked there (D7). */
export interface Pinned {
  readonly address: Address;
  readonly output: Json;
}

/**
 * K8: what a run serves itself from the record of another. It stands in the run's first fact, so that the ledger explains
 * itself (K5).
 */
export interface Reuse {
  /** The run that the record is of, how many of its commits were read, and the hash of the last of them. */
  readonly from: { readonly runId: string; readonly at: number; readonly hash: Hash };
  /** Containers and pure nodes that had started there, without attempts: they start again before the fork point. */
  readonly started: readonly Address[];
  /** In the order in which the answers came. */
  readonly served: readonly (Recorded | Pinned)[];
  /** Signals that nobody had taken there yet (R16). */
  readonly signals?: readonly Signal[];
  /** Variables that get another value at the fork point. */
  readonly set: JsonObject;
}
