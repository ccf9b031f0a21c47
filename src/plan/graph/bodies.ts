import { grouped } from '#base';
import type { Body, ContainerNode, PlanNode } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import { machineCalls } from './calls';
import { fieldsOf, namesIn } from './fieldsOf';

/** Which body of a container: TRY_CATCH has up to three, every other container one. */
export type BodyName = 'body' | 'try' | 'catch' | 'finally';

/** One body of a container, under its name. */
interface InnerBody {
  readonly name: BodyName;
  readonly body: Body;
}

/** Whether a node holds others. */
export function isContainer(node: PlanNode): node is ContainerNode {
  return 'body' in node || 'try' in node;
}

/**
 * The bodies that a node has, in document order (R22): `body`, or `try`, `catch` and `finally` where they are there;
 * none for a node that is no container.
 */
export function bodiesOf(node: PlanNode): readonly InnerBody[] {
  if ('body' in node) return [{ name: 'body', body: node.body }];
  if (node.type !== 'TRY_CATCH') return NONE;
  const inner: InnerBody[] = [{ name: 'try', body: node.try }];
  if (node.catch) inner.push({ name: 'catch', body: node.catch });
  if (node.finally) inner.push({ name: 'finally', body: node.finally });
  return inner;
}

const NONE: readonly InnerBody[] = [];

/** The same node with each of its bodies changed. */
export function withBodies<Node extends PlanNode>(
  node: Node,
  change: (body: Body, name: BodyName) => Body,
): Node {
  const changed = bodiesOf(node).map(({ name, body }) => [name, change(body, name)] as const);
  return changed.length === 0 ? node : { ...node, ...Object.fromEntries(changed) };
}

/**
 * The name of one body in its plan, as edits use it: the id of its container, and for TRY_CATCH the body's name after
 * a dot, as in addresses (K11).
 *
 * @example bodyId('guard', 'catch') // 'guard.catch'
 */
export function bodyId(container: string, name: BodyName): string {
  return name === 'body' ? container : `${container}.${name}`;
}

/** The id of the container that a body belongs to. */
export function containerIn(body: string): string {
  const dot = body.indexOf('.');
  return dot < 0 ? body : body.slice(0, dot);
}

/** A node and where it lies. */
export interface PlacedNode {
  readonly node: PlanNode;
  /** Ids of the containers around it, outermost first. */
  readonly path: readonly string[];
  /** The names of the bodies around it (`guard.catch`, else the container's id), outermost first. */
  readonly bodies: readonly string[];
  /** The nodes and edges that it lies among. */
  readonly body: Body;
  /** Its place in `body.nodes`. */
  readonly index: number;
}

/** A body and where it lies, as `PlacedNode` says it. */
export interface PlacedBody {
  readonly body: Body;
  /** The container whose body it is; null for the plan's own. */
  readonly container: PlanNode | null;
  readonly path: readonly string[];
  readonly bodies: readonly string[];
}

/**
 * Every node of a plan or body with those inside its containers, in document order: a container, then its
 * contents (R22).
 *
 * @example [...allNodes(plan)].map(({ node }) => node.id)
 */
export function* allNodes(
  body: Body,
  path: readonly string[] = [],
  bodies: readonly string[] = [],
): Generator<PlacedNode> {
  for (const [index, node] of body.nodes.entries()) {
    yield { node, path, bodies, body, index };
    for (const inner of bodiesOf(node)) {
      yield* allNodes(inner.body, [...path, node.id], [...bodies, bodyId(node.id, inner.name)]);
    }
  }
}

/** The plan's own body and those of all containers, outermost first, each with the way to it. */
export function* allBodies(
  body: Body,
  container: PlanNode | null = null,
  path: readonly string[] = [],
  bodies: readonly string[] = [],
): Generator<PlacedBody> {
  yield { body, container, path, bodies };
  for (const node of body.nodes) {
    for (const inner of bodiesOf(node)) {
      yield* allBodies(inner.body, node, [...path, node.id], [...bodies, bodyId(node.id, inner.name)]);
    }
  }
}

/** Finds a node by its id, at any depth; ids are unique in a plan (W2). */
export function findNode(body: Body, id: string): PlacedNode | undefined {
  for (const placed of allNodes(body)) if (placed.node.id === id) return placed;
  return undefined;
}

/** The ids of all nodes of a plan or body, at any depth. */
export function nodeIds(body: Body): Set<string> {
  return new Set([...allNodes(body)].map(({ node }) => node.id));
}

/** How many containers lie inside each other at the deepest place; 0 where there is none. */
export function containerDepth(body: Body): number {
  let deepest = 0;
  for (const { path } of allBodies(body)) deepest = Math.max(deepest, path.length);
  return deepest;
}

/**
 * The branches of an ASYNC GROUP: the connected components of its children (L1), in the document order of
 * their first nodes; so are the nodes inside each. NOTE nodes belong to no branch.
 */
export function components(body: Body): readonly (readonly PlanNode[])[] {
  const nodes = body.nodes.filter((node) => node.type !== 'NOTE');
  const leaders = new Map(nodes.map((node) => [node.id, node.id]));
  for (const edge of body.edges) {
    if (!leaders.has(edge.from) || !leaders.has(edge.to)) continue;
    leaders.set(leaderOf(leaders, edge.from), leaderOf(leaders, edge.to));
  }
  return [...grouped(nodes, ({ id }) => leaderOf(leaders, id)).values()];
}

/** Union-find with path halving: 5,000 branches and chains of 10,000 stay quick, and nothing recurses. */
function leaderOf(leaders: Map<string, string>, id: string): string {
  let at = id;
  for (;;) {
    const next = leaders.get(at) ?? at;
    if (next === at) return at;
    const afterNext = leaders.get(next) ?? next;
    leaders.set(at, afterNext);
    at = afterNext;
  }
}

/**
 * The plans that the SUB_PLANs of a plan name, or the invocations and responders of a machine, in the order in which they
 * are first named; those that are there.
 */
export function subPlansOf(plan: Plan, plans: readonly Plan[]): readonly Plan[] {
  const named = new Set<string>();
  if (plan.kind === 'state-machine') for (const id of machineCalls(plan).plans) named.add(id);
  else for (const { node } of allNodes(plan)) for (const id of namesIn(fieldsOf(node), 'plan')) named.add(id);
  return [...named].flatMap((id) => plans.find((other) => other.id === id) ?? []);
}

/** All plans that a run of a plan can open, through others too; itself only where it is one of them. */
export function plansInside(plan: Plan, plans: readonly Plan[]): readonly Plan[] {
  const found = new Map<string, Plan>();
  const waiting = [plan];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const inner of subPlansOf(at, plans)) {
      if (found.has(inner.id)) continue;
      found.set(inner.id, inner);
      waiting.push(inner);
    }
  }
  return [...found.values()];
}

/** A plan with all the plans that it can open: what must be free of errors before it runs. */
export function withPlansInside(plan: Plan, plans: readonly Plan[]): readonly Plan[] {
  return [plan, ...plansInside(plan, plans).filter((other) => other.id !== plan.id)];
}

/** A dynamic plan that is a machine as its executor runs it (M5): one step, a SUB_PLAN under the machine's own id. */
export function bodyOfMachine({ id, name }: StateMachinePlan): Body {
  const named = name === undefined ? {} : { name };
  return { nodes: [{ id, type: 'SUB_PLAN', ...named, params: { plan: id } }], edges: [] };
}
