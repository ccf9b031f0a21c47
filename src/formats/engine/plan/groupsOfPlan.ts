import { isJsonObject, type Json, type JsonObject } from '#base';
import type { CapabilityPlan, NodeOf, PlanNode, Retry } from '#plan';
import type { Exported } from '../../common/contract';
import { conditionalIn } from '../write/conditional';
import { sameAnswers } from '../write/group';
import { engineOf, LeftOut, theirs } from '../write/left';
import { branchesIn } from '../write/sequence';

/** A plan as a CapabilityPlan: groups, and by their places in the list what each follows. */
export function groupsOfPlan(plan: CapabilityPlan): Exported {
  const left = new LeftOut(plan.id);
  const nodes = plan.nodes.filter(({ type }) => type !== 'NOTE');
  const groups = nodes.map((node) => ({ node, group: groupOf(node, left) }));
  const written = groups.filter(({ group }) => group !== null);
  const places = new Map(written.map(({ node }, index) => [node.id, index]));
  const isChain = written.every(({ node }, index) => {
    const before = plan.edges.filter(({ to }) => to === node.id);
    return index === 0
      ? before.length === 0
      : before.length === 1 && before[0]?.from === written[index - 1]?.node.id;
  });
  for (const edge of plan.edges)
    if (edge.port !== 'out')
      left.add(
        edge.from,
        '/edges',
        `Groups follow each other whatever came of them: the port "${edge.port}" is left out.`,
      );
  const before = written.map(({ node }) =>
    plan.edges.flatMap(({ from, to }) => (to === node.id ? (places.get(from) ?? []) : [])),
  );
  if (!isChain && before.every(({ length }) => length === 0))
    left.add(null, '/edges', 'Groups of which none depends on another run one after another there.');
  const value = {
    groups: written.map(({ group }, index) => {
      const indices = before[index] ?? [];
      return isChain || indices.length === 0 ? (group ?? {}) : { ...group, dependsOnGroupIndices: indices };
    }),
    ...theirs(plan),
  };
  return { value, leftOut: left.all };
}

function groupOf(node: PlanNode, left: LeftOut): JsonObject | null {
  const kept = keptOf(node);
  if (node.type === 'CAPABILITY') {
    const rest = isJsonObject(kept.$group) ? kept.$group : {};
    return { definitions: [definitionOf(node, left)], ...rest };
  }
  if (node.type !== 'GROUP') {
    left.add(node.id, '/type', `A group holds capabilities: the ${node.type} "${node.id}" is left out.`);
    return null;
  }
  left.fields(node, []);
  const conditional = node.params.mode === 'ASYNC' ? conditionalIn(node.body) : null;
  if (conditional !== null) {
    const branches = conditional.branches.map((branch) =>
      branch.map((one) => groupOf(one, left)).filter((one) => one !== null),
    );
    return { conditionDefinition: definitionOf(conditional.condition, left), branches, ...kept };
  }
  return { definitions: definitionsOf(node, left), ...policies(node), ...kept };
}

function definitionsOf(node: NodeOf<'GROUP'>, left: LeftOut): Json[] {
  const nodes = node.params.mode === 'SYNC' ? node.body.nodes : branchesIn(node.body, left, node.id).flat();
  const mode = node.params.mode === 'SYNC' ? { executionMode: 'SYNC' } : {};
  return nodes.flatMap((one) => {
    if (one.type === 'CAPABILITY') return [{ ...mode, ...definitionOf(one, left) }];
    left.add(one.id, '/type', `A definition calls a capability: the ${one.type} "${one.id}" is left out.`);
    return [];
  });
}

function policies({ params }: NodeOf<'GROUP'>): JsonObject {
  if (params.mode === 'SYNC') return {};
  const merge = /^CAPABILITY\((.*)\)$/.exec(sameAnswers(params.merge ?? ''))?.[1] ?? params.merge;
  return {
    ...(params.completion === undefined ? {} : { asyncPolicy: params.completion }),
    ...(merge === undefined ? {} : { asyncOutputMergePolicyName: merge }),
  };
}

function definitionOf(node: NodeOf<'CAPABILITY'>, left: LeftOut): JsonObject {
  left.fields(node, node.input === '*' ? ['input', 'timeoutMs', 'retry'] : ['timeoutMs', 'retry']);
  const { $group: _group, retryOptions, ...rest } = keptOf(node);
  const options = isJsonObject(retryOptions) ? retryOptions : {};
  return {
    name: node.params.capability,
    ...(node.timeoutMs === undefined ? {} : { timeout: node.timeoutMs / 1000 }),
    ...(node.retry === undefined ? {} : { retryOptions: { ...retryOptionsOf(node.retry), ...options } }),
    ...rest,
  };
}

/** Only what the node says: what is left out has a default there too. */
function retryOptionsOf(retry: Retry): JsonObject {
  const { maxAttempts, initialIntervalMs, backoffCoefficient, maxIntervalMs, nonRetryable = [] } = retry;
  return {
    maximumAttempts: maxAttempts,
    ...(initialIntervalMs === undefined ? {} : { initialIntervalSeconds: initialIntervalMs / 1000 }),
    ...(backoffCoefficient === undefined ? {} : { backoffCoefficient }),
    ...(maxIntervalMs === undefined ? {} : { maximumIntervalSeconds: maxIntervalMs / 1000 }),
    nonRetryableErrors: [...nonRetryable],
  };
}

/** What was kept of theirs: by an import under its name, by the reader of replies as it is. */
function keptOf(node: PlanNode): JsonObject {
  return node.source?.engine === undefined ? (node.source ?? {}) : engineOf(node);
}
