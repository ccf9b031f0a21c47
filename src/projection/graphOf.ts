import type { Plan } from '#plan';
import type { Graph } from './graph';
import { graphOfPlan } from './graphOfPlan';
import { graphOfMachine } from './machine/graphOfMachine';

/** A plan of either kind as its author sees it, without its problems: for small pictures. */
export function graphOf(plan: Plan): Graph {
  return plan.kind === 'capability' ? graphOfPlan(plan) : graphOfMachine(plan);
}
