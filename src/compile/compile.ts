import { type Diagnostic, err, type Hash, LIMITS, ok, problem, type Result } from '#base';
import { allNodes, type Body, bodiesOf, type CapabilityPlan, containersTooDeep, cyclesOf } from '#plan';
import { lowerBody } from './lower/lower';
import type { CompiledScope } from './scope';

/** A plan as machines: one for each scope that it can open. */
export interface CompiledPlan {
  readonly planId: string;
  readonly planHash: Hash | null;
  readonly scope: CompiledScope;
}

/**
 * Compiles a capability plan (C1): plain data, equal for equal plans, whatever the order of its edges. It expects
 * what `read` let through; what can still be wrong comes back as diagnostics with the codes of `check`.
 *
 * @param planHash the hash that the run is pinned to (W4), where there is one
 * @example const compiled = compile(plan); if (compiled.ok) toMermaid(compiled.value)
 */
export function compile(
  plan: CapabilityPlan,
  planHash: Hash | null = null,
): Result<CompiledPlan, readonly Diagnostic[]> {
  const scope = compileBody(plan, plan.id);
  if (!scope.ok) return scope;
  return ok({ planId: plan.id, planHash, scope: scope.value });
}

/** Compiles the nodes and edges of a dynamic plan, or of any body (R13). */
export function compileBody(body: Body, plan?: string): Result<CompiledScope, readonly Diagnostic[]> {
  const found = [...tooDeepIn(body, plan), ...cyclesIn(body, plan)];
  return found.length > 0 ? err(found) : ok(lowerBody(body, '/'));
}

/** T4: the bound of `check`, also for what was compiled without it. */
function tooDeepIn(body: Body, plan: string | undefined): readonly Diagnostic[] {
  const deep = [...allNodes(body)].find(({ path }) => path.length > LIMITS.containerDepth);
  if (deep === undefined) return [];
  return [containersTooDeep({ ...(plan === undefined ? {} : { plan }), node: deep.node.id })];
}

function cyclesIn(body: Body, plan: string | undefined): Diagnostic[] {
  const found = cyclesOf(body).map((ids) =>
    problem(
      'CYCLE',
      `These nodes form a cycle: ${ids.join(', ')}.`,
      'Remove one of the edges between them: the nodes of a scope run once each (R2).',
      { ...(plan === undefined ? {} : { plan }), ...(ids[0] === undefined ? {} : { node: ids[0] }) },
    ),
  );
  for (const node of body.nodes) {
    for (const inner of bodiesOf(node)) found.push(...cyclesIn(inner.body, plan));
  }
  return found;
}
