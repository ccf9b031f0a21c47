import type { Address } from '#base';

/** A policy of one run (K15): calls of a capability to this host leave unasked from now on. */
export interface RunPolicy {
  /** Where the call asked that a person allowed for the whole run: nothing else is allowed there. */
  readonly at: Address;
  /** As the run's closure describes it: that changes in no run (K5). */
  readonly capability: string;
  /** Absent where its calls go nowhere. */
  readonly host?: string;
}
