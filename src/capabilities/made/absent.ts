import { isJsonObject, type Json } from '#base';
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
  const read = readsOf([...all]);
  const described = new Map(workspace.capabilities.map(({ id, output }) => [id, output.properties]));
  return [...ids]
    .filter((id) => !id.endsWith('*') && capabilities.find(id) === undefined)
    .toSorted()
    .map((id) => ({ id, wanted: [...new Set([...(read.get(id) ?? []), ...keysOf(described.get(id))])] }));
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

const READ = /\bresult\.([A-Za-z_]\w{0,63})/g;

/** What the outputs of nodes read of the results of what they call: one pass, as a plan may call thousands of names. */
function readsOf(plans: readonly Plan[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const plan of plans) {
    if (plan.kind === 'state-machine') continue;
    for (const { node } of allNodes(plan)) {
      const reads = readBy(node);
      if (reads.length === 0) continue;
      for (const id of calledIn(node)) {
        const known = found.get(id) ?? new Set();
        for (const name of reads) known.add(name);
        found.set(id, known);
      }
    }
  }
  return found;
}

function calledIn(node: PlanNode): readonly string[] {
  const asked = node.type === 'PLANNER' ? capabilityAsked(node) : null;
  return asked === null ? capabilitiesCalledBy(node) : [asked];
}

function readBy(node: PlanNode): readonly string[] {
  if (node.type === 'PLANNER') return [planVariableOf(node)];
  return Object.values(node.output ?? {}).flatMap((source) =>
    [...source.matchAll(READ)].map(([, name = '']) => name),
  );
}

/** What a capability of the workspace is described to give. */
function keysOf(properties: Json | undefined): readonly string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function planVariableOf({ params }: NodeOf<'PLANNER'>): string {
  return params?.planVariable ?? 'dynamicPlan';
}
