/** A JOIN that does not wait for all of its edges: its index, and how many it needs (R6). */
export type JoinWiring = readonly [join: number, need: number];

/** The wiring of an irregular graph as its machine's configuration holds it: plain JSON, by index. */
export interface GraphWiring {
  readonly nodes: number;
  readonly edges: readonly (readonly [from: number, port: string, to: number])[];
  readonly unreachable: readonly number[];
  readonly disabled: readonly number[];
  readonly ends: readonly number[];
  readonly joins: readonly JoinWiring[];
}

/** The same as it is asked: by node. */
export interface Adjacency {
  readonly outgoing: readonly (readonly number[])[];
  readonly incoming: readonly number[];
  readonly disabled: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
  readonly unreachable: ReadonlySet<number>;
  /** What each JOIN needs. */
  readonly joins: ReadonlyMap<number, number>;
}

const ADJACENCY = new WeakMap<object, Adjacency>();

/** The edges of a graph by node, made once: `edges` is the same list in all snapshots of a machine. */
export function adjacencyOf(wiring: GraphWiring): Adjacency {
  const known = ADJACENCY.get(wiring.edges);
  if (known) return known;
  const outgoing = Array.from({ length: wiring.nodes }, (): number[] => []);
  const incoming = new Array<number>(wiring.nodes).fill(0);
  for (const [index, [from, , to]] of wiring.edges.entries()) {
    outgoing[from]?.push(index);
    incoming[to] = (incoming[to] ?? 0) + 1;
  }
  const adjacency = {
    outgoing,
    incoming,
    disabled: new Set(wiring.disabled),
    ends: new Set(wiring.ends),
    unreachable: new Set(wiring.unreachable),
    joins: new Map(wiring.joins),
  };
  ADJACENCY.set(wiring.edges, adjacency);
  return adjacency;
}
