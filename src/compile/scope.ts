import type { BodyName, PlanNode } from '#plan';

/** A node as its scope runs it. */
export interface CompiledNode {
  /** Key of its state, unique in its machine: the node's id, or `<id>@1` for the executor of an inline PLANNER. */
  readonly key: string;
  readonly id: string;
  readonly node: PlanNode;
  /** Place in document order among all nodes of its container, also across the branches of a group (R22). */
  readonly order: number;
  /** Ports that an edge leaves from. */
  readonly ports: readonly string[];
  /** What a container opens when it runs, in document order; empty for every other type. */
  readonly inside: readonly CompiledBody[];
}

/** A body of a container, compiled. That of an ITERATOR is the scope of one item (`branchesOf` makes all). */
export interface CompiledBody {
  readonly name: BodyName;
  readonly scope: CompiledScope;
}

/** The scope of one body of a container; null where it has none of that name. */
export function scopeIn({ inside }: CompiledNode, name: BodyName = 'body'): CompiledScope | null {
  return inside.find((body) => body.name === name)?.scope ?? null;
}

/** Where the one token of a sequence goes from a node: by one port, or whatever port was chosen (`port: null`). */
export interface Move {
  readonly port: string | null;
  /** Index of the next node; null when the scope is then at rest. */
  readonly to: number | null;
  /** Indices of the nodes that die with the other ports (R4), in document order. */
  readonly skips: readonly number[];
}

/** A piece of a sequence: its nodes in an order in which the token can pass, and those an earlier piece leads to. */
export interface Segment {
  readonly nodes: readonly number[];
  readonly entries: readonly number[];
}

/** In which piece of a sequence a node lies, and at which place of it. */
export interface Place {
  readonly segment: number;
  readonly local: number;
}

/** Nodes that are skipped when the scope opens. */
interface SkipAtOpen {
  readonly because: 'unreachable' | 'disabled';
  readonly nodes: readonly number[];
}

interface ScopeOf<Shape extends string> {
  readonly shape: Shape;
  /** Name of the machine: the path of containers to it, `/` for the plan itself. Never part of a ledger (K4). */
  readonly id: string;
  readonly nodes: readonly CompiledNode[];
}

/** A scope in which only one token can exist: a state per node (C2). */
export interface SequenceScope extends ScopeOf<'sequence'> {
  readonly start: number | null;
  readonly moves: readonly (readonly Move[])[];
  readonly skipAtOpen: readonly SkipAtOpen[];
  /** Long sequences in pieces that are built when they are reached; addresses know nothing of them. */
  readonly segments: readonly Segment[];
  /** Where each node lies; null for those that no token reaches. */
  readonly places: readonly (Place | null)[];
}

export interface IndexedEdge {
  readonly from: number;
  readonly port: string;
  readonly to: number;
}

/** A JOIN that starts at its `need`-th taken edge (R6), and the nodes that it cancels then (R7). */
export interface Join {
  readonly node: number;
  readonly need: number;
  readonly rest: readonly number[];
}

/** An irregular graph: one state that counts edges (C2, R1–R6). */
export interface GraphScope extends ScopeOf<'graph'> {
  readonly edges: readonly IndexedEdge[];
  readonly unreachable: readonly number[];
  readonly disabled: readonly number[];
  readonly ends: readonly number[];
  readonly joins: readonly Join[];
  /** The nodes that each signal cancels, by its name (R16); null where there are none. */
  readonly cancelOn: ReadonlyMap<string, readonly number[]> | null;
}

/** When an ASYNC container completes (R10). `need` is the k of N_OF(k), else 0. */
export interface Completion {
  readonly rule: 'ALL' | 'FIRST_FAILURE' | 'ALL_SETTLED' | 'N_OF';
  readonly need: number;
}

/** An ASYNC GROUP, or an ITERATOR over known items: one state with counters, a scope per branch (C2, R9). */
export interface BranchesScope extends ScopeOf<'branches'> {
  readonly branches: readonly CompiledScope[];
  readonly completion: Completion;
  /** Most branches open at once. */
  readonly limit: number;
}

export type CompiledScope = SequenceScope | GraphScope | BranchesScope;

/** States of ours, told from nodes by their first character: ids begin with a letter (W2). */
export const DONE = '_done';
export const FAILED = '_failed';
