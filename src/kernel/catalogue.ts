import type { CapabilityDescriptor, Catalogue } from '#plan';
import type { Closure } from './fact';

const CATALOGUES = new WeakMap<Closure, ReadonlyMap<string, CapabilityDescriptor>>();

/** The capabilities that a run may use, by id: those that its first fact holds (K5). */
export function catalogueOf(closure: Closure): Catalogue {
  const known = CATALOGUES.get(closure);
  if (known) return known;
  const catalogue = new Map(closure.capabilities.map((capability) => [capability.id, capability]));
  CATALOGUES.set(closure, catalogue);
  return catalogue;
}
