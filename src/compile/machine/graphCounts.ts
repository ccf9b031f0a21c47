import { PersistentArray } from '#base';

/** The wiring of an irregular graph as its machine's configuration holds it: plain JSON, by index. */
export interface GraphWiring {
  readonly nodes: number;
  readonly edges: readonly (readonly [from: number, port: string, to: number])[];
  readonly unreachable: readonly number[];
  readonly disabled: readonly number[];
  readonly ends: readonly number[];
}

/** Two numbers per node (edges open, edges taken), and how many nodes have started and not settled. */
export interface GraphCounts {
  readonly open: PersistentArray;
  readonly taken: PersistentArray;
  readonly busy: number;
  /** An END has been reached: the scope ends whatever is still busy (R15). */
  readonly ended: boolean;
}

export interface SkippedNode {
  readonly node: number;
  readonly because: 'dead' | 'disabled' | 'unreachable';
}

export interface Propagation {
  readonly counts: GraphCounts;
  readonly starts: readonly number[];
  readonly skips: readonly SkippedNode[];
}

interface Adjacency {
  readonly outgoing: readonly (readonly number[])[];
  readonly incoming: readonly number[];
  readonly disabled: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
  readonly unreachable: ReadonlySet<number>;
}

const ADJACENCY = new WeakMap<object, Adjacency>();

/** Opens the graph: nodes without incoming edges start, those out of START's reach die (R3). */
export function beginGraph(wiring: GraphWiring): Propagation {
  const { incoming, unreachable } = adjacencyOf(wiring);
  const change = new Change(wiring, {
    open: PersistentArray.from(incoming),
    taken: PersistentArray.filled(wiring.nodes, 0),
    busy: 0,
    ended: false,
  });
  for (const node of unreachable) change.skip(node, 'unreachable');
  for (let node = 0; node < wiring.nodes; node++) {
    if (incoming[node] === 0 && !unreachable.has(node)) change.start(node);
  }
  return change.finish();
}

/** Settles one node: its chosen ports' edges are taken, all its others die, and skipping spreads (R4, R5). */
export function settleNode(
  wiring: GraphWiring,
  counts: GraphCounts,
  node: number,
  ports: readonly string[],
): Propagation {
  const ended = counts.ended || adjacencyOf(wiring).ends.has(node);
  const change = new Change(wiring, { ...counts, busy: counts.busy - 1, ended });
  change.leave(node, ports);
  return change.finish();
}

/** One propagation; R14 looks at the scope only when it has come to rest. */
class Change {
  readonly #wiring: GraphWiring;
  readonly #adjacency: Adjacency;
  readonly #starts: number[] = [];
  readonly #skips: SkippedNode[] = [];
  readonly #dying: number[] = [];
  #counts: GraphCounts;

  constructor(wiring: GraphWiring, counts: GraphCounts) {
    this.#wiring = wiring;
    this.#adjacency = adjacencyOf(wiring);
    this.#counts = counts;
  }

  start(node: number): void {
    if (this.#adjacency.disabled.has(node)) this.skip(node, 'disabled');
    else this.#starts.push(node);
  }

  skip(node: number, because: SkippedNode['because']): void {
    this.#skips.push({ node, because });
    this.#dying.push(node);
  }

  leave(node: number, ports: readonly string[]): void {
    for (const edge of this.#adjacency.outgoing[node] ?? []) {
      const [, port, to] = this.#wiring.edges[edge] ?? [0, '', 0];
      this.#settleEdge(to, ports.includes(port));
    }
  }

  finish(): Propagation {
    for (let node = this.#dying.pop(); node !== undefined; node = this.#dying.pop()) this.leave(node, []);
    this.#starts.sort((a, b) => a - b);
    this.#skips.sort((a, b) => a.node - b.node);
    return {
      counts: { ...this.#counts, busy: this.#counts.busy + this.#starts.length },
      starts: this.#starts,
      skips: this.#skips,
    };
  }

  #settleEdge(to: number, isTaken: boolean): void {
    const open = this.#counts.open.get(to) - 1;
    const taken = this.#counts.taken.get(to) + (isTaken ? 1 : 0);
    this.#counts = {
      ...this.#counts,
      open: this.#counts.open.set(to, open),
      taken: isTaken ? this.#counts.taken.set(to, taken) : this.#counts.taken,
    };
    if (open > 0 || this.#adjacency.unreachable.has(to)) return;
    // A later JOIN N_OF(k) starts here at its k-th taken edge (R6); every other node waits for all.
    if (taken > 0) this.start(to);
    else this.skip(to, 'dead');
  }
}

function adjacencyOf(wiring: GraphWiring): Adjacency {
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
  };
  ADJACENCY.set(wiring.edges, adjacency);
  return adjacency;
}
