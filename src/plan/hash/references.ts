import { type Hash, hashJson, type Json } from '#base';
import type { Field, RoleName } from '../fields/fields';

import { allNodes } from '../graph/bodies';
import { asksModel, MODEL_CAPABILITY } from '../graph/calls';
import { fieldsOf, fieldsOfMachine } from '../graph/fieldsOf';
import { plansInside } from '../graph/subPlans';
import { capabilityInMerge } from '../nodes/branching';
import type { NodeOf, PlanNode } from '../nodes/node';
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

/** Collects the references of all nodes of a plan, or of a machine and its states. */
export function referencesOf(plan: Plan): PlanReferences {
  const found: Found = {
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
    for (const field of fieldsOfMachine(plan)) note(field, found);
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
  for (const field of fieldsOf(node)) note(field, found);
  if (asksModel(node)) found.capabilities.add(MODEL_CAPABILITY);
}

/** By the role of a field: the collection whose items it names. What calls a capability names it, however it is called. */
const COLLECTIONS: Readonly<Partial<Record<RoleName, keyof PlanReferences>>> = {
  prompt: 'prompts',
  planner: 'planners',
  model: 'models',
  parser: 'parsers',
  feature: 'features',
  capability: 'capabilities',
  merge: 'capabilities',
  asked: 'capabilities',
  tool: 'capabilities',
};

function note({ is, value }: Field, found: Found): void {
  const collection = COLLECTIONS[is];
  if (collection === undefined || typeof value !== 'string') return;
  const name = is === 'merge' ? capabilityInMerge(value) : value;
  if (name !== null) found[collection].add(name);
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
