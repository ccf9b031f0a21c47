import type { PlanNode } from '#plan';
import { ANY_PORT } from '../machine/graphCounts';
import type { CompiledNode, GraphScope, IndexedEdge, Move, SequenceScope } from '../scope';
import { isEnd, lowerGraph, needOf } from './graph';
import { segment } from './segments';
import { connectedPorts, possiblePorts, reach, type Wiring } from './wiring';

/** Most skipped nodes that the transitions of a sequence may list, per node, before a graph is cheaper. */
const SKIPS_PER_NODE = 32;

/**
 * A scope in which only one token can exist becomes a state per node (C2): one start, and no port with two
 * targets. Null when this scope is none of those.
 */
export function lowerSequence(
  id: string,
  wiring: Wiring,
  nodes: readonly CompiledNode[],
): SequenceScope | null {
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
  const skipAtOpen =
    wiring.unreachable.length > 0 ? [{ because: 'unreachable' as const, nodes: wiring.unreachable }] : [];
  return { shape: 'sequence', id, nodes, start, moves, skipAtOpen, ...segment(start, moves) };
}

/** The children of a SYNC GROUP one after another, whatever port each chooses (R5); disabled ones left out (L2). */
export function lowerChain(id: string, nodes: readonly CompiledNode[]): SequenceScope {
  const disabled = [...nodes.keys()].filter((index) => nodes[index]?.node.disabled === 'skip');
  const enabled = [...nodes.keys()].filter((index) => nodes[index]?.node.disabled !== 'skip');
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
    skipAtOpen: disabled.length > 0 ? [{ because: 'disabled', nodes: disabled }] : [],
    ...segment(start, moves),
  };
}

/** The same as a graph, where one of the children can be cancelled before its turn comes (R16). */
export function lowerCountedChain(id: string, wiring: Wiring, nodes: readonly CompiledNode[]): GraphScope {
  const enabled = [...nodes.keys()].filter((index) => nodes[index]?.node.disabled !== 'skip');
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
