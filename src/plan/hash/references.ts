import { type Hash, hashJson, type Json } from '#base';
import { allNodes } from '../graph/allNodes';
import { capabilitiesCalledBy, modelsNamedBy, toolsNamedBy } from '../graph/calls';
import { machineCalls } from '../graph/machineCalls';
import { plansInside } from '../graph/subPlans';
import type { NodeOf, PlanNode } from '../schema/node';
import type { Plan } from '../schema/plan';
import type { Workspace } from '../schema/workspace';
import { meaningOfPlan } from './meaning';

/** What a plan refers to in its workspace, by collection; ids that are not there are listed all the same. */
export interface PlanReferences {
  readonly prompts: ReadonlySet<string>;
  readonly planners: ReadonlySet<string>;
  readonly models: ReadonlySet<string>;
  readonly parsers: ReadonlySet<string>;
  readonly features: ReadonlySet<string>;
  /** Ids, and patterns of allow-lists such as `table.*`. */
  readonly capabilities: ReadonlySet<string>;
}

/** Collects the references of all nodes of a plan. */
export function referencesOf(plan: Plan): PlanReferences {
  const found = {
    prompts: new Set<string>(),
    planners: new Set<string>(),
    models: new Set<string>(),
    parsers: new Set<string>(),
    features: new Set<string>(),
    capabilities: new Set<string>(),
  };
  if (plan.kind === 'capability') {
    for (const { feature } of plan.features ?? []) found.features.add(feature);
    for (const { node } of allNodes(plan)) collect(node, found);
  } else {
    const { capabilities, models } = machineCalls(plan);
    for (const id of capabilities) found.capabilities.add(id);
    for (const id of models) if (id !== null) found.models.add(id);
  }
  return found;
}

/** The hash of everything in the workspace that a plan refers to, by kind and id (W4). */
export function hashesOfReferences(plan: Plan, workspace: Workspace): { readonly [kind: string]: Json } {
  const plans = plansInside(plan, workspace.plans).filter(({ id }) => id !== plan.id);
  return {
    ...(plans.length === 0 ? {} : { plans: hashesOfPlans(plans, workspace) }),
    ...ownReferences(plan, workspace),
  };
}

/** The same without the plans that it opens. */
function ownReferences(plan: Plan, workspace: Workspace): { readonly [kind: string]: Json } {
  const references = referencesOf(plan);
  const patterns = [...references.capabilities];
  return {
    prompts: hashesOf(workspace.prompts, (id) => references.prompts.has(id)),
    planners: hashesOf(workspace.planners, (id) => references.planners.has(id)),
    models: hashesOf(workspace.models, (id) => references.models.has(id)),
    parsers: hashesOf(workspace.parsers, (id) => references.parsers.has(id)),
    features: hashesOf(workspace.features, (id) => references.features.has(id)),
    capabilities: hashesOf(workspace.capabilities, (id) => patterns.some((pattern) => allows(pattern, id))),
  };
}

/** Each with what it refers to, but for the plans that it opens in turn: those are in the list too. */
function hashesOfPlans(plans: readonly Plan[], workspace: Workspace): { readonly [id: string]: Json } {
  return Object.fromEntries(
    plans.map((plan) => {
      return [plan.id, hashJson({ plan: meaningOfPlan(plan), references: ownReferences(plan, workspace) })];
    }),
  );
}

/** Whether an entry of an allow-list stands for a capability (P8): the id itself, or a prefix before `*`. */
export function allows(pattern: string, capability: string): boolean {
  if (!pattern.endsWith('*')) return pattern === capability;
  return capability.startsWith(pattern.slice(0, -1));
}

type Found = { readonly [Kind in keyof PlanReferences]: Set<string> };

function collect(node: PlanNode, found: Found): void {
  for (const { feature } of node.features ?? []) found.features.add(feature);
  for (const model of modelsNamedBy(node)) found.models.add(model);
  for (const capability of capabilitiesCalledBy(node)) found.capabilities.add(capability);
  for (const tool of toolsNamedBy(node) ?? []) found.capabilities.add(tool);
  switch (node.type) {
    case 'FILL_TEMPLATE':
      if (node.params.prompt !== undefined) found.prompts.add(node.params.prompt);
      break;
    case 'GROUP':
    case 'ITERATOR': {
      const merge = capabilityOfMerge(node);
      if (merge !== null) found.capabilities.add(merge);
      break;
    }
    case 'PLANNER':
      collectOfPlanner(node.params ?? {}, found);
      break;
    default:
  }
}

function collectOfPlanner(params: NonNullable<NodeOf<'PLANNER'>['params']>, found: Found): void {
  if (typeof params.prompt === 'object') found.prompts.add(params.prompt.prompt);
  if (typeof params.planner === 'object') {
    const { flavour, use } = params.planner;
    (flavour === 'capability' ? found.capabilities : found.planners).add(use);
  }
  if (params.parser !== undefined) found.parsers.add(params.parser);
  if (params.subtreeCreator !== undefined) found.capabilities.add(params.subtreeCreator);
}

/** The capability that merges the branches of a container (R21); null where none does. */
export function capabilityOfMerge(node: PlanNode): string | null {
  const merge = node.type === 'GROUP' || node.type === 'ITERATOR' ? node.params.merge : undefined;
  return /^CAPABILITY\((.*)\)$/.exec(merge ?? '')?.[1] ?? null;
}

/** The capability that a PLANNER asks for its plan (P2); null where it plans in another way. */
export function capabilityAsked({ params }: NodeOf<'PLANNER'>): string | null {
  const planner = params?.planner;
  return typeof planner === 'object' && planner.flavour === 'capability' ? planner.use : null;
}

function hashesOf(
  items: readonly object[],
  isUsed: (id: string) => boolean,
): { readonly [id: string]: Hash } {
  const hashes: [string, Hash][] = [];
  for (const item of items) {
    const id: unknown = Reflect.get(item, 'id');
    if (typeof id !== 'string' || !isUsed(id)) continue;
    const { name: _name, ...meaning } = item as { readonly [key: string]: Json };
    hashes.push([id, hashJson(meaning)]);
  }
  return Object.fromEntries(hashes);
}
