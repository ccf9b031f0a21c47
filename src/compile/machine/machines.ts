import type { CompiledScope } from '../scope';
import { lowered } from './lowering';
import { buildMachine, type Machine } from './stepper';
import { structureOf } from './structure';

/** How many structures are kept built. Most scopes of a run are alike: rows of the same length, one node alone. */
const KEPT = 64;
const BUILT = new Map<string, Machine>();

/**
 * The machine of a scope, or of one piece of a long sequence: one of equal structure that was built before, or a new
 * one. It is asked for when it is reached, and positions hold on to it.
 */
export function machineFor(scope: CompiledScope, segment: number): Machine {
  const structure = structureOf(scope, segment);
  const known = BUILT.get(structure);
  if (known) return known;
  const machine = buildMachine(lowered(scope, segment));
  if (BUILT.size >= KEPT) for (const oldest of BUILT.keys()) if (BUILT.delete(oldest)) break;
  BUILT.set(structure, machine);
  return machine;
}
