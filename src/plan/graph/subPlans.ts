import type { Plan } from '../schema/plan';
import { allNodes } from './bodies';
import { machineCalls } from './calls';
import { fieldsOf, namesIn } from './fieldsOf';

/**
 * The plans that the SUB_PLANs of a plan name, or the invocations and responders of a machine, in the order in which they
 * are first named; those that are there.
 */
export function subPlansOf(plan: Plan, plans: readonly Plan[]): readonly Plan[] {
  const named = new Set<string>();
  if (plan.kind === 'state-machine') for (const id of machineCalls(plan).plans) named.add(id);
  else for (const { node } of allNodes(plan)) for (const id of namesIn(fieldsOf(node), 'plan')) named.add(id);
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

/** A plan with all the plans that it can open: what must be free of errors before it runs. */
export function withPlansInside(plan: Plan, plans: readonly Plan[]): readonly Plan[] {
  return [plan, ...plansInside(plan, plans).filter((other) => other.id !== plan.id)];
}
