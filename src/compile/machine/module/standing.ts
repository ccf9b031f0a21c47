import type { Body, Breaks, Call, Edge, Implementations, Plan, PlanNode, Value, Variables } from './types';

export type Failure = { readonly code: string; readonly message: string };
export type Status = 'pending' | 'active' | 'succeeded' | 'handled' | 'failed' | 'skipped' | 'cancelled';
/** `away` holds one node that goes on in the background, `porch` the plan itself before its guards let it in. */
export type Part =
  | 'plan'
  | 'branch'
  | 'round'
  | 'body'
  | 'try'
  | 'catch'
  | 'finally'
  | 'dynamic'
  | 'away'
  | 'porch';

/** How a branch of a container has ended. */
export interface BranchEnd {
  readonly slot: number;
  readonly status: 'succeeded' | 'failed' | 'skipped';
  readonly value: Value;
  readonly error: Failure | null;
  readonly writes: Variables;
  /** What the `break` asked for that ended it. */
  readonly breaks: Breaks | null;
}

/** Where a node is: the number of its scope, and its place there. */
export interface Place {
  readonly scope: number;
  readonly place: number;
}

/** A node in one scope. */
export interface Turn extends Place {
  readonly node: PlanNode;
  /** Place in the document order of the whole run. */
  readonly order: readonly number[];
  status: Status;
  ports: readonly string[];
  attempt: number;
  /** How many guards have let it pass. */
  admitted: number;
  address: string;
  /** Numbers of the open scopes of a container. */
  inside: number[];
  ends: BranchEnd[];
  opened: number;
  items: readonly Value[];
  /** Its branches count no more: it merges. */
  isDecided: boolean;
  /** What a container that is tried again as a whole has written. */
  writes: Variables;
  after: { readonly value: Value; readonly error: Failure | null } | null;
  /** The plan that a person is asked about. */
  proposed: Body | null;
  /** The signal that its activity asked to wait for. */
  awaits: string | null;
}

/** One running instance of a body. */
export interface Scope {
  readonly id: number;
  readonly part: Part;
  readonly owner: Place | null;
  readonly depth: number;
  readonly slot: number;
  readonly address: string;
  /** Before the node's id in the names of parameters: `sub/` inside another plan, `execute/` inside a dynamic one. */
  readonly prefix: string;
  /** Plans around it, outermost first: the last is the one whose variables it reads. */
  readonly plans: readonly string[];
  readonly edges: readonly Edge[];
  readonly isSequence: boolean;
  readonly turns: Turn[];
  readonly locals: Variables;
  /** What is written here is merged when the container completes. */
  readonly layer: Variables | null;
  /** Of a plan: its variables. */
  readonly variables: Variables | null;
  /** Of a dynamic plan: results by id. */
  readonly steps: Variables | null;
  /** Of a dynamic plan: what its leaves inherit from their executor. */
  readonly inherits: Pick<PlanNode, 'retry' | 'timeoutMs'> | null;
  /** The scope that its node was sent away from. */
  readonly from: number | null;
  /** Numbers of branches that go on although their container has completed. */
  late: number[];
  isLate: boolean;
  value: Value;
  isOpen: boolean;
  isFrozen: boolean;
  restSince: number | null;
  leaving: Leaving | null;
}

/** An END, or a `break`, is closing the containers around it. */
export interface Leaving {
  readonly result: Value | undefined;
  readonly breaks: Breaks | null;
  error: Failure | null;
  path: (Place & { readonly part: Part })[];
}

/** What is out, by its address: who asked for it, and what for. */
export interface Asked extends Place {
  readonly what: What;
}
export type What =
  | 'call'
  | 'machine'
  | 'guard'
  | 'merge'
  | 'approve'
  | 'timeout'
  | 'retry'
  | 'round'
  | 'delay'
  | 'listen';

/** What a run asks of XState. */
export type Effect =
  | { readonly kind: 'call'; readonly activity: string; readonly call: Call }
  | { readonly kind: 'machine'; readonly machine: string; readonly address: string; readonly input: Value }
  /** A call that nobody answers: what is told may be the last that a run does. */
  | { readonly kind: 'tell'; readonly activity: string; readonly call: Call }
  | { readonly kind: 'timer'; readonly address: string; readonly delayMs: number }
  | { readonly kind: 'withdraw'; readonly address: string; readonly what: What };

export interface Signal {
  readonly event: string;
  readonly data: Value;
}

/** Who holds a mutex, and who waits for it. */
export interface Lock {
  readonly name: string;
  holder: Place | null;
  waiting: Place[];
}

/** Where a run stands, which is JSON, and what it was given, which is not. */
export interface Run extends Standing {
  readonly given: Implementations & { readonly subPlans: readonly Plan[] };
  readonly after: After;
}

/** What the end of a scope means for the container that it lies in; null for the run's own. */
export interface After {
  ended(run: Run, owner: Turn | null, scope: Scope, end: End): void;
  failed(run: Run, owner: Turn | null, scope: Scope, error: Failure): void;
}

/** How a scope ended: what its END gave, and the `break` that ended it where it is a branch. */
export interface End {
  readonly result?: Value | undefined;
  readonly breaks?: Breaks | null;
}

export interface Standing {
  readonly scopes: { [id: string]: Scope };
  root: number;
  /** Numbers of the scopes of nodes in the background. */
  away: number[];
  next: number;
  phase: 'going' | 'completed' | 'failed';
  output: Value;
  error: Failure | null;
  /** Addresses of all attempts, in the order in which they began. */
  readonly visited: string[];
  readonly asked: { [address: string]: Asked };
  locks: Lock[];
  /** Signals that nobody has taken yet. */
  signals: Signal[];
  effects: Effect[];
}
