import type { Closure } from '#kernel';
import {
  allNodes,
  allows,
  type CapabilityDescriptor,
  type Catalogue,
  capabilitiesCalledBy,
  capabilityAsked,
  capabilityOfMerge,
  type Feature,
  MESSAGE_CAPABILITY,
  MODEL_CAPABILITY,
  machineCalls,
  type Parser,
  type Plan,
  type PlanNode,
  type StateMachinePlan,
  type Workspace,
  withPlansInside,
} from '#plan';
import { byReference } from './documentsOfRun';

/**
 * K5: all that a plan refers to, so that its ledger can be read and replayed without the workspace: the plans that it
 * can open after itself. Of the catalogue it holds what nodes name and what planners may name; a planner without
 * `tools` may name everything. What else there was is known by its ids, so that a proposal that names it is told so (P8).
 */
export function closureOf(plan: Plan, workspace: Workspace, catalogue: Catalogue): Closure {
  const plans = withPlansInside(plan, workspace.plans);
  const features = featuresOf(plans, workspace);
  const parsers = parsersOf(plans, workspace);
  const named = namedBy(plan, workspace);
  const isNamed = ({ id }: CapabilityDescriptor) => named.some((name) => allows(name, id));
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
    ...(plans.some(mayPropose) ? { otherCapabilities: others.map(({ id }) => id).sort() } : {}),
  };
}

/** P8: only what planners propose can name what its author did not. */
function mayPropose(plan: Plan): boolean {
  if (plan.kind === 'state-machine') return false;
  return [...allNodes(plan)].some(({ node }) => node.type === 'PLANNER' || node.type === 'PLAN_EXECUTOR');
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
  const named = new Set<string>();
  for (const plan of plans) {
    if (plan.kind !== 'capability') continue;
    for (const { feature } of plan.features ?? []) named.add(feature);
    for (const { node } of allNodes(plan)) for (const { feature } of node.features ?? []) named.add(feature);
  }
  return features.filter(({ id }) => named.has(id));
}

/** P13: the parsers that planners name. */
function parsersOf(plans: readonly Plan[], { parsers }: Workspace): readonly Parser[] {
  const named = new Set<string | undefined>();
  for (const plan of plans) {
    if (plan.kind === 'state-machine') continue;
    for (const { node } of allNodes(plan)) if (node.type === 'PLANNER') named.add(node.params?.parser);
  }
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

function namesOf(node: PlanNode): readonly string[] {
  const merge = capabilityOfMerge(node);
  switch (node.type) {
    case 'PLANNER': {
      const asked = capabilityAsked(node);
      const creator = node.params?.subtreeCreator;
      const tools = [...(node.params?.tools ?? ['*']), MESSAGE_CAPABILITY.id];
      return [...tools, ...[asked, creator].filter((id) => typeof id === 'string')];
    }
    case 'PLAN_EXECUTOR':
      return [...(node.params?.tools ?? ['*']), MESSAGE_CAPABILITY.id];
    case 'GROUP':
    case 'ITERATOR':
      return merge === null ? [] : [merge];
    case 'AGENT':
      return [...(node.params.tools ?? []), ...capabilitiesCalledBy(node)];
    default:
      return capabilitiesCalledBy(node);
  }
}
