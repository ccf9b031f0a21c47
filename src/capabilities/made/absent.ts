import { isJsonObject } from '#base';
import {
  allNodes,
  capabilitiesCalledBy,
  capabilityAsked,
  type NodeOf,
  type Plan,
  type PlanNode,
  referencesOf,
  type Workspace,
  withPlansInside,
} from '#plan';
import type { Capabilities } from '#runtime';

/** A name that a plan calls and nothing here answers to. */
export interface Absent {
  readonly id: string;
  /** Names of its result that the plans read, as far as that can be told. */
  readonly wanted: readonly string[];
}

/**
 * The capabilities that plans call and that are not here (H1 `--bind`, `--stub-unresolved`), by their ids: those of nodes,
 * features, parsers and planner documents, and those that planners may name by their ids.
 *
 * @param capabilities of the host, with what the workspace makes where that counts
 */
export function absentIn(
  plans: readonly Plan[],
  workspace: Workspace,
  capabilities: Capabilities,
): readonly Absent[] {
  const all = new Set(plans.flatMap((plan) => withPlansInside(plan, workspace.plans)));
  const ids = new Set([...all].flatMap((plan) => calledBy(plan, workspace)));
  return [...ids]
    .filter((id) => !id.endsWith('*') && capabilities.find(id) === undefined)
    .toSorted()
    .map((id) => ({ id, wanted: wantedOf(id, [...all], workspace) }));
}

function calledBy(plan: Plan, { features, parsers, planners }: Workspace): readonly string[] {
  const named = referencesOf(plan);
  const documents = planners.filter(({ id }) => named.planners.has(id));
  return [
    ...named.capabilities,
    ...features.filter(({ id }) => named.features.has(id)).map(({ capability }) => capability),
    ...parsers.flatMap((one) =>
      named.parsers.has(one.id) && one.kind === 'capability' ? [one.capability] : [],
    ),
    ...documents.flatMap((one) =>
      one.kind === 'htn'
        ? one.operators.map(({ capability }) => capability)
        : one.rules.flatMap(({ steps }) => steps.map(({ capability }) => capability)),
    ),
  ];
}

/** What is read of its result: by the outputs of nodes that call it, and what it is described to give. */
function wantedOf(id: string, plans: readonly Plan[], { capabilities }: Workspace): readonly string[] {
  const read = plans.flatMap((plan) =>
    plan.kind === 'state-machine' ? [] : [...allNodes(plan)].flatMap(({ node }) => readBy(node, id)),
  );
  const described = capabilities.find((one) => one.id === id)?.output.properties;
  return [...new Set([...read, ...(isJsonObject(described) ? Object.keys(described) : [])])];
}

const READ = /\bresult\.([A-Za-z_]\w{0,63})/g;

function readBy(node: PlanNode, id: string): readonly string[] {
  if (node.type === 'PLANNER') return capabilityAsked(node) === id ? [planVariableOf(node)] : [];
  if (!capabilitiesCalledBy(node).includes(id)) return [];
  return Object.values(node.output ?? {}).flatMap((source) =>
    [...source.matchAll(READ)].map(([, name = '']) => name),
  );
}

function planVariableOf({ params }: NodeOf<'PLANNER'>): string {
  return params?.planVariable ?? 'dynamicPlan';
}
