import type { CapabilityDescriptor, Catalogue } from '#plan';

/** What a plan of `planloom plan` may call, beside all that is there: what is not allowed is told from what is not there. */
export interface PlanTools {
  readonly allowed: readonly CapabilityDescriptor[];
  readonly there: Catalogue;
}
