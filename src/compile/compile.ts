import { type Diagnostic, err, type Hash, LIMITS, ok, present, problem, type Result } from '#base';
import {
  allNodes,
  type Body,
  bodiesOf,
  type CapabilityPlan,
  type ContainerNode,
  components,
  containersTooDeep,
  cyclesOf,
  type Edge,
  isContainer,
  type NodeOf,
  type PlanNode,
} from '#plan';
import { ANY_PORT } from './machine/graphCounts';
import type {
  BranchesScope,
  CompiledBody,
  CompiledNode,
  CompiledScope,
  Completion,
  GraphScope,
  IndexedEdge,
  Move,
  Place,
  Segment,
  SequenceScope,
} from './scope';
import {
  connectedPorts,
  disabledIn,
  grouped,
  isEnd,
  lowerGraph,
  needOf,
  possiblePorts,
  reach,
  type Wiring,
  wire,
} from './wiring';

/** A plan as machines: one for each scope that it can open. */
export interface CompiledPlan {
  readonly planId: string;
  readonly planHash: Hash | null;
  readonly scope: CompiledScope;
}

/**
 * Compiles a capability plan (C1): plain data, equal for equal plans, whatever the order of its edges. It expects
 * what `read` let through; what can still be wrong comes back as diagnostics with the codes of `check`.
 *
 * @param planHash the hash that the run is pinned to (W4), where there is one
 * @example const compiled = compile(plan); if (compiled.ok) toMermaid(compiled.value)
 */
export function compile(
  plan: CapabilityPlan,
  planHash: Hash | null = null,
): Result<CompiledPlan, readonly Diagnostic[]> {
  const scope = compileBody(plan, plan.id);
  if (!scope.ok) return scope;
  return ok({ planId: plan.id, planHash, scope: scope.value });
}

/** Compiles the nodes and edges of a dynamic plan, or of any body (R13). */
export function compileBody(body: Body, plan?: string): Result<CompiledScope, readonly Diagnostic[]> {
  const found = [...tooDeepIn(body, plan), ...cyclesIn(body, plan)];
  return found.length > 0 ? err(found) : ok(lowerBody(body, '/'));
}

/** T4: the bound of `check`, also for what was compiled without it. */
function tooDeepIn(body: Body, plan: string | undefined): readonly Diagnostic[] {
  const deep = [...allNodes(body)].find(({ path }) => path.length > LIMITS.containerDepth);
  if (deep === undefined) return [];
  return [containersTooDeep({ ...present({ plan }), node: deep.node.id })];
}

function cyclesIn(body: Body, plan: string | undefined): Diagnostic[] {
  const found = cyclesOf(body).map((ids) =>
    problem(
      'CYCLE',
      `These nodes form a cycle: ${ids.join(', ')}.`,
      'Remove one of the edges between them: the nodes of a scope run once each (R2).',
      { ...present({ plan, node: ids[0] }) },
    ),
  );
  for (const node of body.nodes) {
    for (const inner of bodiesOf(node)) found.push(...cyclesIn(inner.body, plan));
  }
  return found;
}

/** The scope of a plan or of a dynamic plan: its nodes joined by edges (C2). */
function lowerBody(body: Body, path: string): CompiledScope {
  const cancelled = cancelledIn(body.nodes);
  return lowerNodes(body.nodes, body.edges, [...body.nodes.keys()], path, path, cancelled);
}

function lowerNodes(
  nodes: readonly PlanNode[],
  edges: readonly Edge[],
  order: readonly number[],
  id: string,
  path: string,
  cancelled: ReadonlySet<string>,
): CompiledScope {
  const wiring = wire(nodes, edges, order);
  const compiled = compileNodes(wiring, path);
  const sequence = isCounted(nodes, cancelled) ? null : lowerSequence(id, wiring, compiled);
  return sequence ?? lowerGraph(id, wiring, compiled);
}

/** Ids that a CANCEL of a container names; it reaches all branches of an ASYNC GROUP (R16). */
function cancelledIn(nodes: readonly PlanNode[]): ReadonlySet<string> {
  return new Set(nodes.flatMap((node) => (node.type === 'CANCEL' ? node.params.nodes : [])));
}

/** Nodes that can be cancelled before their turn comes are told by counting edges; a token cannot say so. */
function isCounted(nodes: readonly PlanNode[], cancelled: ReadonlySet<string>): boolean {
  return nodes.some((node) => node.cancelOn !== undefined || cancelled.has(node.id));
}

/** What a GROUP opens: a chain of its children in document order, or a scope per branch (R1). */
function lowerGroup(group: NodeOf<'GROUP'>, path: string): CompiledScope {
  const { body, params } = group;
  const cancelled = cancelledIn(body.nodes);
  if (params.mode === 'SYNC') {
    const wiring = wire(body.nodes, [], [...body.nodes.keys()]);
    const compiled = compileNodes(wiring, path);
    const isCountedChain = isCounted(body.nodes, cancelled);
    return isCountedChain ? lowerCountedChain(path, wiring, compiled) : lowerChain(path, compiled);
  }
  const order = new Map(body.nodes.map((node, index) => [node.id, index]));
  const edgesFrom = grouped(body.edges, ({ from }) => from);
  const branches = components(body).map((branch, slot) =>
    lowerNodes(
      branch,
      branch.flatMap((node) => edgesFrom.get(node.id) ?? []),
      branch.map((node) => order.get(node.id) ?? 0),
      `${path}:${slot}`,
      path,
      cancelled,
    ),
  );
  return lowerBranches(path, branches, params);
}

function compileNodes(wiring: Wiring, path: string): readonly CompiledNode[] {
  return wiring.nodes.map(({ key, node, order }, index) => ({
    key,
    id: node.id,
    node,
    order,
    ports: connectedPorts(wiring, index),
    inside: isContainer(node) ? lowerContainer(node, `${path === '/' ? '' : path}/${node.id}`) : NOTHING,
  }));
}

const NOTHING: readonly CompiledBody[] = [];

/** What a container opens: a GROUP its children or branches, every other one a scope for each of its bodies. */
function lowerContainer(node: ContainerNode, path: string): readonly CompiledBody[] {
  if (node.type === 'GROUP') return [{ name: 'body', scope: lowerGroup(node, path) }];
  return bodiesOf(node).map(({ name, body }) => ({
    name,
    scope: lowerBody(body, name === 'body' ? path : `${path}.${name}`),
  }));
}

/**
 * One node as a scope of its own, at its place in document order: what runs in the background (L2). It counts edges,
 * because a CANCEL outside may name it (R16).
 *
 * @param ports those with an edge where it stands, as far as they decide how it ends (L9)
 */
export function lowerAlone(node: PlanNode, order: number, ports: readonly string[] = []): CompiledScope {
  const wiring = wire([node], [], [order]);
  const nodes = compileNodes(wiring, '/').map((compiled) => ({ ...compiled, ports }));
  return lowerGraph(`/${node.id}`, wiring, nodes);
}

/** An ASYNC GROUP or the items of an ITERATOR: counters, and a scope per branch (C2, R9, R10). */
export function lowerBranches(
  id: string,
  branches: readonly CompiledScope[],
  params: { readonly completion?: string | undefined; readonly maxConcurrency?: number | undefined },
): BranchesScope {
  return {
    shape: 'branches',
    id,
    nodes: [],
    branches,
    completion: completionOf(params.completion ?? 'ALL'),
    limit: params.maxConcurrency ?? Math.max(1, branches.length),
  };
}

function completionOf(text: string): Completion {
  if (text === 'ALL' || text === 'FIRST_FAILURE' || text === 'ALL_SETTLED') return { rule: text, need: 0 };
  if (text === 'FIRST_SUCCESS') return { rule: 'N_OF', need: 1 };
  return { rule: 'N_OF', need: Number(/^N_OF\((\d+)\)$/.exec(text)?.[1] ?? 1) };
}

/** Most skipped nodes that the transitions of a sequence may list, per node, before a graph is cheaper. */
const SKIPS_PER_NODE = 32;

/**
 * A scope in which only one token can exist becomes a state per node (C2): one start, and no port with two
 * targets. Null when this scope is none of those.
 */
function lowerSequence(id: string, wiring: Wiring, nodes: readonly CompiledNode[]): SequenceScope | null {
  const [start] = wiring.starts;
  if (start === undefined) return nodes.length === 0 ? lowerChain(id, nodes) : null;
  if (wiring.starts.length > 1 || nodes.some(({ node }) => mayFork(node))) return null;
  let skipped = 0;
  const moves: (readonly Move[])[] = [];
  for (const index of nodes.keys()) {
    const found = movesFrom(wiring, nodes, index);
    if (found === null) return null;
    for (const move of found) skipped += move.skips.length;
    if (skipped > SKIPS_PER_NODE * nodes.length) return null;
    moves.push(found);
  }
  const skipAtOpen = skipsOf('unreachable', wiring.unreachable);
  return { shape: 'sequence', id, nodes, start, moves, skipAtOpen, ...segment(start, moves) };
}

function skipsOf(because: 'unreachable' | 'disabled', nodes: readonly number[]): SequenceScope['skipAtOpen'] {
  return nodes.length === 0 ? [] : [{ because, nodes }];
}

/** The children of a SYNC GROUP one after another, whatever port each chooses (R5); disabled ones left out (L2). */
function lowerChain(id: string, nodes: readonly CompiledNode[]): SequenceScope {
  const disabled = disabledIn(nodes);
  const enabled = enabledIn(nodes);
  const moves = nodes.map((): readonly Move[] => []);
  for (const [place, index] of enabled.entries()) {
    const node = nodes[index]?.node;
    const ends = node !== undefined && isEnd(node);
    moves[index] = [{ port: null, to: ends ? null : (enabled[place + 1] ?? null), skips: [] }];
  }
  const start = enabled[0] ?? null;
  return {
    shape: 'sequence',
    id,
    nodes,
    start,
    moves,
    skipAtOpen: skipsOf('disabled', disabled),
    ...segment(start, moves),
  };
}

/** The nodes of a chain that are not left out. */
function enabledIn(nodes: readonly CompiledNode[]): readonly number[] {
  const disabled = new Set(disabledIn(nodes));
  return [...nodes.keys()].filter((index) => !disabled.has(index));
}

/** The same as a graph, where one of the children can be cancelled before its turn comes (R16). */
function lowerCountedChain(id: string, wiring: Wiring, nodes: readonly CompiledNode[]): GraphScope {
  const enabled = enabledIn(nodes);
  const edges: IndexedEdge[] = [];
  for (const [place, from] of enabled.entries()) {
    const to = enabled[place + 1];
    // After an END too: without an edge the next child would begin with the scope.
    if (to !== undefined) edges.push({ from, port: ANY_PORT, to });
  }
  // A JOIN in a row has nothing to wait for, and a START leaves nothing out.
  return { ...lowerGraph(id, { ...wiring, edges, unreachable: [] }, nodes), joins: [] };
}

/** A multi-choice makes tokens; a node that is left out or not let in ends its own; a JOIN counts: they need a graph. */
function mayFork(node: PlanNode): boolean {
  return (
    node.disabled === 'skip' ||
    (node.type === 'SWITCH' && node.params.all === true) ||
    needOf(node) !== null ||
    mayBeUnheard(node)
  );
}

/** L2: a guard may refuse what was to go on in the background: then none of its edges is taken, and the scope goes on. */
function mayBeUnheard({ background, features, type }: PlanNode): boolean {
  // The guards of the plan that a SUB_PLAN runs are asked for it as well (L4).
  return background === true && (features !== undefined || type === 'SUB_PLAN');
}

function movesFrom(wiring: Wiring, nodes: readonly CompiledNode[], index: number): readonly Move[] | null {
  const node = nodes[index]?.node;
  if (node === undefined) return null;
  if (node.type === 'END') return [{ port: null, to: null, skips: [] }];
  const targets = new Map<string, number>();
  for (const edge of wiring.outgoing[index] ?? []) {
    const { port, to } = wiring.edges[edge] ?? { port: '', to: -1 };
    if (targets.has(port)) return null;
    targets.set(port, to);
  }
  const possible = possiblePorts(node, connectedPorts(wiring, index));
  const [only] = targets.values();
  if (targets.size === 1 && possible.length === 1 && only !== undefined)
    return [{ port: null, to: only, skips: [] }];
  if (targets.size === 0) return [{ port: null, to: null, skips: [] }];
  return choices(wiring, index, possible, targets);
}

function choices(
  wiring: Wiring,
  index: number,
  possible: readonly string[],
  targets: ReadonlyMap<string, number>,
): readonly Move[] {
  const all = reach(index, wiring.edges, wiring.outgoing);
  const moves: Move[] = [];
  for (const port of possible) {
    const to = targets.get(port);
    if (to === undefined) continue;
    const alive = reach(to, wiring.edges, wiring.outgoing).add(to);
    moves.push({ port, to, skips: sorted([...all].filter((other) => !alive.has(other))) });
  }
  if (moves.length < possible.length) moves.push({ port: null, to: null, skips: sorted([...all]) });
  return moves;
}

function sorted(indices: number[]): number[] {
  return indices.sort((a, b) => a - b);
}

/** States in one machine above which a sequence is split; measured: 100 to 500 are equally cheap to step. */
const SEGMENT = 250;

interface Segmented {
  readonly segments: readonly Segment[];
  readonly places: readonly (Place | null)[];
}

/**
 * Cuts a sequence into pieces, in an order in which its token can pass; one piece where it is short.
 *
 * @param start null for a sequence without nodes
 */
function segment(start: number | null, moves: readonly (readonly Move[])[]): Segmented {
  const order = start === null ? [] : reversePostorder(start, moves);
  const cut = order.length <= 2 * SEGMENT ? [order] : cutInto(order, SEGMENT);
  const places = moves.map((): Place | null => null);
  for (const [number, nodes] of cut.entries()) {
    for (const [local, index] of nodes.entries()) places[index] = { segment: number, local };
  }
  const entries = entriesOf(cut.length, moves, places);
  return { segments: cut.map((nodes, number) => ({ nodes, entries: entries[number] ?? [] })), places };
}

function cutInto(order: readonly number[], size: number): readonly (readonly number[])[] {
  const count = Math.ceil(order.length / size);
  return Array.from({ length: count }, (_, piece) => order.slice(piece * size, (piece + 1) * size));
}

/** Per piece, the nodes that some earlier piece leads to. */
function entriesOf(
  count: number,
  moves: readonly (readonly Move[])[],
  places: readonly (Place | null)[],
): readonly (readonly number[])[] {
  if (count === 1) return [];
  const entries = Array.from({ length: count }, () => new Set<number>());
  for (const [index, choices] of moves.entries()) {
    const from = places[index];
    for (const { to } of choices) {
      const place = to === null ? null : places[to];
      if (to !== null && from && place && place.segment !== from.segment) entries[place.segment]?.add(to);
    }
  }
  return entries.map((nodes) => [...nodes]);
}

/** Depth-first, last settled first, with a stack of its own: 20,000 nodes in a row do not overflow. */
function reversePostorder(start: number, moves: readonly (readonly Move[])[]): number[] {
  if (moves.length === 1) return [start];
  const order: number[] = [];
  const seen = new Set([start]);
  const stack: { index: number; next: number }[] = [{ index: start, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const move = (moves[top.index] ?? [])[top.next++];
    if (move === undefined) {
      order.push(top.index);
      stack.pop();
    } else if (move.to !== null && !seen.has(move.to)) {
      seen.add(move.to);
      stack.push({ index: move.to, next: 0 });
    }
  }
  return order.reverse();
}
