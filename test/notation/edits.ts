import type { Random } from '#base';
import {
  allBodies,
  allNodes,
  type CapabilityPlan,
  type ContainerId,
  type Edit,
  edgeKey,
  fragmentOf,
  groupNodes,
  heal,
  insertOnEdges,
  NODE_TYPES,
  type NodeTypeName,
  newNode,
  nodeIds,
  type PlanNode,
  pasteFragment,
  portsOf,
  type Workspace,
} from '#plan';

const TYPES = Object.keys(NODE_TYPES) as NodeTypeName[];

/** An edit that fits a workspace as it is, or null when the dice fell on nothing. Every verb and gesture comes up. */
export function randomEdit(workspace: Workspace, random: Random): Edit | null {
  const plans = workspace.plans.filter((plan) => plan.kind === 'capability');
  const plan = pick(plans, random);
  if (!plan) return { edit: 'add-plan', plan: emptyPlan(`plan-${random.below(1000)}`) };
  const maker = pick(MAKERS, random);
  return maker ? maker(workspace, plan, random) : null;
}

type Maker = (workspace: Workspace, plan: CapabilityPlan, random: Random) => Edit | null;

const addNode: Maker = (_workspace, plan, random) => {
  const into = randomContainer(plan, random);
  const count =
    [...allBodies(plan)].find(({ path }) => (path.at(-1) ?? null) === into)?.body.nodes.length ?? 0;
  const place = random.below(2) === 0 ? { place: randomPlace(random) } : {};
  return {
    edit: 'add-node',
    plan: plan.id,
    into,
    index: random.below(count + 1),
    node: randomNode(plan, random),
    ...place,
  };
};

const removeNodes: Maker = (_workspace, plan, random) => {
  const nodes = some([...nodeIds(plan)], random);
  return nodes.length === 0 ? null : { edit: 'remove-nodes', plan: plan.id, nodes };
};

const updateNode: Maker = (_workspace, plan, random) => {
  const placed = pick([...allNodes(plan)], random);
  if (!placed) return null;
  const to: PlanNode = { ...placed.node, name: `N${random.below(99)}`, timeoutMs: 1 + random.below(5000) };
  const renamed = random.below(3) === 0 ? { ...to, id: randomNode(plan, random).id } : to;
  return { edit: 'update-node', plan: plan.id, node: placed.node.id, to: renamed };
};

const moveNode: Maker = (_workspace, plan, random) => {
  const placed = pick([...allNodes(plan)], random);
  if (!placed) return null;
  const index = random.below(placed.body.nodes.length);
  return { edit: 'move-node', plan: plan.id, node: placed.node.id, into: placed.path.at(-1) ?? null, index };
};

const placeNodes: Maker = (_workspace, plan, random) => {
  const ids = some([...nodeIds(plan)], random);
  const places = ids.map((id) => [id, random.below(4) === 0 ? null : randomPlace(random)]);
  return { edit: 'place-nodes', plan: plan.id, places: Object.fromEntries(places) };
};

const addEdge: Maker = (_workspace, plan, random) => {
  const body = pick([...allBodies(plan)], random)?.body;
  const from = pick(body?.nodes ?? [], random);
  const to = pick(body?.nodes ?? [], random);
  const port = from ? pick(portsOf(from), random) : undefined;
  if (!body || !from || !to || port === undefined) return null;
  const edge = { from: from.id, port, to: to.id };
  if (body.edges.some((one) => edgeKey(one) === edgeKey(edge))) return null;
  return { edit: 'add-edge', plan: plan.id, edge, index: random.below(body.edges.length + 1) };
};

const removeEdges: Maker = (_workspace, plan, random) => {
  const edges = some(
    [...allBodies(plan)].flatMap(({ body }) => body.edges),
    random,
  );
  return edges.length === 0 ? null : { edit: 'remove-edges', plan: plan.id, edges };
};

const insert: Maker = (_workspace, plan, random) => {
  const edge = pick(
    [...allBodies(plan)].flatMap(({ body }) => body.edges),
    random,
  );
  return edge ? insertOnEdges(plan, [edge], randomNode(plan, random), randomPlace(random)) : null;
};

const deleteAndHeal: Maker = (_workspace, plan, random) => {
  const nodes = some([...nodeIds(plan)], random);
  return nodes.length === 0 ? null : heal(plan, nodes);
};

const groupSome: Maker = (_workspace, plan, random) => {
  const body = pick([...allBodies(plan)], random)?.body;
  const nodes = some(
    (body?.nodes ?? []).map((node) => node.id),
    random,
  );
  const group = newNode('GROUP', nodeIds(plan));
  if (group.type !== 'GROUP') return null;
  const grouped = groupNodes(plan, nodes, group, { [group.id]: randomPlace(random) });
  return grouped.ok ? grouped.value : null;
};

const paste: Maker = (_workspace, plan, random) => {
  const ids = some([...nodeIds(plan)], random).slice(0, 3);
  return pasteFragment(plan, randomContainer(plan, random), fragmentOf(plan, ids), {}).edit;
};

const updatePlan: Maker = (_workspace, plan, random) => ({
  edit: 'update-plan',
  plan: plan.id,
  to:
    random.below(2) === 0
      ? { id: `renamed-${random.below(1_000_000)}`, name: null }
      : { name: 'Other', result: { answer: random.below(9) }, variables: [{ id: 'answer', scope: 'OUT' }] },
});

const addOrRemovePlan: Maker = (workspace, plan, random) => {
  if (workspace.plans.length > 2) return { edit: 'remove-plan', plan: plan.id };
  return {
    edit: 'add-plan',
    plan: emptyPlan(`plan-${random.below(1_000_000)}`),
    index: random.below(workspace.plans.length + 1),
  };
};

const putDocument: Maker = (_workspace, _plan, random) => ({
  edit: 'put-item',
  list: 'documents',
  item: { id: `doc-${random.below(4)}`, kind: 'text', text: String(random.below(99)) },
});

const removeDocument: Maker = (workspace, _plan, random) => {
  const item = pick(workspace.documents, random);
  return item ? { edit: 'remove-item', list: 'documents', id: item.id } : null;
};

const rename: Maker = (_workspace, _plan, random) => ({
  edit: 'rename-workspace',
  name: `W${random.below(9)}`,
});

const rule: Maker = (_workspace, _plan, random) => ({
  edit: 'set-policies',
  policies: random.below(2) === 0 ? [] : [{ id: `policy-${random.below(3)}`, dynamicPlans: 'off' }],
});

/** Another state of everything: what a revert to a checkpoint puts there. */
const restore: Maker = (workspace, _plan, random) => ({
  edit: 'replace-workspace',
  workspace: {
    ...workspace,
    id: 'elsewhere',
    name: `State ${random.below(9)}`,
    plans: workspace.plans.toReversed(),
    documents: workspace.documents.slice(1),
  },
});

const MAKERS: readonly Maker[] = [
  addNode,
  addNode,
  addNode,
  addEdge,
  addEdge,
  removeNodes,
  updateNode,
  moveNode,
  placeNodes,
  removeEdges,
  insert,
  deleteAndHeal,
  groupSome,
  paste,
  updatePlan,
  addOrRemovePlan,
  putDocument,
  removeDocument,
  rename,
  rule,
  restore,
];

function randomNode(plan: CapabilityPlan, random: Random): PlanNode {
  return newNode(pick(TYPES, random) ?? 'NOTE', nodeIds(plan));
}

function randomContainer(plan: CapabilityPlan, random: Random): ContainerId {
  return pick([...allBodies(plan)], random)?.path.at(-1) ?? null;
}

function randomPlace(random: Random): { x: number; y: number } {
  return { x: 20 * random.below(50), y: 20 * random.below(50) };
}

function emptyPlan(id: string): CapabilityPlan {
  return { id, kind: 'capability', variables: [], nodes: [], edges: [] };
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[random.below(items.length)];
}

function some<Item>(items: readonly Item[], random: Random): Item[] {
  return items.filter(() => random.below(6) === 0);
}
