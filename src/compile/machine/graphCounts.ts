import { PersistentArray } from '#base';
import type { BranchesScope } from '../scope';

/** Two numbers per node (edges open, edges taken), and how many nodes have started and not settled. */
export interface GraphCounts {
  readonly open: PersistentArray;
  /** Or, below 0, that the node needs no more edges: {@link BEGUN}, {@link CANCELLED}, {@link STARVED}. */
  readonly taken: PersistentArray;
  readonly busy: number;
  /** An END has been reached: the scope ends whatever is still busy (R15). */
  readonly ended: boolean;
}

/** A JOIN that did not wait for its other edges: what arrives now is late (R6). */
const BEGUN = -1;
/** A node that was cancelled before it could start (R16), or is left out (L2). */
const CANCELLED = -2;
/** A JOIN that failed without having begun (R6). */
const STARVED = -3;

interface SkippedNode {
  readonly node: number;
  readonly because: 'dead' | 'disabled' | 'unreachable';
}

export interface Propagation {
  readonly counts: GraphCounts;
  readonly starts: readonly number[];
  readonly skips: readonly SkippedNode[];
  /** JOINs that can no longer get what they need (R6). */
  readonly starved: readonly number[];
  /** JOINs at which an edge arrived after they had begun (R6). */
  readonly late: readonly number[];
  /** JOINs at which an edge arrived after they had failed without beginning. */
  readonly lateAtStarved: readonly number[];
}

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

/**
 * Cancels nodes together (R16, R7): those that have not started never will, and the edges of all of them die.
 *
 * @param busy how many of them had started
 */
export function cancelNodes(
  wiring: GraphWiring,
  counts: GraphCounts,
  nodes: readonly number[],
  busy: number,
): Propagation {
  let { taken } = counts;
  for (const node of nodes) taken = taken.set(node, CANCELLED);
  const change = new Change(wiring, { ...counts, taken, busy: counts.busy - busy });
  for (const node of nodes) change.leave(node, null);
  return change.finish();
}

/** Whether a node waits for edges, and may start yet. */
export function isPending(wiring: GraphWiring, counts: GraphCounts, node: number): boolean {
  if (counts.ended || adjacencyOf(wiring).unreachable.has(node)) return false;
  return counts.open.get(node) > 0 && counts.taken.get(node) >= 0;
}

/** One propagation; R14 looks at the scope only when it has come to rest. */
class Change {
  readonly #wiring: GraphWiring;
  readonly #adjacency: Adjacency;
  readonly #starts: number[] = [];
  readonly #skips: SkippedNode[] = [];
  readonly #dying: number[] = [];
  readonly #late: number[] = [];
  readonly #lateAtStarved: number[] = [];
  /** JOINs of which an edge has died: they may have too few left. */
  readonly #thinned = new Set<number>();
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

  /** @param ports null where all its edges die */
  leave(node: number, ports: readonly string[] | null): void {
    for (const edge of this.#adjacency.outgoing[node] ?? []) {
      const [, port, to] = this.#wiring.edges[edge] ?? [0, '', 0];
      this.#settleEdge(to, ports !== null && (port === ANY_PORT || ports.includes(port)));
    }
  }

  finish(): Propagation {
    for (let node = this.#dying.pop(); node !== undefined; node = this.#dying.pop()) this.leave(node, null);
    const starved = this.#starved();
    this.#starts.sort((a, b) => a - b);
    this.#skips.sort((a, b) => a.node - b.node);
    const busy = this.#counts.busy + this.#starts.length + starved.length;
    return {
      counts: { ...this.#counts, busy },
      starts: this.#starts,
      skips: this.#skips,
      starved,
      late: this.#late,
      lateAtStarved: this.#lateAtStarved,
    };
  }

  #settleEdge(to: number, isTaken: boolean): void {
    const before = this.#counts.taken.get(to);
    const open = this.#counts.open.get(to) - 1;
    const taken = before + (isTaken && before >= 0 ? 1 : 0);
    this.#counts = {
      ...this.#counts,
      open: this.#counts.open.set(to, open),
      taken: taken === before ? this.#counts.taken : this.#counts.taken.set(to, taken),
    };
    if (before < 0) {
      if (isTaken && before === BEGUN) this.#late.push(to);
      if (isTaken && before === STARVED) this.#lateAtStarved.push(to);
      return;
    }
    if (this.#adjacency.unreachable.has(to)) return;
    const need = this.#adjacency.joins.get(to);
    if (need !== undefined) this.#settleJoin(to, need, open, taken);
    else if (open > 0) return;
    else if (taken > 0) this.start(to);
    else this.skip(to, 'dead');
  }

  /** R6: it starts at its k-th taken edge; with none taken it waits for all. */
  #settleJoin(join: number, need: number, open: number, taken: number): void {
    if (taken >= need) {
      this.#decide(join, BEGUN);
      this.start(join);
    } else if (open === 0 && taken === 0) this.skip(join, 'dead');
    else this.#thinned.add(join);
  }

  /** R6, R22: JOINs with some edges taken, and k out of reach now that all skips have spread. */
  #starved(): number[] {
    if (this.#thinned.size === 0) return [];
    const starved = [...this.#thinned].filter((join) => {
      const taken = this.#counts.taken.get(join);
      return taken > 0 && taken + this.#counts.open.get(join) < (this.#adjacency.joins.get(join) ?? 0);
    });
    for (const join of starved) this.#decide(join, STARVED);
    return starved.sort((a, b) => a - b);
  }

  /** One that is left out never begins: nothing is late at it (L2). */
  #decide(join: number, mark: typeof BEGUN | typeof STARVED): void {
    const how = this.#adjacency.disabled.has(join) ? CANCELLED : mark;
    this.#counts = { ...this.#counts, taken: this.#counts.taken.set(join, how) };
  }
}

/** The port of the edges that a SYNC GROUP draws between its children: taken at every success (R5). */
export const ANY_PORT = '*';

/** A JOIN that does not wait for all of its edges: its index, and how many it needs (R6). */
type JoinWiring = readonly [join: number, need: number];

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
interface Adjacency {
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
    joins: new Map(wiring.joins),
  };
  ADJACENCY.set(wiring.edges, adjacency);
  return adjacency;
}

/** The counters of an ASYNC container; the first four are fixed by its plan (R9, R10). */
export interface BranchCounts {
  readonly n: number;
  readonly rule: 'ALL' | 'FIRST_FAILURE' | 'ALL_SETTLED' | 'N_OF';
  readonly need: number;
  readonly limit: number;
  readonly opened: number;
  readonly ok: number;
  readonly bad: number;
  readonly skipped: number;
}

export type BranchOutcome = 'ok' | 'bad' | 'skipped';

/** Nothing has been opened yet. */
export function countsAtFirst({ branches, completion, limit }: BranchesScope): BranchCounts {
  return { n: branches.length, ...completion, limit, opened: 0, ok: 0, bad: 0, skipped: 0 };
}

/** Whether the container goes on, completes or fails, by R10. */
export function verdictOf(counts: BranchCounts): 'open' | 'done' | 'failed' {
  const { n, rule, need, ok, bad, skipped } = counts;
  const left = n - ok - bad - skipped;
  if (rule === 'N_OF') {
    if (ok >= need) return 'done';
    return ok + left < need ? 'failed' : 'open';
  }
  if (rule === 'FIRST_FAILURE' && bad > 0) return 'failed';
  if (left > 0) return 'open';
  return rule === 'ALL' && bad > 0 ? 'failed' : 'done';
}

/** Counts the end of a branch; a branch in which nothing started is neither success nor failure (R9). */
export function countBranch(counts: BranchCounts, outcome: BranchOutcome): BranchCounts {
  return { ...counts, [outcome]: counts[outcome] + 1 };
}

/** Slots to open now, in order: as many as may run at once, none after an early completion (R9). */
export function slotsToOpen(counts: BranchCounts): readonly number[] {
  if (verdictOf(counts) !== 'open') return [];
  const running = counts.opened - counts.ok - counts.bad - counts.skipped;
  const room = Math.min(counts.limit - running, counts.n - counts.opened);
  return room <= 0 ? NO_SLOTS : Array.from({ length: room }, (_, place) => counts.opened + place);
}

const NO_SLOTS: readonly number[] = [];
