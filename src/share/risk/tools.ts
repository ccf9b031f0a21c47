import {
  allNodes,
  allows,
  type CapabilityPlan,
  type Catalogue,
  capabilitiesCalledBy,
  capabilitiesUsedBy,
  type Effect,
  machineCalls,
  makingOf,
  type PlanNode,
  toolsNamedBy,
  type Workspace,
} from '#plan';
import type { PlannerRisk } from './planners';

/** The capabilities that a workspace can call, by effect and in the order of their ids. */
export function toolsOf(
  workspace: Workspace,
  plans: readonly CapabilityPlan[],
  planners: readonly PlannerRisk[],
  catalogue: Catalogue,
): { byEffect: Record<Effect, string[]>; unknown: string[] } {
  const named = [
    ...plans.flatMap((plan) => [...allNodes(plan)].flatMap(({ node }) => namedBy(node, catalogue))),
    ...workspace.plans.flatMap((plan) =>
      plan.kind === 'state-machine' ? machineCalls(plan).capabilities : [],
    ),
    ...workspace.features.map(({ capability }) => capability),
    ...workspace.capabilities.flatMap(({ make }) => usedBy(make)),
    ...planners.flatMap(({ tools }) => tools),
    ...workspace.planners.flatMap((planner) =>
      planner.kind === 'htn'
        ? planner.operators.map(({ capability }) => capability)
        : planner.rules.flatMap(({ steps }) => steps.map(({ capability }) => capability)),
    ),
  ];
  const byEffect: Record<Effect, string[]> = { pure: [], read: [], write: [], unknown: [] };
  const unknown: string[] = [];
  for (const id of [...new Set(named)].toSorted()) {
    const descriptor = catalogue.get(id);
    if (descriptor) byEffect[descriptor.effect].push(id);
    else unknown.push(id);
  }
  return { byEffect, unknown };
}

/** What a capability of the workspace hands its calls on to (A2). */
function usedBy(make: unknown): readonly string[] {
  const making = makingOf(make);
  return making?.kind === 'use' ? [making.capability] : [];
}

/** What a node calls, and what it may choose among; a planner without a list is told of with the planner. */
function namedBy(node: PlanNode, catalogue: Catalogue): readonly string[] {
  const named = [...capabilitiesUsedBy(node).map(({ id }) => id), ...capabilitiesCalledBy(node)];
  const tools = toolsNamedBy(node) ?? [];
  return [...named, ...[...catalogue.keys()].filter((id) => tools.some((tool) => allows(tool, id)))];
}
