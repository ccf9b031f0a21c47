import type { Body, Edge, PlanNode } from '../nodes/node';
import { ranksOf } from './ranks';

/**
 * Tells of two nodes of a body whether one run of its scope can start both: whether no choice separates them (R4,
 * R5). IF, SWITCH without `all`, decisions, and `out` against `error` take one port of several; a node whose edges
 * all come from ports that are not taken is skipped.
 *
 * Exact for choices that do not depend on each other. Two edges can both be taken if they leave one node by one port
 * (or by two that it may take at once), or if the later of their two sources can run together with the other edge:
 * if it begins the scope, or one of the edges that lead to it can be taken together with the other. So a question is
 * a search among pairs of edges, without recursion; pairs that led nowhere are remembered for the next question.
 *
 * @returns a function that answers true where it gives up: for a body with a cycle, and after {@link MOST_PAIRS}
 * @example bothRunIn(body)(publish, refuse) // false: one lies behind `then`, the other behind `else`
 */
export function bothRunIn(body: Body): (one: PlanNode, other: PlanNode) => boolean {
  let known: ReturnType<typeof waysIn> | undefined;
  const apart = new Set<number>();
  let left = MOST_PAIRS;
  return (one, other) => {
    known ??= waysIn(body);
    const ways = known;
    if (ways.ranks.size < body.nodes.length) return true;
    const waiting = pairs(ways.into(one), ways.into(other));
    const seen = new Set<number>();
    for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
      const key = ways.keyOf(pair);
      if (seen.has(key) || apart.has(key)) continue;
      if (left-- <= 0) return true;
      seen.add(key);
      const next = ways.before(pair);
      if (next === 'both') return true;
      waiting.push(...next);
    }
    for (const key of seen) apart.add(key);
    return false;
  };
}

/** How many pairs of edges are looked at for one body; a chain of 10,000 nodes needs as many, a ladder their square. */
const MOST_PAIRS = 200_000;

/** A way to start a node: by an edge, or because the scope begins there. */
interface Way {
  readonly edge: Edge | null;
  /** The node that the way comes from; the node itself where the scope begins. */
  readonly source: PlanNode;
  readonly number: number;
}
type Pair = readonly [Way, Way];

function waysIn(body: Body) {
  const nodes = new Map(body.nodes.map((node) => [node.id, node]));
  const ranks = ranksOf(body);
  const starts = body.nodes.some(({ type }) => type === 'START');
  const into = new Map<string, Way[]>();
  const entered = new Set(body.edges.map(({ to }) => to));
  let count = 0;
  for (const node of body.nodes) {
    const begins = starts ? node.type === 'START' : !entered.has(node.id);
    into.set(node.id, begins ? [{ edge: null, source: node, number: count++ }] : []);
  }
  for (const edge of body.edges) {
    const source = nodes.get(edge.from);
    if (source && source.disabled !== 'skip') into.get(edge.to)?.push({ edge, source, number: count++ });
  }
  const rankOf = ({ source }: Way): number => ranks.get(source.id) ?? 0;
  return {
    ranks,
    into: (node: PlanNode): readonly Way[] => into.get(node.id) ?? [],
    keyOf: ([one, other]: Pair): number =>
      Math.min(one.number, other.number) * count + Math.max(one.number, other.number),
    /** The pairs of which one must be possible, so that this pair is; `both` if it is possible by itself. */
    before: ([one, other]: Pair): 'both' | readonly Pair[] => {
      if (one.edge === null && other.edge === null) return 'both';
      if (one.edge !== null && other.edge !== null && one.source === other.source) {
        return takesBoth(one.source, one.edge, other.edge) ? 'both' : [];
      }
      const isOneLater = other.edge === null || (one.edge !== null && rankOf(one) > rankOf(other));
      const [earlier, later] = isOneLater ? [other, one] : [one, other];
      return pairs([earlier], into.get(later.source.id) ?? []);
    },
  };
}

function pairs(ones: readonly Way[], others: readonly Way[]): Pair[] {
  return ones.flatMap((one) => others.map((other): Pair => [one, other]));
}

/** Whether a node may take two edges at once: those of one port, and of a SWITCH with `all` those of two cases. */
function takesBoth(node: PlanNode, one: Edge, other: Edge): boolean {
  if (one.port === other.port) return true;
  const isMultiChoice = node.type === 'SWITCH' && node.params.all === true;
  return isMultiChoice && ![one, other].some(({ port }) => port === 'default' || port === 'error');
}
