import type { Diagnostic, Hash, Result } from '#base';
import { type CompiledPlan, compile } from '#compile';
import type { CapabilityPlan } from '#plan';

const COMPILED = new WeakMap<CapabilityPlan, Result<CompiledPlan, readonly Diagnostic[]>>();

/** A plan of the closure as machines, compiled once however often it is opened. */
export function compiledPlan(plan: CapabilityPlan, hash?: Hash): Result<CompiledPlan, readonly Diagnostic[]> {
  const known = COMPILED.get(plan);
  if (known) return known;
  const compiled = compile(plan, hash);
  COMPILED.set(plan, compiled);
  return compiled;
}
