import type { Closure } from '#kernel';
import {
  allNodes,
  allows,
  type CapabilityDescriptor,
  type Catalogue,
  capabilitiesCalledBy,
  capabilitiesUsedBy,
  type Feature,
  isOfSession,
  MESSAGE_CAPABILITY,
  MODEL_CAPABILITY,
  machineCalls,
  mayPropose,
  type Parser,
  type Plan,
  type PlanNode,
  referencesOf,
  type StateMachinePlan,
  toolsOpenTo,
  type Workspace,
  withPlansInside,
} from '#plan';
import { byReference } from './documents';
import type { Capabilities } from './ports';

/**
 * K5: all that a plan refers to, so that its ledger can be read and replayed without the workspace: the plans that it
 * can open after itself. Of the catalogue it holds what nodes name and what planners may name; a planner without
 * `tools` may name everything but what is of a session (P16). What else there was is known by its ids, so that a proposal that names it is told so (P8).
 */
export function closureOf(plan: Plan, workspace: Workspace, catalogue: Catalogue): Closure {
  const plans = withPlansInside(plan, workspace.plans);
  const features = featuresOf(plans, workspace);
  const parsers = parsersOf(plans, workspace);
  const named = namedBy(plan, workspace);
  const isNamed = (one: CapabilityDescriptor) =>
    named.some((name) => (name === '*' ? !isOfSession(one) : allows(name, one.id)));
  const documents = named.length === 0 ? [] : workspace.documents.map(byReference);
  const capabilities = [...catalogue.values()].filter(isNamed);
  const others = [...catalogue.values()].filter((one) => !isNamed(one));
  return {
    plans,
    prompts: workspace.prompts,
    planners: workspace.planners,
    models: workspace.models,
    policies: workspace.policies,
    capabilities: capabilities.sort((one, other) => (one.id < other.id ? -1 : 1)),
    ...(features.length === 0 ? {} : { features }),
    ...(parsers.length === 0 ? {} : { parsers }),
    ...(documents.length === 0 ? {} : { documents }),
    ...(plans.some(hasProposals) ? { otherCapabilities: others.map(({ id }) => id).sort() } : {}),
  };
}

/** P8: only what planners propose can name what its author did not. */
function hasProposals(plan: Plan): boolean {
  return plan.kind === 'capability' && [...allNodes(plan)].some(({ node }) => mayPropose(node));
}

/** The capabilities, and patterns of them, that a plan names with all that it can open after itself. */
export function namedBy(plan: Plan, workspace: Workspace): readonly string[] {
  const plans = withPlansInside(plan, workspace.plans);
  return [
    ...plans.flatMap(namesIn),
    ...featuresOf(plans, workspace).map(({ capability }) => capability),
    ...parsersOf(plans, workspace).flatMap((parser) =>
      parser.kind === 'capability' ? [parser.capability] : [],
    ),
  ];
}

/** The features that some node, or a plan for all of its nodes, names. */
function featuresOf(plans: readonly Plan[], { features }: Workspace): readonly Feature[] {
  const named = new Set(plans.flatMap((plan) => [...referencesOf(plan).features]));
  return features.filter(({ id }) => named.has(id));
}

/** P13: the parsers that planners name. */
function parsersOf(plans: readonly Plan[], { parsers }: Workspace): readonly Parser[] {
  const named = new Set(plans.flatMap((plan) => [...referencesOf(plan).parsers]));
  return parsers.filter(({ id }) => named.has(id));
}

function namesIn(plan: Plan): readonly string[] {
  if (plan.kind === 'state-machine') return namesInMachine(plan);
  const names: string[] = [];
  for (const { node } of allNodes(plan)) names.push(...namesOf(node));
  return names;
}

/** A model that chooses the next event is asked by the same capability as any other (M5). */
function namesInMachine(plan: StateMachinePlan): readonly string[] {
  const { capabilities, models } = machineCalls(plan);
  return models.length === 0 ? capabilities : [...capabilities, MODEL_CAPABILITY];
}

/** What is called is named, or may be chosen; a message needs no tool (P4). */
function namesOf(node: PlanNode): readonly string[] {
  return [
    ...capabilitiesUsedBy(node).map(({ id }) => id),
    ...capabilitiesCalledBy(node),
    ...toolsOpenTo(node),
    ...(mayPropose(node) ? [MESSAGE_CAPABILITY.id] : []),
  ];
}

/**
 * All that plans of a workspace may name: what this host offers and what the workspace brings. A workspace cannot
 * replace a capability of the host by one of its own with the same id.
 */
export function catalogueOf(workspace: Workspace, capabilities: Capabilities): Catalogue {
  const catalogue = new Map<string, CapabilityDescriptor>();
  for (const { make: _make, ...descriptor } of workspace.capabilities)
    catalogue.set(descriptor.id, descriptor);
  for (const [id, descriptor] of capabilities.catalogue) catalogue.set(id, descriptor);
  return catalogue;
}
