import type { CapabilityPlan, Plan } from '../schema/plan';
import { allNodes } from './allNodes';

/** The plans that the SUB_PLANs of a plan name, in the order in which they are first named; those that are there. */
export function subPlansOf(plan: Plan, plans: readonly Plan[]): readonly Plan[] {
  if (plan.kind !== 'capability') return [];
  const named = new Set<string>();
  for (const { node } of allNodes(plan)) if (node.type === 'SUB_PLAN') named.add(node.params.plan);
  return [...named].flatMap((id) => plans.find((other) => other.id === id) ?? []);
}

/** All plans that a run of a plan can open, through others too; itself only where it is one of them. */
export function plansInside(plan: Plan, plans: readonly Plan[]): readonly Plan[] {
  const found = new Map<string, Plan>();
  const waiting = [plan];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const inner of subPlansOf(at, plans)) {
      if (found.has(inner.id)) continue;
      found.set(inner.id, inner);
      waiting.push(inner);
    }
  }
  return [...found.values()];
}

/** A plan with all the capability plans that it can open: what must be free of errors before it runs. */
export function withPlansInside(plan: CapabilityPlan, plans: readonly Plan[]): readonly CapabilityPlan[] {
  const inner = plansInside(plan, plans).filter((other) => other.kind === 'capability');
  return [plan, ...inner.filter((other) => other.id !== plan.id)];
}
