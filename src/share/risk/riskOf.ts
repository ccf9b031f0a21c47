import {
  allNodes,
  allows,
  asksModel,
  type CapabilityPlan,
  type Catalogue,
  type Connection,
  capabilitiesCalledBy,
  capabilitiesUsedBy,
  type Effect,
  type ModelSpec,
  machineCalls,
  makingOf,
  type Plan,
  type PlanNode,
  type Policy,
  toolsNamedBy,
  type Workspace,
} from '#plan';
import { canonicalOrigin } from '#runtime';
import { type PlannerRisk, plannersOf } from './planners';

/** What a workspace can do once it is trusted: what the trust dialog lists (T1, case A1). */
export interface Risk {
  /** Origins that it suggests to connect to, in punycode (case A3). None is contacted before a person picks it. */
  readonly hosts: readonly string[];
  /** Connections it names, whose address and key the reader would fill in (T2). */
  readonly connections: readonly Connection[];
  readonly models: readonly ModelSpec[];
  /** Capabilities that its nodes call or its planners may plan with, by what they do to the world. */
  readonly tools: Readonly<Record<Effect, readonly string[]>>;
  /** Capabilities, or what several begin with, that its own policies let models call without asking (P13). */
  readonly unasked: readonly string[];
  /** Capabilities that this host does not have. */
  readonly unknownTools: readonly string[];
  /** Capabilities that the workspace brings along. */
  readonly code: readonly string[];
  readonly planners: readonly PlannerRisk[];
  /** Nodes that ask a person. */
  readonly asksPeople: number;
  /** Nothing but reading and computing with what it holds: no model, no address, no effect. */
  readonly harmless: boolean;
}

/**
 * Reads what a workspace can do, without doing any of it.
 *
 * @param catalogue the capabilities of this host and of the workspace
 */
export function riskOf(workspace: Workspace, catalogue: Catalogue): Risk {
  const plans = workspace.plans.filter((plan): plan is CapabilityPlan => plan.kind === 'capability');
  const planners = plans.flatMap((plan) => plannersOf(plan, catalogue, workspace.models.length > 0));
  const { byEffect, unknown } = toolsOf(workspace, plans, planners, catalogue);
  const code = workspace.capabilities.map(({ id }) => id);
  const hosts = hostsOf(workspace.connections);
  return {
    hosts,
    connections: workspace.connections,
    models: workspace.models,
    tools: byEffect,
    unasked: unaskedBy(workspace.policies),
    unknownTools: unknown,
    code,
    planners,
    asksPeople: workspace.plans.reduce((sum, plan) => sum + peopleIn(plan), 0),
    harmless:
      hosts.length + code.length + unknown.length + workspace.models.length === 0 &&
      byEffect.write.length + byEffect.unknown.length === 0 &&
      planners.every((planner) => !planner.asksModel) &&
      !workspace.plans.some((plan) => callsModel(plan, catalogue)),
  };
}

/** What only reads is not asked about anyway. */
function unaskedBy(policies: readonly Policy[]): readonly string[] {
  return policies.flatMap(({ then, when = {} }) => {
    const acts = when.effect !== 'pure' && when.effect !== 'read';
    return then === 'allow' && acts ? [when.capability ?? '*'] : [];
  });
}

function hostsOf(connections: readonly Connection[]): string[] {
  const origins = connections.flatMap(({ suggestedUrl }) => {
    if (suggestedUrl === undefined) return [];
    const origin = canonicalOrigin(suggestedUrl);
    // An address that cannot be read as one is shown as it is: hiding it would help whoever wrote it.
    return [origin.ok ? origin.value : suggestedUrl];
  });
  return [...new Set(origins)].toSorted();
}

/** Nodes that ask a model themselves or by what they call, and states in which one chooses what comes next (M5). */
function callsModel(plan: Plan, catalogue: Catalogue): boolean {
  if (plan.kind === 'state-machine') return machineCalls(plan).models.length > 0;
  return [...allNodes(plan)].some(
    ({ node }) =>
      asksModel(node) ||
      (node.type === 'CAPABILITY' && catalogue.get(node.params.capability)?.tags?.includes('model')),
  );
}

/** Nodes that ask one, responders that are one (M2). */
function peopleIn(plan: Plan): number {
  if (plan.kind === 'state-machine') {
    return (plan.responders ?? []).filter((one) => one.capability === undefined && one.plan === undefined)
      .length;
  }
  let count = 0;
  for (const { node } of allNodes(plan)) if (node.type === 'HUMAN_INPUT') count++;
  return count;
}

/** The capabilities that a workspace can call, by effect and in the order of their ids. */
function toolsOf(
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
